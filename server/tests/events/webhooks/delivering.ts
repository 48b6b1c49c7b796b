// Driving the worker's part of webhooks by a clock of our own, against a world's database and real receivers.

import { type Deliverer, deliverAll } from '@cardwright/server/events/deliveries/work.ts';
import { readVersions } from '@cardwright/server/foundation/config.ts';
import { fromId, newUuid, toId } from '@cardwright/server/foundation/ids.ts';
import { openDb } from '@cardwright/server/platform/db/db.ts';
import { readAllowList } from '@cardwright/server/platform/guard/allow.ts';
import { openSender } from '@cardwright/server/platform/guard/send.ts';
import { neverStopped } from '@cardwright/server/platform/work/stop.ts';
import { expect } from 'vitest';
import type { Company, World } from '../../world.ts';
import { openReceiver, type Receiver } from './receiver.ts';

export const PATH = '/api/v1/webhook-endpoints';

export type Endpoint = {
  id: string;
  url: string;
  events: string[];
  description: string;
  status: string;
  createdAt: string;
  secret?: string;
  disabled?: { reason: string; at: string };
  failing?: { since: string; disablesAt: string };
  rotation?: { until: string };
};

export type Delivery = {
  id: string;
  eventId: string;
  eventType: string;
  sequence: number;
  status: string;
  replayed: boolean;
  createdAt: string;
  nextAttemptAt: string | null;
  attempts: { number: number; at: string; outcome: string; status: number | null; error: string; response: string }[];
};

/** A deliverer that a test drives. */
export type Driver = {
  deliverer: Deliverer;
  /** The clock's time. */
  now(): Date;
  /** Moves the clock, and nothing else. */
  advance(seconds: number): void;
  /** Hands on and sends whatever is due now. */
  deliver(): Promise<void>;
  close(): Promise<void>;
};

/** Opens a deliverer with the role of the worker. Its clock begins now. */
export function openDriver(world: World, { timeoutMs = 15_000 }: { timeoutMs?: number } = {}): Driver {
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  const db = openDb({
    url: world.stack.urlOf('cardwright_worker'),
    name: 'test-webhooks',
    connections: 4,
    onError: () => undefined,
  });
  const sender = openSender({ allow: readAllowList('127.0.0.1:*'), timeoutMs, connectMs: 5_000, mostBytes: 2_048 });
  const errors: unknown[] = [];
  const sealingKeys = readVersions(world.stack.secrets.webhookKeys);
  if (sealingKeys === undefined) throw new Error('the stack has no keys for webhooks');
  const deliverer: Deliverer = {
    db,
    stop: neverStopped,
    clock: { now },
    sealingKeys,
    sender,
    random: Math.random,
    onAttempt: () => undefined,
    onError: (error) => errors.push(error),
  };
  return {
    deliverer,
    now,
    advance: (seconds) => {
      ahead += seconds * 1_000;
    },
    async deliver() {
      await deliverAll(deliverer);
      expect(errors).toEqual([]);
    },
    async close() {
      await sender.close();
      await db.close();
    },
  };
}

/** Registers a receiver that is closed with the others; `receivers` collects them. */
export async function listen(
  company: Company,
  receivers: Receiver[],
  options: { events?: string[]; description?: string } = {},
): Promise<{ receiver: Receiver; endpoint: Endpoint; secret: string }> {
  const receiver = await openReceiver();
  receivers.push(receiver);
  const answer = await company.post<Endpoint>(PATH, { url: receiver.url, ...options });
  expect(answer).toMatchObject({ status: 201 });
  return { receiver, endpoint: answer.body, secret: answer.body.secret ?? '' };
}

/** The endpoint as it is read now. */
export const read = async (company: Company, { id }: Endpoint) => (await company.get<Endpoint>(`${PATH}/${id}`)).body;

/** The deliveries to an endpoint, newest first. */
export const deliveriesOf = async (company: Company, { id }: Endpoint, query = '') =>
  (await company.get<{ data: Delivery[]; nextCursor: string | null }>(`${PATH}/${id}/deliveries${query}`)).body.data;

/** Lets something happen that the company is told of; the ids of the events. */
export async function tell(world: World, company: Company, types: readonly string[]): Promise<string[]> {
  const ids = types.map(() => newUuid(new Date()));
  const { companyId, environment } = company.scope;
  await world.admin.query('select append_events($1, $2, $3, $4, $5, $6, $7, $8)', [
    types.map(() => companyId),
    types.map(() => environment),
    ids,
    ids.map((id) => toId('event', id)),
    types.map(() => company.id),
    types,
    types.map((_, index) => JSON.stringify({ id: `object_${index}`, note: 'made by a test: "quoted", ünïcödé' })),
    types.map(() => new Date()),
  ]);
  return ids.map((id) => toId('event', id));
}

/** The uuid of an endpoint. */
export const uuidOf = ({ id }: Endpoint): string => fromId('webhook', id) ?? '';
