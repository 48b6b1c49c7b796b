// Bugs that the storm on idempotency keys must catch.
import type { Plant } from '../harness/plant.ts';

const claim = (find: string, replace: string) => ({ file: 'platform/idempotency/claim.ts', find, replace });
const funding = (find: string, replace: string) => ({ file: 'sandbox/fund.ts', find, replace });
const keyed = (find: string, replace: string) => ({ file: 'platform/http/keyed.ts', find, replace });

const answering = (find: string, replace: string) => ({ name: 'store_answers', find, replace });
const accepting = (find: string, replace: string) => ({ name: 'accept_operations', find, replace });
const inDatabase = (find: string, replace: string) => ({ name: 'fund_sandbox', find, replace });

const IN_ORDER = 'order by a.company_id, a.environment, a.key;';
const ANSWER = 'return row?.credited ?? [];';

/** Lets the API do one half of the work in its own commit, a little after the other half. */
const later = (name: string, body: string) => [
  `create function ${name}(claims jsonb, amounts bigint[]) returns void language sql security definer as $$ ${body} $$`,
  `grant execute on function ${name}(jsonb, bigint[]) to cardwright_api`,
];
const callLater = (name: string) => ({
  file: 'sandbox/sql.ts',
  find: ANSWER,
  replace: `await new Promise((resolve) => setTimeout(resolve, 300));
    const fresh = fundings.filter((_, index) => row?.credited[index] === true);
    await db.query(sql\`select ${name}(\${JSON.stringify(fresh.map(({ claim }) => claim))}::jsonb,
                                       \${fresh.map(({ amount }) => amount)}::bigint[])\`);
    ${ANSWER}`,
});
const STORE = 'insert into idempotency_keys select * from jsonb_populate_recordset(null::idempotency_keys, claims)';

export const stormBugs: Record<string, Plant> = {
  'payload-ignored': {
    what: 'a key replays whatever the request says',
    source: [claim('if (!isSame(first, claim)) {', 'if (first === undefined) {')],
  },
  'bytes-compared': {
    what: 'the same body in other bytes is another request',
    source: [keyed('path, body };', "path, body: { ...body, length: request.headers['content-length'] } };")],
  },
  'effect-before-key': {
    what: 'the effect is committed before its key is, and a process can die in between',
    source: [callLater('store_keys')],
    functions: [inDatabase(IN_ORDER, 'and false;')],
    sql: later('store_keys', `${STORE} on conflict do nothing`),
  },
  'key-before-effect': {
    what: 'the key is committed before its effect, and a process can die in between',
    source: [callLater('credit_later')],
    functions: [inDatabase('having count(*) > 0', 'having false')],
    sql: later(
      'credit_later',
      `select ledger.credit_sandbox(array_agg(c.company_id), array_agg(c.environment), array_agg(c.resource_id), amounts)
         from jsonb_populate_recordset(null::idempotency_keys, claims) as c having count(*) > 0`,
    ),
  },
  'every-claim-is-new': {
    what: 'a key that exists is taken for a new one',
    functions: [
      inDatabase('select not exists (', 'select true or not exists ('),
      inDatabase(IN_ORDER, 'on conflict do nothing;'),
    ],
  },
  'looked-then-claimed': {
    what: 'whether a key is new is checked before the book is locked, so two concurrent ones are both new',
    functions: [
      inDatabase('perform ledger.lock_books(', 'perform num_nulls('),
      inDatabase(IN_ORDER, 'on conflict do nothing;'),
    ],
  },
  'known-to-one-process': {
    what: 'each process remembers the keys that it has seen itself',
    source: [
      funding(
        'const isNew = await batcher(',
        `const seen = (globalThis.seen ??= new Set());
        const id = scope.companyId + request.key;
        const isKnown = seen.has(id);
        seen.add(id);
        const isNew = isKnown ? false : await batcher(`,
      ),
    ],
    functions: [
      inDatabase('select not exists (', 'select true or not exists ('),
      inDatabase(IN_ORDER, 'on conflict do nothing;'),
    ],
  },
  'answers-mixed-up': {
    what: 'the answers to a batch go to the wrong requests',
    source: [
      {
        file: 'platform/db/batcher.ts',
        find: 'batch[index]?.answer(answer)',
        replace: 'batch[batch.length - 1 - index]?.answer(answer)',
      },
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
    source: [
      claim(
        'status: first.response_status, body: first.response_body, replayed: true',
        'status: 201, body: first.response_body, replayed: true',
      ),
    ],
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
    source: [claim('differingFields(first.field_digests, claim.field_digests)', '[]')],
  },
  'conflict-names-another': {
    what: 'a conflict names something that was never created',
    source: [claim('resourceId: first.resource_id, differs', "resourceId: 'sbf_00000000000000000000000000', differs")],
  },
  'refused-amount-is-stored': {
    what: 'a request with a wrong amount uses up its key',
    source: [
      {
        file: 'sandbox/routes.ts',
        find: 'const { caller, body } = request;',
        replace: `const { caller, body } = request;
          const { toClaim } = await import('../platform/idempotency/claim.ts');
          const { sql } = await import('../platform/db/sql.ts');
          const kept = { status: 400, body: '{}', resourceId: 'none', at: new Date() };
          const claims = JSON.stringify([toClaim(caller.scope, toKeyed(request), kept)]);
          if (Number(body.amount) === 0) await deps.db.query(sql\`select store_keys(\${claims}::jsonb, null)\`);`,
      },
    ],
    sql: later('store_keys', `${STORE} on conflict do nothing`),
  },
  'refusal-in-commit-is-stored': {
    what: 'a request that is refused after the claim of its key keeps the key',
    functions: [inDatabase("raise exception '%', refusal using errcode = 'CW008';", 'return null;')],
  },
  'operations-ignore-known-keys': {
    what: 'an operation is accepted again under a key that created one before',
    functions: [
      accepting('known.key is not null as is_known', 'false as is_known'),
      answering(IN_ORDER, 'order by 1 on conflict do nothing;'),
    ],
  },
  'stored-body-differs': {
    what: 'the answer stored for replays is not the first client’s',
    functions: [answering('x.body, a.resource_id', `replace(x.body, '"queued"', '"accepted"'), a.resource_id`)],
  },
  'replay-of-the-present': {
    what: 'a replay of an operation answers its current status',
    source: [
      {
        file: 'operations/accept/accept.ts',
        find: 'if (answer.refused === undefined) return replayAnswer(db, scope, claim);',
        replace: `if (answer.refused === undefined) {
          const { sql } = await import('../../platform/db/sql.ts');
          const first = await replayAnswer(db, scope, claim);
          return db.read(scope, async (tx) => {
            const [now] = await tx.query(sql\`select status from operations where id = \${fromId('operation', JSON.parse(first.body).id)}\`);
            return { ...first, body: first.body.replace('queued', now.status) };
          });
        }`,
      },
    ],
  },
  'holder-twice': {
    what: 'a cardholder is created again under a key that created one before',
    functions: [
      {
        name: 'create_holder(jsonb, uuid, json)',
        find: 'if exists (select from public.idempotency_keys k',
        replace: 'if false and exists (select from public.idempotency_keys k',
      },
      {
        name: 'create_holder(jsonb, uuid, json)',
        find: 'insert into public.idempotency_keys select key.*;',
        replace: 'insert into public.idempotency_keys select key.* on conflict do nothing;',
      },
    ],
  },
};
