// Helpers for operations: order them, wait for their outcome, and read their effects.
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { expect } from 'vitest';
import { ordersOf } from '../../surfaces/api/orders.ts';
import { until } from '../../until.ts';
import type { Company, World } from '../../world.ts';

export type Operation = {
  id: string;
  status: string;
  result: { cardId?: string; receipt?: string };
  failure?: { code: string; message: string };
  review?: { reason: string; lastCheckedAt: string | null; nextCheckAt: string | null };
};

/** Reads one operation. */
export const read = (company: Company, id: string) => company.get<Operation>(`/api/v1/operations/${id}`);

/** Waits until the operation has this status, and returns it. */
export async function becomes(company: Company, id: string, status: string): Promise<Operation> {
  const { body } = await until(
    () => read(company, id),
    (answer) => answer.body.status === status,
  );
  return body;
}

/** Orders an operation, with the fault that the issuer is to play; its id. */
export async function order(company: Company, body: object, scenario?: string): Promise<string> {
  const headers = scenario === undefined ? {} : { 'sandbox-scenario': scenario };
  const answer = await company.post<{ id: string }>('/api/v1/operations', body, { headers });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.id;
}

/** A holder whom the issuer knows. */
export async function newHolder(company: Company): Promise<string> {
  const holder = { name: 'Ada Lovelace', email: 'ada@example.com', kind: 'individual' };
  const { body } = await company.post<{ id: string }>('/api/v1/holders', holder);
  const statusOf = async () => (await company.get(`/api/v1/holders/${body.id}`)).body['status'];
  await until(statusOf, (status) => status === 'active');
  return body.id;
}

/** The kinds of entries that name an operation, with their amounts. */
export async function entriesOf(company: Company, reference: string): Promise<string[]> {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const { body } = await company.get<{ data: { kind: string; amount: string; reference: string }[] }>(
    `/api/v1/account-statements?from=${day(-1)}&to=${day(1)}`,
  );
  return body.data.filter((entry) => entry.reference === reference).map(({ kind, amount }) => `${kind} ${amount}`);
}

/** What a world's database and its issuer know of operations. `world` is asked when something is looked at. */
export function traces(world: () => World) {
  const rowsOf = async (text: string, id: string) => (await world().admin.query(text, [fromId('operation', id)])).rows;
  const eventsOf = async ({ scope }: Company): Promise<{ type: string; body: string }[]> => {
    const text = 'select type, body from events where company_id = $1 and environment = $2 order by sequence';
    return (await world().admin.query(text, [scope.companyId, scope.environment])).rows;
  };
  return {
    ...ordersOf(() => world().products),
    rowsOf,
    eventsOf,
    attemptsOf: (id: string): Promise<{ kind: string; outcome: string }[]> =>
      rowsOf('select kind, outcome from operation_attempts where operation_id = $1 order by number', id),
    casesOf: (id: string): Promise<{ kind: string; detail: string }[]> =>
      rowsOf('select kind, detail from cases where subject_id = $1 order by opened_at', id),
    /** How often the issuer was sent the order. */
    sendsOf: async (id: string): Promise<number> => {
      const sends = `select 1 from issuer_sandbox.requests where method = 'POST' and path = '/v1/orders' and reference = $1`;
      return (await world().admin.query(sends, [id])).rowCount ?? 0;
    },
    /** The last event is about this operation, as it is read now, byte by byte. */
    expectTold: async (company: Company, id: string, type: string): Promise<void> => {
      const events = await eventsOf(company);
      const { text } = await read(company, id);
      const last = events.at(-1);
      expect(last?.type).toBe(type);
      const event = JSON.parse(last?.body ?? '');
      expect(event).toEqual({
        id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
        type,
        createdAt: new Date(event.createdAt).toISOString(),
        environment: 'sandbox',
        companyId: company.id,
        sequence: events.length,
        data: { object: JSON.parse(text) },
      });
      expect(JSON.stringify(event)).toBe(last?.body);
      expect(JSON.stringify(event.data.object)).toBe(text);
    },
  };
}
