// Sends notifications to a world as its issuer does: signed, over HTTP, and waits for the worker's outcome.
import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import { expect } from 'vitest';
import { until } from '../until.ts';
import type { World } from '../world.ts';

export type Said = { id?: string; type: string; account?: string; data: object };

/** Signs a notification: its bytes, and the headers with the signature. */
function signed(world: World, { id = `evt_${randomUUID()}`, ...said }: Said) {
  const [keyId = '', der = ''] = world.stack.secrets.issuer.notificationPrivateKey.split(':');
  const key = createPrivateKey({ key: Buffer.from(der, 'base64'), format: 'der', type: 'pkcs8' });
  const raw = JSON.stringify({ id, ...said, occurredAt: new Date().toISOString() });
  const seconds = Math.floor(Date.now() / 1_000);
  const signature = `t=${seconds},ed25519=${sign(null, Buffer.from(`${seconds}.${raw}`), key).toString('base64')}`;
  return { id, raw, keyId, signature };
}

/** Notifies the world without waiting for the outcome; returns the event id. */
export async function send(world: World, said: Said): Promise<string> {
  const { id, raw, keyId, signature } = signed(world, said);
  const headers = { 'issuer-key': keyId, 'issuer-signature': signature };
  const answer = await world.ask('/issuer/sandbox/notifications', { method: 'POST', raw, headers });
  expect(answer).toMatchObject({ status: 200 });
  return id;
}

/** Notifies the world and returns the outcome. */
export async function notify(world: World, said: Said): Promise<string> {
  return outcomeOf(world, await send(world, said));
}

/** The outcome of the last notification with an event id, once processed. */
export async function outcomeOf({ admin }: World, eventId: string): Promise<string> {
  const text = 'select outcome from issuer_notifications where event_id = $1 order by received_at desc limit 1';
  const outcome = async () => (await admin.query(text, [eventId])).rows[0]?.outcome as string | null;
  return (await until(outcome, (found) => found !== null)) ?? '';
}
