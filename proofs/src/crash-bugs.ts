// Bugs that the proof of crashes must catch. Some wait where a death matters, so that it is not met by luck only.
import type { Plant } from './plant.ts';

const accepting = (find: string, replace: string) => ({ file: 'orders/accept.ts', find, replace });
const claiming = (find: string, replace: string) => ({ file: 'running/claim.ts', find, replace });
const settling = (find: string, replace: string) => ({ file: 'running/settle.ts', find, replace });

/** Without this, a poke that is lost would be made again from its operation. */
const forgottenStayForgotten = { file: 'running/work.ts', find: 'pokeForgotten(runner), ', replace: '' };

const waitFor = (milliseconds: number) => `await new Promise((go) => setTimeout(go, ${milliseconds}));`;

export const crashBugs: Record<string, Plant> = {
  'poke-after-commit': {
    what: 'an operation is accepted in one commit and its poke is sent in the next',
    source: [
      accepting('await pokes.send(\n          tx,', 'globalThis.pokeLater = (tx) => pokes.send(\n          tx,'),
      accepting(
        "      crashPoint('after-accept');\n",
        "      crashPoint('after-accept');\n      await db.writeUnscoped(globalThis.pokeLater);\n",
      ),
      forgottenStayForgotten,
    ],
  },
  'answered-before-commit': {
    what: 'the client is answered before its operation is committed',
    source: [
      accepting(
        'const answered = await db.writeUnscoped(',
        'const early = Promise.withResolvers();\n      const committing = db.writeUnscoped(',
      ),
      accepting(
        "        crashPoint('before-accept-commit');\n",
        `        early.resolve(answers);\n        ${waitFor(100)}\n        crashPoint('before-accept-commit');\n`,
      ),
      accepting('return answered;', 'committing.catch(early.reject);\n      return early.promise;'),
    ],
  },
  'notification-acknowledged-first': {
    what: 'a notification is acknowledged before it is stored',
    source: [
      {
        file: 'issuer/receive.ts',
        find: 'const verdict = await keep({ ...notification, environment, eventId: event.id });',
        replace: `const verdict = 'stored';
          setTimeout(() => keep({ ...notification, environment, eventId: event.id }).catch(() => {}), 500);`,
      },
    ],
  },
  'sent-before-commit': {
    what: 'an operation is sent before its mark is committed',
    source: [
      claiming(
        'return db.writeUnscoped(async (tx) => {',
        'const early = Promise.withResolvers();\n  db.writeUnscoped(async (tx) => {',
      ),
      claiming(
        "    crashPoint('before-claim-commit');\n",
        `    early.resolve({ ours, wasFull: false });\n    ${waitFor(500)}\n    crashPoint('before-claim-commit');\n`,
      ),
      claiming(
        'LARGEST_BATCH };\n  });\n}',
        'LARGEST_BATCH };\n  }).then(early.resolve, early.reject);\n  return early.promise;\n}',
      ),
    ],
  },
  'lost-is-sent-again': {
    what: 'an operation whose sender died is sent again',
    functions: [
      {
        name: 'claim_operations',
        find: "make_interval(secs => silent_seconds) then 'lost'",
        replace: "make_interval(secs => silent_seconds) then 'send'",
      },
      { name: 'claim_operations', find: "o.id = l.id and o.status = 'queued'", replace: 'o.id = l.id' },
    ],
  },
  'unknown-is-sent-again': {
    what: 'a connection that broke is taken for one that never was',
    source: [
      {
        file: 'running/send.ts',
        find: "if (outcome.kind === 'never_connected') {",
        replace: "if (outcome.kind === 'never_connected' || outcome.kind === 'unknown') {",
      },
    ],
  },
  'absent-is-rejected': {
    what: 'what the issuer does not know of counts as rejected, and its hold is released',
    functions: [
      {
        name: 'settle_operations',
        find: "elsif learned = 'rejected'",
        replace: "elsif learned in ('rejected', 'absent')",
      },
    ],
  },
  'poke-dropped-at-claim': {
    what: 'a poke is gone as soon as it is taken',
    source: [claiming('pokes.drop(tx, done)', 'pokes.drop(tx, asked)'), forgottenStayForgotten],
  },
  'poke-dropped-before-settling': {
    what: 'a poke is dropped in one commit and its operation settled in the next',
    source: [
      settling(
        'const results = await db',
        `await db.writeUnscoped((tx) => pokes.drop(tx, batch.flatMap(({ poke }) => poke ?? [])));
      const results = await db`,
      ),
      forgottenStayForgotten,
    ],
  },
  'death-not-noticed': {
    what: 'the pokes of a worker that died come back only after they have expired',
    sql: ["update pgboss.queue set heartbeat_seconds = null where name like 'run-%'"],
  },
};
