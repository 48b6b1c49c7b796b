// What clients and operators do to endpoints. A secret is known here for the moment in which it is made, and nowhere
// else before it signs something.
import { holdsCardNumber } from '../card-numbers.ts';
import type { Clock } from '../clock.ts';
import type { SealingKeys } from '../config.ts';
import type { Db } from '../db/db.ts';
import type { AllowList } from '../guard/allow.ts';
import { checkUrl } from '../guard/url.ts';
import { newUuid, toId } from '../ids.ts';
import { refuseForKey } from '../keys/refuse.ts';
import { audit } from '../operators/audit.ts';
import { refuse } from '../refusals.ts';
import type { Scope } from '../scope.ts';
import { newSecret } from '../secrets.ts';
import { sealSecret } from './seal.ts';
import { type Act, type Changed, changeByKey, changeByOperator } from './sql.ts';

/** More than a company needs, and few enough to tell each of them of everything. */
const MOST_WEBHOOKS = 16;

/** So many deliveries are made in one commit of a second; more can be asked for in parts. */
const MOST_REPLAYED = 10_000;

/** Long enough to roll out a new secret with care. */
const ROTATION_MS = 24 * 3_600_000;

/** Scanners recognise it. Whoever verifies a signature uses all of it. */
const SECRET_PREFIX = 'whsec_';

/** Who acts: a client by its API key, or an operator. */
export type By = { keyId: string } | { operatorId: string };

export type WebhookTools = { db: Db; clock: Clock; sealingKeys: SealingKeys; allow: AllowList };

/** An endpoint as it is shown, parsed from the bytes that show it. */
export type Shown = Record<string, unknown> & { id: string };

export type Wanted = { url: string; events: readonly string[]; description: string };

/** Registers an endpoint, which is told of everything from now on. The secret is in the answer and nowhere else. */
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
  const { webhook } = await change(tools, scope, by, { act: 'create', id, given, details });
  return { webhook: shownIn(webhook), secret };
}

/** Changes what is given; one that is enabled again is told of everything from now on. */
export async function changeWebhook(
  tools: WebhookTools,
  scope: Scope,
  by: By,
  { id, ...wishes }: { id: string; status?: 'enabled' | 'disabled' } & Partial<Wanted>,
): Promise<Shown> {
  const wanted = { ...wishes, ...check(tools, wishes) };
  const given = { id, at: tools.clock.now(), ...wanted, by: 'keyId' in by ? 'client' : 'operator' };
  const { webhook } = await change(tools, scope, by, { act: 'change', id, given, details: toDetails(wanted) });
  return shownIn(webhook);
}

/** Deletes an endpoint with its secret; what was not sent to it yet never is. */
export async function deleteWebhook(tools: WebhookTools, scope: Scope, by: By, id: string): Promise<void> {
  await change(tools, scope, by, { act: 'delete', id, given: { id, at: tools.clock.now() } });
}

/** Makes a second secret beside the first, which it replaces when that is confirmed, or after a day. */
export async function rotateSecret(
  tools: WebhookTools,
  scope: Scope,
  by: By,
  id: string,
): Promise<{ webhook: Shown; secret: string }> {
  const at = tools.clock.now();
  const { secret, sealed } = newSealed(tools, scope, id);
  const given = { id, at, ...sealed, until: new Date(at.getTime() + ROTATION_MS) };
  const { webhook } = await change(tools, scope, by, { act: 'rotate', id, given });
  return { webhook: shownIn(webhook), secret };
}

/** Ends a rotation: from now on everything is signed with the new secret alone. */
export async function confirmSecret(tools: WebhookTools, scope: Scope, by: By, id: string): Promise<Shown> {
  const given = { id, at: tools.clock.now() };
  return shownIn((await change(tools, scope, by, { act: 'confirm', id, given })).webhook);
}

/** Tells this endpoint a `webhook.test`; answers the id of the event. */
export async function testWebhook(tools: WebhookTools, scope: Scope, by: By, id: string): Promise<string> {
  const { eventId } = await change(tools, scope, by, { act: 'test', id, given: { id, at: tools.clock.now() } });
  if (eventId === undefined) throw new Error('a test has no event');
  return toId('event', eventId);
}

/** Counts the events of a time range that the endpoint wants; with that number given, tells it of them again. */
export async function replayEvents(
  tools: WebhookTools,
  scope: Scope,
  by: By,
  { id, ...asked }: { id: string; from: Date; to: Date; count?: number },
): Promise<{ count: number; replayed: boolean }> {
  const given = { id, at: tools.clock.now(), ...asked, most: MOST_REPLAYED };
  const { count = 0 } = await change(tools, scope, by, { act: 'replay', id, given, details: asked });
  return { count, replayed: asked.count !== undefined };
}

type Asked = { act: Act; id: string; given: object; details?: object };

async function change(tools: WebhookTools, scope: Scope, by: By, asked: Asked): Promise<Changed> {
  const changed = await ('keyId' in by
    ? changeByKey(tools.db, scope, by.keyId, asked).catch(refuseForKey)
    : changeAndAudit(tools, scope, by, asked));
  if (changed.refused !== undefined) refuse(changed.refused, wordsOf(changed));
  return changed;
}

/** What an operator did is in the log; what was refused, or only counted, is not. */
async function changeAndAudit(tools: WebhookTools, scope: Scope, actor: { operatorId: string }, asked: Asked) {
  return tools.db.write(scope, async (tx) => {
    const changed = await changeByOperator(tx, scope, asked);
    const isCount = asked.act === 'replay' && (asked.given as { count?: number }).count === undefined;
    if (changed.refused !== undefined || isCount) return changed;
    await audit(tx, {
      at: tools.clock.now(),
      actor,
      action: `webhook.${asked.act}`,
      scope,
      subject: toId('webhook', asked.id),
      ...(asked.details === undefined ? {} : { details: asked.details }),
    });
    return changed;
  });
}

/** What the log keeps: for ever, so nothing of a URL that could be a secret. */
function toDetails({ url, ...wanted }: Partial<Wanted>): object {
  if (url === undefined) return wanted;
  const { origin, pathname } = new URL(url);
  return { ...wanted, url: `${origin}${pathname}` };
}

const wordsOf = ({ refused, count }: Changed) =>
  refused === 'replay_changed' ? { message: `There are ${count} events now: look at them again, then repeat.` } : {};

/** Refuses what may not be told anything, and texts that we may not keep. */
function check({ allow }: WebhookTools, wanted: Partial<Wanted>): { url?: string } {
  if (wanted.description !== undefined && holdsCardNumber(wanted.description)) refuse('card_number_refused');
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
