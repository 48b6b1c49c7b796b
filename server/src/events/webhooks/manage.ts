// Actions of clients and operators on endpoints. A secret is in memory here only while it is created, and elsewhere
// only to sign.
import type { Clock } from '../../foundation/clock.ts';
import type { SealingKeys } from '../../foundation/config.ts';
import { newUuid, toId } from '../../foundation/ids.ts';
import { type RefusalDetails, refuse } from '../../foundation/refusals/refusals.ts';
import type { Scope } from '../../foundation/scope.ts';
import { newSecret } from '../../foundation/secrets.ts';
import { refuseForKey } from '../../identity/keys/refuse.ts';
import { type Actor, administer } from '../../identity/operators/act.ts';
import type { Db } from '../../platform/db/db.ts';
import type { AllowList } from '../../platform/guard/allow.ts';
import { checkUrl } from '../../platform/guard/url.ts';
import { sealSecret } from './seal.ts';
import { withoutQuery } from './show.ts';
import { type Action, type Changed, changeByKey } from './sql.ts';

/** More than a company needs, and few enough to send every event to each. */
const MOST_WEBHOOKS = 16;

/** Some minutes of sending. Larger ranges can be replayed in parts. */
const MOST_REPLAYED = 10_000;

/** Events that a count reads, subscribed or not: about 100 ms. */
const MOST_READ = 50_000;

/**
 * Deliveries that replays may create per company and environment within the hours below: two of the largest replays.
 * Cancelled deliveries and those of deleted endpoints count too. The feed has every event and no budget.
 */
const REPLAY_BUDGET = 20_000;
const REPLAY_BUDGET_HOURS = 24;

/** Long enough for a careful rollout of a new secret. */
const ROTATION_MS = 24 * 3_600_000;

/** Secret scanners recognise it. The prefix is part of the signing key. */
const SECRET_PREFIX = 'whsec_';

/** The actor: a client by its API key, or an operator. */
export type By = { keyId: string } | Actor;

export type WebhookTools = { db: Db; clock: Clock; sealingKeys: SealingKeys; allow: AllowList };

/** An endpoint in its API representation, parsed from the response bytes. */
export type Shown = Record<string, unknown> & { id: string; url: string };

export type Wanted = { url: string; events: readonly string[]; description: string };

/** Registers an endpoint, which receives all events from now on. Only this response contains the secret. */
export async function registerWebhook(
  tools: WebhookTools,
  scope: Scope,
  by: By,
  wanted: Wanted,
): Promise<{ webhook: Shown; secret: string }> {
  const at = tools.clock.now();
  const id = newUuid(at);
  const { secret, sealed } = newSealed(tools, scope, id);
  const checked = check(tools, wanted);
  const given = { id, at, ...wanted, ...checked, ...sealed, most: MOST_WEBHOOKS };
  const details = toDetails({ ...wanted, ...checked });
  const { webhook } = await change(tools, scope, by, { action: 'create', id, given, details });
  return { webhook: shownIn(webhook), secret };
}

/** Changes the given fields. An endpoint that is enabled again receives all events from now on. */
export async function changeWebhook(
  tools: WebhookTools,
  scope: Scope,
  by: By,
  { id, ...wishes }: { id: string; status?: 'enabled' | 'disabled' } & Partial<Wanted>,
): Promise<Shown> {
  const wanted = { ...wishes, ...check(tools, wishes) };
  const given = { id, at: tools.clock.now(), ...wanted, by: 'keyId' in by ? 'client' : 'operator' };
  const { webhook } = await change(tools, scope, by, { action: 'change', id, given, details: toDetails(wanted) });
  return shownIn(webhook);
}

/** Deletes an endpoint with its secret. Pending deliveries are never sent. */
export async function deleteWebhook(tools: WebhookTools, scope: Scope, by: By, id: string): Promise<void> {
  await change(tools, scope, by, { action: 'delete', id, given: { id, at: tools.clock.now() } });
}

/** Creates a second secret, which replaces the first when the rotation is confirmed, or after a day. */
export async function rotateSecret(
  tools: WebhookTools,
  scope: Scope,
  by: By,
  id: string,
): Promise<{ webhook: Shown; secret: string }> {
  const at = tools.clock.now();
  const { secret, sealed } = newSealed(tools, scope, id);
  const given = { id, at, ...sealed, until: new Date(at.getTime() + ROTATION_MS) };
  const { webhook } = await change(tools, scope, by, { action: 'rotate', id, given });
  return { webhook: shownIn(webhook), secret };
}

/** Ends a rotation: from now on only the new secret signs. */
export async function confirmSecret(tools: WebhookTools, scope: Scope, by: By, id: string): Promise<Shown> {
  const given = { id, at: tools.clock.now() };
  return shownIn((await change(tools, scope, by, { action: 'confirm', id, given })).webhook);
}

/** Sends a `webhook.test` event to this endpoint; returns the event's id. */
export async function testWebhook(tools: WebhookTools, scope: Scope, by: By, id: string): Promise<string> {
  const { eventId } = await change(tools, scope, by, { action: 'test', id, given: { id, at: tools.clock.now() } });
  if (eventId === undefined) throw new Error('a test has no event');
  return toId('event', eventId);
}

/** Counts the events of a time range that the endpoint subscribes to. Given that count, it replays them. */
export async function replayEvents(
  tools: WebhookTools,
  scope: Scope,
  by: By,
  { id, ...asked }: { id: string; from: Date; to: Date; count?: number },
): Promise<{ count: number; replayed: boolean }> {
  const limits = {
    most: MOST_REPLAYED,
    mostRead: MOST_READ,
    budget: REPLAY_BUDGET,
    budgetHours: REPLAY_BUDGET_HOURS,
  };
  const given = { id, at: tools.clock.now(), ...asked, ...limits };
  const { count = 0 } = await change(tools, scope, by, { action: 'replay', id, given, details: asked });
  return { count, replayed: asked.count !== undefined };
}

type Asked = { action: Action; id: string; given: object; details?: object };

async function change(tools: WebhookTools, scope: Scope, by: By, asked: Asked): Promise<Changed> {
  const changed = await ('keyId' in by
    ? changeByKey(tools.db, scope, by.keyId, asked).catch(refuseForKey)
    : changeForOperator(tools.db, scope, by, asked));
  if (changed.refused !== undefined) refuse(changed.refused, wordsOf(changed));
  return changed;
}

/** Audits an operator's change. Refusals and mere counts are not audited. */
async function changeForOperator(db: Db, scope: Scope, actor: Actor, asked: Asked): Promise<Changed> {
  const { action: change, id, given, details } = asked;
  const { companyId: company, environment } = scope;
  const answer = await administer<Changed>(db, actor, {
    action: 'webhook.change',
    given: { company, environment, change, id, given, details },
  });
  if (!('result' in answer)) throw new Error('a change of a webhook has no result');
  return answer.result;
}

/** The audit details. They are kept forever, so parts of a URL that may be secret are left out. */
function toDetails({ url, ...wanted }: Partial<Wanted>): object {
  return url === undefined ? wanted : { ...wanted, url: withoutQuery(url) };
}

function wordsOf({ refused, count, left, seconds }: Changed): RefusalDetails {
  if (refused === 'replay_changed') {
    return { message: `There are ${count} events now: look at them again, then repeat.` };
  }
  if (refused !== 'replay_budget_used' || seconds === undefined) return {};
  const message =
    `This replay has ${count} events, and ${left} of ${REPLAY_BUDGET} in ${REPLAY_BUDGET_HOURS} hours are left. ` +
    'Narrow the range, wait as long as Retry-After says, or read GET /api/v1/events.';
  return { message, retryAfter: seconds };
}

/** Refuses a URL to which events may not be sent. */
function check({ allow }: WebhookTools, wanted: Partial<Wanted>): { url?: string } {
  if (wanted.url === undefined) return {};
  const checked = checkUrl(wanted.url, allow);
  return checked.ok ? { url: checked.url.href } : refuse('webhook_url_refused', { message: checked.why });
}

function newSealed({ sealingKeys }: WebhookTools, scope: Scope, webhookId: string) {
  const secret = `${SECRET_PREFIX}${newSecret()}`;
  const { sealingKey, sealedSecret } = sealSecret(sealingKeys, { scope, webhookId }, secret);
  return { secret, sealed: { sealingKey, sealedSecret: sealedSecret.toString('base64') } };
}

function shownIn(text: string | undefined): Shown {
  if (text === undefined) throw new Error('an endpoint was changed and is not shown');
  return JSON.parse(text) as Shown;
}
