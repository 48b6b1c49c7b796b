// Bugs that the proof of delivery must catch.
import type { Plant } from '../harness/plant.ts';

const attempting = (find: string, replace: string) => ({ file: 'events/deliveries/attempt.ts', find, replace });
const planning = (find: string, replace: string) => ({ file: 'events/deliveries/schedule.ts', find, replace });
const serving = (find: string, replace: string) => ({ file: 'events/deliveries/serve.ts', find, replace });

/** The columns of an unsent delivery. */
const UNSENT = `{ ...taken.scope, endpointId: taken.webhookId, deliveryId: due.id, attempts: due.attempts, at: new Date(),
      durationMs: 0, outcome: 'delivered', status: 200, detail: '', answer: '', isGone: false, isSlow: false, nextAt: null }`;

export const deliveryBugs: Record<string, Plant> = {
  'noted-before-sent': {
    what: 'a delivery is marked as delivered before it is sent',
    source: [
      serving(
        'const outcome = await attempt(',
        `await deps.note(${UNSENT});
    const outcome = await attempt(`,
      ),
    ],
  },
  'any-answer-delivers': {
    what: 'any answer counts as delivered, a redirect or an error too',
    source: [
      attempting("sent.kind === 'answered' && sent.status >= 200 && sent.status < 300", "sent.kind === 'answered'"),
    ],
  },
  'broken-connection-delivers': {
    what: 'a connection that broke after the request counts as delivered',
    source: [
      attempting(
        "const isDelivered = sent.kind === 'answered' &&",
        "const isDelivered = sent.kind === 'failed' || sent.kind === 'answered' &&",
      ),
    ],
  },
  'gives-up-soon': {
    what: 'an event is given up after two attempts',
    source: [planning('[5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]', '[5]')],
  },
  'waits-too-long': {
    what: 'every wait is twice as long as promised',
    source: [planning('delay * (1 + JITTER', 'delay * (2 + JITTER')],
  },
  'retry-after-ignored': {
    what: 'the Retry-After of an endpoint is ignored',
    source: [planning('Math.max(jittered, secondsIn(options.retryAfter, options.at))', 'jittered')],
  },
  'skips-a-burst': {
    what: 'of a burst, only the part that one commit hands on is delivered',
    functions: [{ name: 'fan_out_events', find: 'set fanned_out = b.through,', replace: 'set fanned_out = c.last,' }],
  },
  'handed-on-in-two-commits': {
    what: 'how far events were handed on is committed apart from their deliveries, and first',
    source: [
      {
        file: 'events/deliveries/fan-out.ts',
        find: 'const done: Scope[] = await fanOutEvents(db, place, sizes);',
        replace: `await db.query({ parts: ['update event_counters set is_behind = false'], values: [] }).catch(() => []);
    const done: Scope[] = await fanOutEvents(db, place, sizes);`,
      },
    ],
    sql: [
      'grant update on event_counters to cardwright_worker',
      'alter table event_counters disable row level security',
    ],
  },
  'leases-never-end': {
    what: 'deliveries of a dead worker are never taken again',
    functions: [
      {
        name: 'take_webhooks',
        find: '((x.lease_until IS NULL) OR (x.lease_until <= take_webhooks.at))',
        replace: '(x.lease_until IS NULL)',
      },
    ],
  },
  'forgotten-when-released': {
    what: 'a released endpoint is not checked again for waiting deliveries',
    functions: [
      {
        name: 'release_webhook',
        find: "when w.status = 'enabled' then greatest(due, w.rest_until, at)",
        replace: "when w.status = 'enabled' then null",
      },
    ],
  },
  'leases-ignored': {
    what: 'every worker serves every endpoint, even one that another worker serves',
    functions: [
      { name: 'take_webhooks', find: 'COALESCE((x.lease_until > take_webhooks.at), false)', replace: 'false' },
      {
        name: 'take_webhooks',
        find: '((x.lease_until IS NULL) OR (x.lease_until <= take_webhooks.at))',
        replace: 'true',
      },
    ],
  },
  'signed-in-other-letters': {
    what: 'the signed text has another encoding than the sent one',
    source: [{ file: 'events/webhooks/sign.ts', find: '.update(body)', replace: ".update(body.toString('latin1'))" }],
  },
  'signed-once': {
    what: 'a signature carries the time at which the process began to sign',
    source: [
      attempting(
        'const timestamp = Math.floor(at.getTime() / 1_000);',
        'const timestamp = (globalThis.signingSince ??= Math.floor(at.getTime() / 1_000));',
      ),
    ],
  },
  'feed-in-other-bytes': {
    what: 'the feed serializes events again, with their fields in another order',
    source: [
      {
        file: 'events/log/routes.ts',
        find: "bodies.join(',')",
        replace:
          'bodies.map((text) => { const { id, ...rest } = JSON.parse(text); return JSON.stringify({ ...rest, id }); })',
      },
    ],
  },
  'feed-skips': {
    what: 'a page of the feed leaves out its first event',
    source: [
      {
        file: 'events/log/sql.ts',
        find: 'and sequence > ${afterSequence}',
        replace: 'and sequence > ${afterSequence}::bigint + 1',
      },
    ],
  },
  'hanging-block-others': {
    what: 'endpoints are taken when all that were taken before are done',
    source: [
      {
        file: 'events/deliveries/work.ts',
        find: 'await serving.takeAndServe(isSlow, wake);',
        replace: 'await serving.takeAndServe(isSlow, wake);\n    await serving.over();',
      },
    ],
  },
};
