// Single situations, each with the faults that it needs: what the SDK says and does in them, checked against the API.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  ApiError,
  CardwrightError,
  type Client,
  type ClientOptions,
  createClient,
  IntentConflictError,
  type IntentStore,
  SignatureError,
  webhooks,
} from '@cardwright/sdk';
import { fileIntents } from '@cardwright/sdk/node';
import { sqlIntents } from '@cardwright/sdk/sql';
import pg from 'pg';
import { answerTask, type Reports } from '../harness/apart.ts';
import { type Fault, RETRY_AFTER_SECONDS, type Rule, type Seen } from './faults.ts';
import { AMOUNT, orderOf, type Shop } from './orders.ts';

export type ProbeTask = {
  /** The proxy. */
  baseUrl: string;
  apiKey: string;
  /** A key of another company of the same environment. */
  otherKey: string;
  shop: Shop;
  directory: string;
  databaseUrl: string;
};

type Lab = {
  task: ProbeTask;
  check: (isRight: boolean, what: string, details?: unknown) => void;
  client: (options?: Partial<ClientOptions>) => Client;
};

/** More than a response takes, also on a busy machine; if it takes longer, the request is only repeated. */
const TIMEOUT_MS = 1_500;

/** Timers end up to this much early. */
const EARLY_MS = 20;

answerTask(async (task: ProbeTask, { violation, progress }: Reports) => {
  let checks = 0;
  const lab: Lab = {
    task,
    check(isRight, what, details) {
      checks++;
      if (!isRight) violation(what, details);
    },
    client: (options = {}) => createClient({ baseUrl: task.baseUrl, apiKey: task.apiKey, ...options }),
  };
  const pool = new pg.Pool({ connectionString: task.databaseUrl, max: 4 });
  const stores = [
    fileIntents(join(task.directory, 'probes')),
    sqlIntents((text, params) => pool.query(text, params)),
  ] as const;
  await Promise.all([
    sameBytes(lab),
    retryAfter(lab),
    ownKey(lab),
    withoutKey(lab),
    signatures(lab),
    ...stores.map((store, index) => inStore(lab, store, index)),
  ]);
  await pool.end();
  progress(checks, checks, 'checks of single situations');
  return { checks };
});

/** One after the other: a recovery takes every open intent of its store. */
async function inStore(lab: Lab, store: IntentStore, index: number): Promise<void> {
  await unreadableLookup(lab, store, `lookup-${index}`);
  await refusedAfterLost(lab, store, { id: `suspended-${index}`, faults: ['lose', 'suspended'] });
  await refusedAfterLost(lab, store, { id: `blocked-${index}`, faults: ['blocked'] });
  await refusedAfterLost(lab, store, { id: `hangs-${index}`, faults: ['hang', 'hang'], timeoutMs: TIMEOUT_MS });
  await lostAfterRefused(lab, store, `again-${index}`);
  await neverSent(lab, store, `dropped-${index}`);
  await recoverAll(lab, store, `several-${index}`);
  await otherCompany(lab, store, `theirs-${index}`);
  await acceptedStays(lab, store, `accepted-${index}`);
}

const order = ({ task }: Lab, id: string) => orderOf({ id, kind: 'issue' }, task.shop);

async function tellProxy({ task }: Lab, method: 'POST' | 'PUT', rule: Partial<Rule>): Promise<Seen[]> {
  const response = await fetch(`${task.baseUrl}/rules`, { method, body: JSON.stringify(rule) });
  return (await response.json()) as Seen[];
}

const plan = (lab: Lab, match: string, faults: Fault[]) => tellProxy(lab, 'POST', { match, faults });
const seenBy = (lab: Lab, match: string) => tellProxy(lab, 'PUT', { match });

/** The operations of an intent, as the API lists them. */
async function countOf(client: Client, id: string): Promise<number> {
  let count = 0;
  for await (const { metadata } of client.operations.list({ limit: 100 })) if (metadata?.['intent'] === id) count++;
  return count;
}

const errorOf = (call: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(call).then(
    () => undefined,
    (error: unknown) => error,
  );

const effectOf = (error: unknown) => (error instanceof CardwrightError ? error.effect : undefined);

async function fateOf(client: Client, store: IntentStore, id: string, isRepeated: boolean) {
  const repeat = (intent: { id: string }) => isRepeated && intent.id === id;
  for await (const found of client.intents(store).recover({ repeat })) if (found.intent.id === id) return found;
  return undefined;
}

async function sameBytes(lab: Lab): Promise<void> {
  const id = 'same-bytes';
  await plan(lab, `"${id}"`, ['drop', 'maintenance', 'lose', 'cut', 'gateway']);
  const error = await errorOf(lab.client().operations.create(order(lab, id)));
  lab.check(error === undefined, 'a request is given up although it could be repeated', String(error));
  const seen = await seenBy(lab, `"${id}"`);
  lab.check(seen.length === 6, 'a request is not repeated after every error of the network', seen.length);
  lab.check(new Set(seen.map(({ key }) => key)).size === 1, 'a request is repeated under another key', seen);
  lab.check(new Set(seen.map(({ body }) => body)).size === 1, 'a request is repeated in other bytes', seen);
  lab.check((await countOf(lab.client(), id)) === 1, 'a repeated request has more than one effect');
}

async function retryAfter(lab: Lab): Promise<void> {
  const id = 'retry-after';
  await plan(lab, `"${id}"`, ['busy']);
  await lab.client().operations.create(order(lab, id));
  const [first, second] = await seenBy(lab, `"${id}"`);
  const waited = (second?.at ?? 0) - (first?.at ?? 0);
  lab.check(waited >= RETRY_AFTER_SECONDS * 1_000 - EARLY_MS, 'a request comes before Retry-After is over', waited);
}

/** The same key with another order: the API refuses, and nothing may be sent under a new key. */
async function ownKey(lab: Lab): Promise<void> {
  const id = 'own-key';
  const given = { idempotencyKey: `key-${randomUUID()}` };
  await lab.client().operations.create(order(lab, id), given);
  const error = await errorOf(lab.client().operations.create({ ...order(lab, id), amount: '26.00' }, given));
  lab.check(error instanceof ApiError && error.is('idempotency_conflict'), 'a conflict is not reported', String(error));
  lab.check((await countOf(lab.client(), id)) === 1, 'a conflict has a second effect');
}

/** An effect that takes no key: without a response, nobody may send it again. */
async function withoutKey(lab: Lab): Promise<void> {
  const url = 'http://127.0.0.1:9/no-key';
  await plan(lab, url, ['lose']);
  const error = await errorOf(lab.client().webhookEndpoints.create({ url }));
  lab.check(effectOf(error) === 'unknown', 'a lost response is not reported as an unknown effect', String(error));
  const { data } = await lab.client().webhookEndpoints.list();
  lab.check(data.filter((each) => each.url === url).length === 1, 'a request without a key is repeated', data.length);
}

/** Accepted, the response lost, and the key cannot be looked up: that is not "never sent". */
async function unreadableLookup(lab: Lab, store: IntentStore, id: string): Promise<void> {
  await plan(lab, `"${id}"`, ['lose']);
  const client = lab.client({ maxRetries: 0 });
  const error = await errorOf(client.intents(store).operations.create(id, order(lab, id)));
  lab.check(effectOf(error) === 'unknown', 'a lost response is not reported as an unknown effect', String(error));
  const key = (await store.find(id))?.intent.key ?? '';
  await plan(lab, `idempotency-keys/${key}`, ['gateway', 'drop']);
  for (let time = 0; time < 2; time++) {
    const fate = await fateOf(client, store, id, false);
    lab.check(fate?.status === 'unknown', 'an intent whose key cannot be read is taken for never sent', fate?.status);
  }
  lab.check((await fateOf(client, store, id, true))?.status === 'accepted', 'an accepted intent is not recovered');
  lab.check((await countOf(client, id)) === 1, 'a recovered intent has not exactly one effect');
}

/** Accepted, the response lost, and then a refusal, or nothing: that says nothing about the first attempt. */
async function refusedAfterLost(
  lab: Lab,
  store: IntentStore,
  { id, faults, ...options }: { id: string; faults: Fault[]; timeoutMs?: number },
): Promise<void> {
  await plan(lab, `"${id}"`, faults);
  const client = lab.client({ maxRetries: 1, ...options });
  const error = await errorOf(client.intents(store).operations.create(id, order(lab, id)));
  lab.check(effectOf(error) === 'unknown', 'a refusal after an effect is reported as none', String(error));
  const { outcome } = (await store.find(id)) ?? {};
  lab.check(outcome === undefined, 'an intent is settled as refused although it was accepted', outcome);
  lab.check((await fateOf(client, store, id, true))?.status === 'accepted', 'an accepted intent is not recovered');
  lab.check((await countOf(client, id)) === 1, 'a recovered intent has not exactly one effect');
}

/** Refused, then sent again unchanged, accepted, and the response lost: it is open, and no longer refused. */
async function lostAfterRefused(lab: Lab, store: IntentStore, id: string): Promise<void> {
  await plan(lab, `"${id}"`, ['suspended', 'lose']);
  const client = lab.client({ maxRetries: 0 });
  const create = () => errorOf(client.intents(store).operations.create(id, order(lab, id)));
  lab.check(effectOf(await create()) === 'none', 'a refusal is reported with an effect');
  lab.check((await store.find(id))?.outcome?.status === 'refused', 'a refused intent is left open');
  lab.check(effectOf(await create()) === 'unknown', 'a lost response is not reported as an unknown effect');
  const { outcome } = (await store.find(id)) ?? {};
  lab.check(outcome === undefined, 'an intent that was sent again is still refused', outcome);
  lab.check((await fateOf(client, store, id, true))?.status === 'accepted', 'an accepted intent is not recovered');
  lab.check((await countOf(client, id)) === 1, 'a recovered intent has not exactly one effect');
}

async function neverSent(lab: Lab, store: IntentStore, id: string): Promise<void> {
  await plan(lab, `"${id}"`, ['drop']);
  const client = lab.client({ maxRetries: 0 });
  await errorOf(client.intents(store).operations.create(id, order(lab, id)));
  lab.check(
    (await fateOf(client, store, id, false))?.status === 'not_sent',
    'an intent that never arrived is not known',
  );
  lab.check((await countOf(client, id)) === 0, 'an intent that was held back has an effect');
  const other = { ...order(lab, id), amount: '26.00' };
  const error = await errorOf(client.intents(store).operations.create(id, other));
  lab.check(error instanceof IntentConflictError, 'an open intent takes another request', String(error));
  lab.check((await fateOf(client, store, id, true))?.status === 'accepted', 'an intent is not sent by its recovery');
  const again = await client.intents(store).operations.create(id, order(lab, id)).withResponse();
  lab.check(again.attempts === 0 && again.data.amount === AMOUNT, 'an accepted intent is sent again', again.attempts);
  lab.check((await countOf(client, id)) === 1, 'a recovered intent has not exactly one effect');
}

async function recoverAll(lab: Lab, store: IntentStore, name: string): Promise<void> {
  const ids = ['a', 'b', 'c'].map((letter) => `${name}-${letter}`);
  await plan(lab, `"${name}`, ['drop', 'lose', 'drop']);
  const client = lab.client({ maxRetries: 0 });
  for (const id of ids) await errorOf(client.intents(store).operations.create(id, order(lab, id)));
  let accepted = 0;
  for await (const { status } of client.intents(store).recover()) accepted += Number(status === 'accepted');
  lab.check(accepted === ids.length, 'a recovery leaves open intents', accepted);
}

async function otherCompany(lab: Lab, store: IntentStore, id: string): Promise<void> {
  await plan(lab, `"${id}"`, ['drop']);
  const client = lab.client({ maxRetries: 0 });
  await errorOf(client.intents(store).operations.create(id, order(lab, id)));
  const stranger = lab.client({ apiKey: lab.task.otherKey });
  const fate = await fateOf(stranger, store, id, true);
  const isRefused = fate?.status === 'unknown' && fate.error instanceof IntentConflictError;
  lab.check(isRefused, 'the intent of another company is recovered', fate);
  const error = await errorOf(stranger.intents(store).operations.create(id, order(lab, id)));
  lab.check(error instanceof IntentConflictError, 'the intent of another company is sent', String(error));
  const { outcome } = (await store.find(id)) ?? {};
  lab.check(outcome === undefined, 'another company settles an intent', outcome);
  lab.check((await fateOf(client, store, id, true))?.status === 'accepted', 'an intent is not sent by its recovery');
}

/** A process that was refused late cannot take back what another one was told. */
async function acceptedStays(lab: Lab, store: IntentStore, id: string): Promise<void> {
  await lab.client().intents(store).operations.create(id, order(lab, id));
  await store.settle(id, { status: 'refused', httpStatus: 403, body: '{}', requestId: undefined });
  const { outcome } = (await store.find(id)) ?? {};
  lab.check(outcome?.status === 'accepted', 'a refusal takes back an accepted intent', outcome);
}

/** Both headers count during a rotation, and only recent ones. `prove signature` forges the rest. */
async function signatures(lab: Lab): Promise<void> {
  const body = JSON.stringify({ id: 'evt_1' });
  const now = Math.floor(Date.now() / 1_000);
  const headersAt = async (seconds: number) => ({
    'service-signature': await webhooks.sign(body, 'whsec_old', seconds),
    'service-signature-next': await webhooks.sign(body, 'whsec_next', seconds),
  });
  for (const secret of ['whsec_old', 'whsec_next', ['whsec_old', 'whsec_next']] as const) {
    const error = await errorOf(webhooks.verify(body, await headersAt(now), secret));
    lab.check(error === undefined, 'a genuine delivery is refused', { secret, error: String(error) });
    for (const seconds of [now - 400, now + 400]) {
      const late = await errorOf(webhooks.verify(body, await headersAt(seconds), secret));
      const isRefused = late instanceof SignatureError && late.code === 'expired';
      lab.check(isRefused, 'a delivery of another time is accepted', { secret, late: String(late) });
    }
  }
}
