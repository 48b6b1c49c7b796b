// What a receiver must do, each as an attempt to make it do otherwise.
import { randomUUID } from 'node:crypto';
import { webhooks } from '@cardwright/sdk';
import { type Delivered, deliver } from '../deliver.ts';
import { type Applied, readApplied } from './applied.ts';
import type { Tried } from './events.ts';

export type Receiver = { target: string; secret: string; applied: string | undefined; events: readonly Tried[] };

/** Undefined: it did right. `skipped`: it needs --applied. */
export type Finding = { check: string; remedy: string; wrong: string | undefined; isSkipped?: boolean };

type Check = {
  name: string;
  remedy: string;
  needsApplied?: boolean;
  find: (receiver: Receiver) => Promise<string | undefined>;
};

/** Beyond the tolerance of 300 seconds. */
const TOO_OLD_SECONDS = 600;

/** Deliveries of one event at the same moment, as after a lost response. */
const AT_ONCE = 5;

/** The largest metadata: 20 keys of 500 characters, each up to three bytes. */
const LARGE_TEXT = 'ü'.repeat(20_000);

const send = ({ target, secret }: Receiver, body: string, headers?: Record<string, string>) =>
  deliver(target, { id: idOf(body), body, secret, ...(headers === undefined ? {} : { headers }) });

const idOf = (body: string) => (JSON.parse(body) as { id: string }).id;
const seconds = () => Math.floor(Date.now() / 1_000);
const refusal = (what: string, { words }: Delivered) => `${what} was answered with ${words}`;

const mustAccept = async (receiver: Receiver, what: string, body: string, headers?: Record<string, string>) => {
  const delivered = await send(receiver, body, headers);
  return delivered.isAccepted ? undefined : refusal(what, delivered);
};
const mustRefuse = async (receiver: Receiver, what: string, body: string, headers: Record<string, string>) => {
  const delivered = await send(receiver, body, headers);
  if (delivered.status === undefined) return refusal(what, delivered);
  return delivered.isAccepted ? refusal(what, delivered) : undefined;
};

/** An event of our own: no real one has this id, so nothing of it may be left behind by an earlier check. */
function invented({ events }: Receiver, change: object = {}): string {
  const [first] = events;
  const event = JSON.parse(first?.text ?? '{}') as Record<string, unknown>;
  const id = `evt_${randomUUID().replaceAll('-', '').slice(0, 26)}`;
  return JSON.stringify({ ...event, id, type: 'certify.unknown', ...change });
}

/** Objects with one event only: the others are kept for the check of disorder, which must be the first to send them. */
function alone({ events }: Receiver, index: number): Tried {
  const isAlone = ({ id, objectId }: Tried) => !events.some((each) => each.objectId === objectId && each.id !== id);
  const found = events.filter(isAlone)[index];
  if (found === undefined) throw new Error('too few events');
  return found;
}

const firstOf = (receiver: Receiver): Tried => alone(receiver, 0);
const countOf = (applied: Applied, id: string) => applied.events.filter((each) => each === id).length;
const twice = async ({ applied = '' }: Receiver, id: string) => {
  const count = countOf(await readApplied(applied), id);
  return count === 1 ? undefined : `${id} was applied ${count} times`;
};

/** In this order: later checks rely on events that earlier ones delivered. */
const checks: readonly Check[] = [
  {
    name: 'accepts an event',
    remedy: 'Answer 2xx as soon as the event is stored.',
    find: (receiver) => mustAccept(receiver, 'A valid delivery', firstOf(receiver).text),
  },
  {
    name: 'refuses another secret',
    remedy: 'Compare Service-Signature with an HMAC-SHA-256 under your secret; answer 400 if it differs.',
    find: async (receiver) => {
      const body = invented(receiver);
      return mustRefuse(receiver, 'A delivery signed with another secret', body, {
        'service-signature': await webhooks.sign(body, 'whsec_another'),
      });
    },
  },
  {
    name: 'refuses a changed body',
    remedy: 'Compute the signature over the bytes that came.',
    find: async (receiver) => {
      const body = invented(receiver);
      return mustRefuse(receiver, 'A body that was changed on its way', body.replace('certify', 'changed'), {
        'service-signature': await webhooks.sign(body, receiver.secret),
      });
    },
  },
  {
    name: 'refuses a delivery without a signature',
    remedy: 'A missing Service-Signature is a refusal.',
    find: (receiver) => mustRefuse(receiver, 'A delivery without a signature', invented(receiver), {}),
  },
  {
    name: 'refuses a malformed signature and survives it',
    remedy: 'Treat a Service-Signature that cannot be read as a wrong one.',
    find: async (receiver) => {
      for (const value of ['t=,v1=', 'v1=00', `t=${seconds()},v1=${'z'.repeat(64)}`, ',,=,', 't=1e9']) {
        const wrong = await mustRefuse(receiver, `Service-Signature: ${value}`, invented(receiver), {
          'service-signature': value,
        });
        if (wrong !== undefined) return wrong;
      }
      return mustAccept(receiver, 'A valid delivery after malformed ones', firstOf(receiver).text);
    },
  },
  {
    name: 'refuses an old delivery',
    remedy: 'Refuse a `t` that is more than 300 seconds from your clock: it may be a replay by somebody who listened.',
    find: async (receiver) => {
      for (const at of [seconds() - TOO_OLD_SECONDS, seconds() + TOO_OLD_SECONDS]) {
        const body = invented(receiver);
        const wrong = await mustRefuse(receiver, `A signature of ${at - seconds()} s from now`, body, {
          'service-signature': await webhooks.sign(body, receiver.secret, at),
        });
        if (wrong !== undefined) return wrong;
      }
      return undefined;
    },
  },
  {
    name: 'verifies the bytes, not what it parsed from them',
    remedy: 'Keep the raw body. Parsing and serializing it again changes bytes.',
    find: (receiver) =>
      mustAccept(
        receiver,
        'A valid body with spaces and keys that look like numbers',
        invented(receiver, { data: { object: { id: 'op_certify', status: 'queued', metadata: {} } } })
          .replace('"metadata":{}', '"metadata":{"10":"a","2":"\\u00e9"}')
          .replace('{', '{ '),
      ),
  },
  {
    name: 'accepts either signature while a secret is rotated',
    remedy: 'Accept Service-Signature-Next as well as Service-Signature.',
    find: async (receiver) => {
      const body = invented(receiver);
      return mustAccept(receiver, 'A delivery whose second signature is yours', body, {
        'service-signature': await webhooks.sign(body, 'whsec_the_other_one'),
        'service-signature-next': await webhooks.sign(body, receiver.secret),
      });
    },
  },
  {
    name: 'accepts types that it does not know',
    remedy: 'Answer 2xx and ignore them: types are added.',
    find: (receiver) => mustAccept(receiver, 'An event of an unknown type', invented(receiver)),
  },
  {
    name: 'accepts a large event',
    remedy: 'Allow bodies of a megabyte.',
    find: (receiver) =>
      mustAccept(
        receiver,
        'An event of 40 kB',
        invented(receiver, { data: { object: { id: 'op_certify', status: 'queued', description: LARGE_TEXT } } }),
      ),
  },
  {
    name: 'counts a repeated event once',
    remedy: 'Store the id of each event under a unique key, in the transaction of its effects.',
    needsApplied: true,
    find: async (receiver) => {
      const { text, id } = firstOf(receiver);
      for (const what of ['An event for the second time', 'An event for the third time']) {
        const wrong = await mustAccept(receiver, what, text);
        if (wrong !== undefined) return wrong;
      }
      return twice(receiver, id);
    },
  },
  {
    name: 'counts an event once that comes several times at once',
    remedy: 'Let the database refuse the second: reading whether an id is known and then storing it leaves a gap.',
    needsApplied: true,
    find: async (receiver) => {
      const event = alone(receiver, 1);
      await Promise.all(Array.from({ length: AT_ONCE }, () => send(receiver, event.text)));
      const wrong = await mustAccept(receiver, 'An event that came several times at once', event.text);
      return wrong ?? twice(receiver, event.id);
    },
  },
  {
    name: 'is not misled by disorder',
    remedy: 'Keep the `sequence` of the last event of each object, and let no older one change its status.',
    needsApplied: true,
    find: async (receiver) => {
      const newestOf = new Map(receiver.events.map((event) => [event.objectId, event]));
      for (const event of receiver.events.toReversed()) {
        const wrong = await mustAccept(receiver, `${event.type} ${event.id}`, event.text);
        if (wrong !== undefined) return wrong;
      }
      const { objects } = await readApplied(receiver.applied ?? '');
      const wrong = [...newestOf.values()].filter(({ objectId, status }) => objects[objectId] !== status);
      const [first] = wrong;
      if (first === undefined) return undefined;
      const { objectId, status } = first;
      return `${wrong.length} objects have another status, such as ${objectId}: ${objects[objectId]} instead of ${status}`;
    },
  },
  {
    name: 'applies every event of every fault once',
    remedy:
      'Apply an event that you do not have, whatever came before it. `manual_review` is neither success nor failure.',
    needsApplied: true,
    find: async ({ applied = '', events }) => {
      const found = await readApplied(applied);
      const wrong = events.filter(({ id }) => countOf(found, id) !== 1);
      const [first] = wrong;
      if (first === undefined) return undefined;
      return `${wrong.length} of ${events.length} events were not applied once, such as ${first.type} ${first.id}`;
    },
  },
];

/** Tries everything, one after another. */
export async function tryReceiver(receiver: Receiver, report: (finding: Finding) => void): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name: check, remedy, needsApplied = false, find } of checks) {
    const isSkipped = needsApplied && receiver.applied === undefined;
    const finding = { check, remedy, wrong: isSkipped ? undefined : await find(receiver), isSkipped };
    findings.push(finding);
    report(finding);
  }
  return findings;
}
