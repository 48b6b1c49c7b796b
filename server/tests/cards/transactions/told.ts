// Payments as an issuer reports them, passed to the topic without HTTP, and all their effects.
import { randomUUID } from 'node:crypto';
import { cardTopic } from '@cardwright/server/cards/transactions/notice.ts';
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { fromId, NOBODY } from '@cardwright/server/foundation/ids.ts';
import type { Notice } from '@cardwright/server/issuer/process.ts';
import { type Db, openDb } from '@cardwright/server/platform/db/db.ts';
import { expect } from 'vitest';
import type { Company, World } from '../../world.ts';

/** The content of a payment notification. */
export type Payment = {
  reference: string;
  card: string;
  type: string;
  status: string;
  amount: string;
  currency: string;
  merchant: string;
  country: string;
  description?: string;
  occurredAt: string;
};

/** The default time of a payment. */
export const AT = '2026-10-01T12:00:00.000Z';

/** A settled purchase of 12.34, with a reference of its own. */
export const purchase = (card: string, more: Partial<Payment> = {}): Payment => ({
  reference: `pay_${randomUUID()}`,
  card,
  type: 'purchase',
  status: 'settled',
  amount: '-12.34',
  currency: 'USD',
  merchant: 'Bookshop',
  country: 'DE',
  occurredAt: AT,
  ...more,
});

/** The database with the worker's role. */
export const openWorkerDb = ({ stack }: World, connections = 2): Db =>
  openDb({ url: stack.urlOf('cardwright_worker'), name: 'test', connections, onError: () => undefined });

/** Passes notices to the topic concurrently, and returns the outcome of each. */
export type Tell = (notices: readonly Notice[]) => Promise<string[]>;

/** The topic as a worker has it. */
export function openTopic(db: Db): Tell {
  const topic = cardTopic({ db, clock: systemClock });
  return async (notices) => (await Promise.all(notices.map(topic))).map(({ outcome }) => outcome);
}

/** A notice as the worker finds it. */
export function noticeOf(
  data: object,
  { eventId = `evt_${randomUUID()}`, type = 'card.transaction', environment = 'sandbox' as const } = {},
): Notice {
  const body = Buffer.from(JSON.stringify(data));
  return {
    notification: {
      environment,
      companyId: NOBODY,
      id: randomUUID(),
      attempts: 1,
      token: randomUUID(),
      eventId,
      contradicts: false,
      keyId: 'n1',
      signature: '',
      body,
    },
    said: { type, data: data as Record<string, unknown> },
  };
}

export type Shown = Record<string, string>;

/** A company with a card known to the issuer, and accessors for the state of both. */
export async function newCard(
  world: World,
  { balance = 100_00n, company }: { balance?: bigint; company?: Company } = {},
) {
  const owner = company ?? (await world.company());
  const token = `ict_${randomUUID()}`;
  const cardId = await owner.insertCard({ issuerToken: token, balance });
  return {
    company: owner,
    token,
    cardId,
    balance: async () => {
      const { body } = await owner.get<{ balance: string; overdrawn?: string }>(`/api/v1/cards/${cardId}`);
      return body.overdrawn === undefined ? body.balance : `-${body.overdrawn}`;
    },
    payments: async () => (await owner.get<{ data: Shown[] }>(`/api/v1/transactions?cardId=${cardId}`)).body.data,
  };
}

/** The cases about payments of a company, oldest first. */
export async function casesOf({ admin }: World, { scope }: Company): Promise<{ kind: string; detail: string }[]> {
  const text = `select kind, detail from cases where company_id = $1 and subject_kind = 'transaction' order by opened_at, kind`;
  return (await admin.query(text, [scope.companyId])).rows;
}

/** The stored notifications about a payment. */
export async function reportsOf({ admin }: World, transactionId: string): Promise<{ outcome: string; said: string }[]> {
  const text = 'select outcome, said from transaction_reports where transaction_id = $1 order by number';
  return (await admin.query(text, [fromId('transaction', transactionId)])).rows;
}

/** The events of a company as stored. */
export async function eventsOf({ admin }: World, { scope }: Company): Promise<{ type: string; body: string }[]> {
  const text = 'select type, body from events where company_id = $1 and environment = $2 order by sequence';
  return (await admin.query(text, [scope.companyId, scope.environment])).rows;
}

/** Expects the last events to have these types, and each object to equal the API's, byte by byte. */
export async function expectTold(world: World, company: Company, types: readonly string[]): Promise<void> {
  const events = (await eventsOf(world, company)).slice(-types.length);
  expect(events.map(({ type }) => type)).toEqual(types);
  for (const { type, body } of events) {
    const { id } = (JSON.parse(body) as { data: { object: { id: string } } }).data.object;
    const path = type.startsWith('card.') ? 'cards' : 'transactions';
    const { text } = await company.get(`/api/v1/${path}/${id}`);
    expect(body).toContain(`"data":{"object":${text}}`);
    expect(JSON.stringify(JSON.parse(body))).toBe(body);
  }
}
