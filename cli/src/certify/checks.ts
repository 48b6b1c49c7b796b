// The checks of a receiver: each one tries to make it fail.
import { randomUUID } from 'node:crypto';
import { webhooks } from '@cardwright/sdk';
import { type Delivered, deliver } from '../deliver.ts';
import { type Applied, readApplied } from './applied.ts';
import type { Tried } from './events.ts';

export type Receiver = { target: string; secret: string; applied: string | undefined; events: readonly Tried[] };

/** Without a problem the check passed. It is skipped if it needs --applied. */
export type Finding = { check: string; remedy: string; problem: string | undefined; isSkipped?: boolean };

type Check = {
  name: string;
  remedy: string;
  needsApplied?: boolean;
  find: (receiver: Receiver) => Promise<string | undefined>;
};

/** Beyond the tolerance of 300 seconds. */
const TOO_OLD_SECONDS = 600;

/** Concurrent deliveries of one event. A lost response causes two. */
const CONCURRENT = 5;

/** The largest metadata: 20 keys of 500 characters, each up to three bytes. */
const LARGE_TEXT = 'ü'.repeat(20_000);

const send = ({ target, secret }: Receiver, body: string, headers?: Record<string, string>) =>
  deliver(target, { id: idOf(body), body, secret, ...(headers === undefined ? {} : { headers }) });

const idOf = (body: string) => (JSON.parse(body) as { id: string }).id;
const seconds = () => Math.floor(Date.now() / 1_000);
const responseOf = (what: string, { words }: Delivered) => `${what} got the response ${words}`;

const mustAccept = async (receiver: Receiver, what: string, body: string, headers?: Record<string, string>) => {
  const delivered = await send(receiver, body, headers);
  return delivered.isAccepted ? undefined : responseOf(what, delivered);
};
const mustReject = async (receiver: Receiver, what: string, body: string, headers: Record<string, string>) => {
  const delivered = await send(receiver, body, headers);
  if (delivered.status === undefined) return responseOf(what, delivered);
  return delivered.isAccepted ? responseOf(what, delivered) : undefined;
};

/** An event with a new id, so that no earlier check has delivered it. */
function invented({ events }: Receiver, change: object = {}): string {
  const [first] = events;
  const event = JSON.parse(first?.text ?? '{}') as Record<string, unknown>;
  const id = `evt_${randomUUID().replaceAll('-', '').slice(0, 26)}`;
  return JSON.stringify({ ...event, id, type: 'certify.unknown', ...change });
}

/** An event that is the only one of its object: the check of order must be the first to deliver the others. */
function alone({ events }: Pick<Receiver, 'events'>, index: number): Tried {
  const isAlone = ({ id, objectId }: Tried) => !events.some((each) => each.objectId === objectId && each.id !== id);
  const found = events.filter(isAlone)[index];
  if (found === undefined) throw new Error('too few events');
  return found;
}

const firstOf = (receiver: Receiver): Tried => alone(receiver, 0);
/** The event that is delivered concurrently. */
export const concurrentOf = (receiver: Pick<Receiver, 'events'>): Tried => alone(receiver, 1);
const countOf = (applied: Applied, id: string) => applied.events.filter((each) => each === id).length;
const appliedOnce = async ({ applied = '' }: Receiver, id: string) => {
  const count = countOf(await readApplied(applied), id);
  return count === 1 ? undefined : `${id} was applied ${count} times`;
};

/** In this order: later checks rely on events that earlier ones delivered. */
const checks: readonly Check[] = [
  {
    name: 'accepts a valid event',
    remedy: 'Respond with 2xx as soon as the event is stored.',
    find: (receiver) => mustAccept(receiver, 'A valid delivery', firstOf(receiver).text),
  },
  {
    name: 'rejects a signature made with another secret',
    remedy: 'Compare Service-Signature with the HMAC-SHA-256 made with your secret. If they differ, respond with 400.',
    find: async (receiver) => {
      const body = invented(receiver);
      return mustReject(receiver, 'A delivery signed with another secret', body, {
        'service-signature': await webhooks.sign(body, 'whsec_another'),
      });
    },
  },
  {
    name: 'rejects an altered body',
    remedy: 'Compute the signature over the body exactly as received.',
    find: async (receiver) => {
      const body = invented(receiver);
      return mustReject(receiver, 'A body altered in transit', body.replace('certify', 'changed'), {
        'service-signature': await webhooks.sign(body, receiver.secret),
      });
    },
  },
  {
    name: 'rejects a delivery without a signature',
    remedy: 'Respond with 400 if Service-Signature is missing.',
    find: (receiver) => mustReject(receiver, 'A delivery without a signature', invented(receiver), {}),
  },
  {
    name: 'rejects a malformed signature without crashing',
    remedy: 'Treat a Service-Signature that you cannot parse as a wrong one.',
    find: async (receiver) => {
      for (const value of ['t=,v1=', 'v1=00', `t=${seconds()},v1=${'z'.repeat(64)}`, ',,=,', 't=1e9']) {
        const problem = await mustReject(receiver, `Service-Signature: ${value}`, invented(receiver), {
          'service-signature': value,
        });
        if (problem !== undefined) return problem;
      }
      return mustAccept(receiver, 'A valid delivery after malformed ones', firstOf(receiver).text);
    },
  },
  {
    name: 'rejects a timestamp outside the tolerance',
    remedy: 'Reject a delivery if its `t` is more than 300 seconds from your clock: it may be a replay.',
    find: async (receiver) => {
      for (const at of [seconds() - TOO_OLD_SECONDS, seconds() + TOO_OLD_SECONDS]) {
        const body = invented(receiver);
        const problem = await mustReject(receiver, `A signature with a timestamp ${at - seconds()} s from now`, body, {
          'service-signature': await webhooks.sign(body, receiver.secret, at),
        });
        if (problem !== undefined) return problem;
      }
      return undefined;
    },
  },
  {
    name: 'verifies the raw body',
    remedy: 'Keep the raw body. Parsing and serializing it again changes its bytes.',
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
    name: 'accepts either signature during a rotation of the secret',
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
    name: 'accepts unknown event types',
    remedy: 'Respond with 2xx and ignore them: new types can be added at any time.',
    find: (receiver) => mustAccept(receiver, 'An event of an unknown type', invented(receiver)),
  },
  {
    name: 'accepts a large event',
    remedy: 'Accept bodies of up to 1 MB.',
    find: (receiver) =>
      mustAccept(
        receiver,
        'A 40 kB event',
        invented(receiver, { data: { object: { id: 'op_certify', status: 'queued', description: LARGE_TEXT } } }),
      ),
  },
  {
    name: 'counts an event once when it arrives again',
    remedy: 'Store the id of each event under a unique constraint, in the same transaction as its effects.',
    needsApplied: true,
    find: async (receiver) => {
      const { text, id } = firstOf(receiver);
      for (const what of ['The second delivery of an event', 'The third delivery of an event']) {
        const problem = await mustAccept(receiver, what, text);
        if (problem !== undefined) return problem;
      }
      return appliedOnce(receiver, id);
    },
  },
  {
    name: 'counts an event once when it arrives several times concurrently',
    remedy: 'Rely on the unique constraint. Checking for the id before you insert it is a race.',
    needsApplied: true,
    find: async (receiver) => {
      const event = concurrentOf(receiver);
      await Promise.all(Array.from({ length: CONCURRENT }, () => send(receiver, event.text)));
      const problem = await mustAccept(receiver, 'An event that arrived several times concurrently', event.text);
      return problem ?? appliedOnce(receiver, event.id);
    },
  },
  {
    name: 'keeps the latest status when events arrive out of order',
    remedy: 'Store the `sequence` of the last event of each object. Ignore the status in events with a lower one.',
    needsApplied: true,
    find: async (receiver) => {
      const newestOf = new Map(receiver.events.map((event) => [event.objectId, event]));
      for (const event of receiver.events.toReversed()) {
        const problem = await mustAccept(receiver, `${event.type} ${event.id}`, event.text);
        if (problem !== undefined) return problem;
      }
      const { objects } = await readApplied(receiver.applied ?? '');
      const wrong = [...newestOf.values()].filter(({ objectId, status }) => objects[objectId] !== status);
      const [first] = wrong;
      if (first === undefined) return undefined;
      const { objectId, status } = first;
      return `${wrong.length} objects have the wrong status, such as ${objectId}: ${objects[objectId]} instead of ${status}`;
    },
  },
  {
    name: 'applies every event exactly once',
    remedy: 'Apply each new event, whichever arrived before it. `manual_review` is neither success nor failure.',
    needsApplied: true,
    find: async ({ applied = '', events }) => {
      const found = await readApplied(applied);
      const wrong = events.filter(({ id }) => countOf(found, id) !== 1);
      const [first] = wrong;
      if (first === undefined) return undefined;
      return `${wrong.length} of ${events.length} events were not applied exactly once, such as ${first.type} ${first.id}`;
    },
  },
];

/** Runs all checks, one after another. */
export async function testReceiver(receiver: Receiver, report: (finding: Finding) => void): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name: check, remedy, needsApplied = false, find } of checks) {
    const isSkipped = needsApplied && receiver.applied === undefined;
    const finding = { check, remedy, problem: isSkipped ? undefined : await find(receiver), isSkipped };
    findings.push(finding);
    report(finding);
  }
  return findings;
}
