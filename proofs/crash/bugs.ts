// Bugs that the proof of crashes must catch. Some add a wait where a crash matters, so that a kill reliably hits it.
import type { Plant } from '../harness/plant.ts';

const accepting = (find: string, replace: string) => ({ file: 'operations/accept/accept.ts', find, replace });
const claiming = (find: string, replace: string) => ({ file: 'operations/run/claim.ts', find, replace });
const settling = (find: string, replace: string) => ({ file: 'operations/run/settle.ts', find, replace });

const waitFor = (milliseconds: number) => `await new Promise((go) => setTimeout(go, ${milliseconds}));`;

export const crashBugs: Record<string, Plant> = {
  'due-after-commit': {
    what: 'an operation is accepted in one commit and made due in the next',
    functions: [
      {
        name: 'accept_operations',
        find: 'operation.next_at := operation.accepted_at;',
        replace: "operation.next_at := '9999-01-01';",
      },
    ],
    sql: [
      `create function make_due(ids uuid[]) returns void language sql security definer as $$
         update public.operations set next_at = clock_timestamp() where id = any (ids) and next_at = '9999-01-01' $$`,
    ],
    source: [
      accepting(
        "      crashPoint('after-accept');\n",
        `      crashPoint('after-accept');
      const { sql } = await import('../../platform/db/sql.ts');
      await db.query(sql\`select make_due(\${batch.map(({ request }) => request.id)}::uuid[])\`);\n`,
      ),
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
      accepting(
        '        return answers;\n      });\n',
        `        return answers;
      });
      committing.catch(early.reject);
      const answered = await early.promise;\n`,
      ),
    ],
  },
  'notification-acknowledged-first': {
    what: 'a notification is acknowledged before it is stored',
    source: [
      {
        file: 'issuer/receive.ts',
        find: 'const verdict = await keep(received);',
        replace: `const verdict = 'stored';
          setTimeout(() => keep(received).catch(() => {}), 500);`,
      },
    ],
  },
  'sent-before-commit': {
    what: 'an operation is sent before its mark is committed',
    source: [
      claiming(
        'await db.writeUnscoped(async (tx) => {',
        'await new Promise((early, failed) => void db.writeUnscoped(async (tx) => {',
      ),
      claiming(
        "      if (due.work.length > 0) crashPoint('before-claim-commit');\n",
        `      early({ leased: due.work, claimed: decided, walkedTo: due.walkedTo });
      if (due.work.length > 0) ${waitFor(500)}
      if (due.work.length > 0) crashPoint('before-claim-commit');\n`,
      ),
      claiming('walkedTo: due.walkedTo };\n    });', 'walkedTo: due.walkedTo };\n    }).then(early, failed));'),
    ],
  },
  'lost-is-sent-again': {
    what: 'an operation whose sender died is sent again',
    functions: [
      { name: 'claim_operations', find: "l.status = 'processing' then 'lost'", replace: 'false then null' },
      { name: 'claim_operations', find: "when l.status <> 'queued' then 'over'", replace: '' },
      {
        name: 'claim_operations',
        find: "and (o.status = 'queued') is true and o.lease_token",
        replace: 'and o.lease_token',
      },
    ],
  },
  'unknown-is-sent-again': {
    what: 'a broken connection is taken for one that was never made',
    source: [
      {
        file: 'operations/run/send.ts',
        find: "if (outcome.kind === 'never_connected' || outcome.kind === 'late' || outcome.kind === 'stopped') {",
        replace: "if (['never_connected', 'late', 'stopped', 'unknown'].includes(outcome.kind)) {",
      },
    ],
  },
  'absent-is-rejected': {
    what: 'an operation unknown to the issuer counts as rejected, and its hold is released',
    functions: [
      {
        name: 'operation_after',
        find: "elsif said ->> 'outcome' = 'rejected'",
        replace: "elsif said ->> 'outcome' in ('rejected', 'absent')",
      },
    ],
  },
  'released-before-settling': {
    what: 'an operation is taken out of the work in one commit and settled in the next',
    source: [
      settling(
        'const results = await db',
        `const { sql } = await import('../../platform/db/sql.ts');
      for (const { companyId, environment, operationId, token } of batch) {
        if (token !== undefined) await db.query(sql\`select release_work('operation', \${environment}, \${token},
          \${[companyId]}::uuid[], \${[operationId]}::uuid[], \${[864000]}::float8[], \${['']}::text[])\`);
      }
      const results = await db`,
      ),
    ],
  },
  'death-not-noticed': {
    what: 'the claims of a worker that died end only after an hour',
    source: [{ file: 'operations/run/run.ts', find: 'leaseSeconds: SILENT_SECONDS', replace: 'leaseSeconds: 3_600' }],
  },
  'sent-however-late': {
    what: 'a stalled worker sends after others have taken its claim for lost, and the issuer accepts it',
    source: [{ file: 'issuer/exchange.ts', find: '&& !mayLeave(this.#deadline)', replace: '&& false' }],
    functions: [
      {
        name: 'issuer_sandbox.is_late',
        find: 'clock_timestamp() > to_timestamp(',
        replace: 'false and clock_timestamp() > to_timestamp(',
      },
    ],
  },
};
