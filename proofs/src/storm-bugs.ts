// Bugs that the storm on idempotency keys must catch.
import type { Plant } from './plant.ts';

const claim = (find: string, replace: string) => ({ file: 'idempotency/claim.ts', find, replace });
const query = (find: string, replace: string) => ({ file: 'idempotency/sql.ts', find, replace });
const funding = (find: string, replace: string) => ({ file: 'sandbox/fund.ts', find, replace });
const keyed = (find: string, replace: string) => ({ file: 'http/keyed.ts', find, replace });

const CREDIT = 'await creditSandbox(tx, scope, { reference: fundingId, amount: request.amount });';
const COMMIT = 'return db.write(scope, async (tx) => {';

export const stormBugs: Record<string, Plant> = {
  'payload-ignored': {
    what: 'a key replays whatever the request says',
    source: [claim('if (!first.request_digest.equals(digest.whole)) {', 'if (first === undefined) {')],
  },
  'bytes-compared': {
    what: 'the same body in other bytes is another request',
    source: [keyed('body: request.body };', "body: { ...request.body, length: request.headers['content-length'] } };")],
  },
  'effect-before-key': {
    what: 'the effect is committed before its key is claimed',
    source: [
      funding(CREDIT, ''),
      funding(COMMIT, `await db.write(scope, (tx) => { return ${CREDIT.slice(6)} }); ${COMMIT}`),
    ],
  },
  'key-before-effect': {
    what: 'the key is committed before its effect, and a process can die in between',
    source: [
      funding(CREDIT, 'return undefined;'),
      funding(COMMIT, `const earlier = await db.write(scope, async (tx) => {`),
      funding(
        'return { ...answer, replayed: false };\n  });',
        `});
        if (earlier !== undefined) return earlier;
        await new Promise((resolve) => setTimeout(resolve, 300));
        await db.write(scope, (tx) => { return ${CREDIT.slice(6)} });
        return { ...answer, replayed: false };`,
      ),
    ],
  },
  'every-claim-is-new': {
    what: 'a key that exists is taken for a new one',
    source: [query('return rows.length === 1;', 'return true;')],
  },
  'looked-then-claimed': {
    what: 'whether a key is new is asked before it is stored, so two at once are both new',
    source: [
      query(
        'const rows = await tx.query(sql`',
        'const known = await findIdempotencyKey(tx, scope, row.key); await tx.query(sql`',
      ),
      query('return rows.length === 1;', 'return known === undefined;'),
    ],
  },
  'known-to-one-process': {
    what: 'each process remembers the keys that it has seen itself',
    source: [
      query('const rows = await tx.query(sql`', 'const seen = (globalThis.seen ??= new Set()); await tx.query(sql`'),
      query(
        'return rows.length === 1;',
        'const id = `${scope.companyId} ${row.key}`; const isNew = !seen.has(id); seen.add(id); return isNew;',
      ),
    ],
  },
  'replay-in-other-bytes': {
    what: 'a replay says the same in other bytes',
    source: [
      claim(
        'body: first.response_body, replayed: true',
        "body: first.response_body.replace('{', '{ '), replayed: true",
      ),
    ],
  },
  'replay-with-other-status': {
    what: 'a replay answers 201',
    source: [claim('status: first.response_status, body', 'status: 201, body')],
  },
  'replay-not-marked': {
    what: 'a replay is not marked as one',
    source: [keyed("if (answer.replayed) reply.header('idempotent-replayed', 'true');", '')],
  },
  'all-marked': {
    what: 'every answer is marked as a replay',
    source: [keyed('if (answer.replayed) reply', 'reply')],
  },
  'conflict-names-nothing': {
    what: 'a conflict does not name what differs',
    source: [claim('differingFields(first.field_digests, digest.fields)', '[]')],
  },
  'conflict-names-another': {
    what: 'a conflict names something that was never created',
    source: [claim('resourceId: first.resource_id, differs', 'resourceId: creates.resourceId, differs')],
  },
  'refused-amount-is-stored': {
    what: 'a request with a wrong amount uses up its key',
    source: [
      {
        file: 'sandbox/routes.ts',
        find: 'const { caller, body } = request;',
        replace: `const { caller, body } = request;
          const { claimKey } = await import('../idempotency/claim.ts');
          const kept = { status: 400, body: '{}', resourceId: 'none', at: new Date() };
          if (Number(body.amount) === 0)
            await deps.db.write(caller.scope, (tx) => claimKey(tx, caller.scope, toKeyed(request), kept));`,
      },
    ],
  },
  'refusal-in-commit-is-stored': {
    what: 'a request that is refused behind the claim of its key keeps the key',
    source: [
      funding(
        'if (refusal !== undefined) refuse(refusal);',
        "if (refusal !== undefined) return { status: 403, body: '{}', replayed: false };",
      ),
    ],
  },
};
