// Bugs of the SDK, and of the programs that use it, that the proof must catch.
import type { Plant } from '../harness/plant.ts';

const inSdk = (name: string) => (find: string, replace: string) => ({
  file: `../../sdk/src/${name}.ts`,
  find,
  replace,
});
const inTransport = inSdk('transport');
const inIntents = inSdk('intents');
const inFiles = inSdk('node');
const inTable = inSdk('sql');
const inWebhooks = inSdk('webhooks');
const inFollow = inSdk('follow');
const inFollower = (find: string, replace: string) => ({ file: '../../proofs/sdk/follower.ts', find, replace });

/** The statement with which the follower saves an event. */
const SAVES =
  "await pool.query('with moved as (update positions set sequence = $1) insert into effects values ($1, $2)', [";
const MOVE = "await pool.query('update positions set sequence = $1', [sequence]);";

export const sdkBugs: Record<string, Plant> = {
  'key-per-attempt': {
    what: 'each attempt has a key of its own',
    source: [inTransport("{ 'idempotency-key': key })", "{ 'idempotency-key': crypto.randomUUID() })")],
  },
  'key-at-the-send': {
    what: 'the key is made when the request is sent, and not the one that was saved',
    source: [
      inIntents(
        'send<T>(parts.settings, toRequest(intent), options',
        'send<T>(parts.settings, { ...toRequest(intent), key: crypto.randomUUID() }, options',
      ),
    ],
  },
  'saved-after-sending': {
    what: 'an intent is saved after its request was sent',
    source: [
      inIntents(
        'const saved = await store.add(wanted);',
        'const saved: SavedIntent = (await store.find(id)) ?? { intent: wanted };',
      ),
      inIntents(
        'const { status: httpStatus, text: body, requestId } = answer;',
        'await parts.store.add(intent);\n    const { status: httpStatus, text: body, requestId } = answer;',
      ),
    ],
  },
  'new-key-after-409': {
    what: 'a 409 is repeated under a new key',
    source: [
      inTransport(
        'if (isOver || !mayRepeat(request, error)) throw error;',
        `const isConflict = error instanceof ApiError && error.status === 409 && attempt <= maxRetries;
    if (isConflict) request = { ...request, key: crypto.randomUUID() };
    else if (isOver || !mayRepeat(request, error)) throw error;`,
      ),
    ],
  },
  'settled-before-the-response': {
    what: 'an intent is saved as accepted before its response is read',
    source: [
      inIntents(
        'const answer = await send<T>(',
        `await parts.store.settle(intent.id, { status: 'accepted', httpStatus: 201, body: '{}', requestId: undefined });
    const answer = await send<T>(`,
      ),
    ],
  },
  'recovered-under-a-new-key': {
    what: 'the recovery repeats an intent under a new key',
    source: [
      inIntents(
        'await finish<unknown>(parts, intent, {}, true)',
        'await finish<unknown>(parts, { ...intent, key: crypto.randomUUID() }, {}, true)',
      ),
    ],
  },
  'unread-is-never-sent': {
    what: 'a key that cannot be looked up counts as never sent',
    source: [inIntents('return undefined;\n    throw error;', 'return undefined;\n    return undefined;')],
  },
  'refused-is-final': {
    what: 'a refusal is final although an earlier attempt may have been accepted',
    source: [inIntents("if (effect === 'none') return true;", "if (effect !== 'unheard') return true;")],
  },
  'certain-after-an-error': {
    what: 'a refusal is reported without an effect although an attempt before it had no response',
    source: [inTransport('isUncertain ||= isUnknown;', '')],
  },
  'firewall-is-the-api': {
    what: 'a response that is not the API’s counts as its refusal',
    source: [inTransport('status >= 500 || !isRefusal(status, body)', 'status >= 500')],
  },
  'retry-after-ignored': {
    what: 'Retry-After is ignored',
    source: [inTransport('Math.max(retryAfterSeconds * 1_000, backoffMs(attempt))', 'backoffMs(attempt)')],
  },
  'body-rebuilt': {
    what: 'a repeated request is serialized again, in other bytes',
    source: [
      inTransport(
        '{ body: request.body }',
        '{ body: attempt === 1 ? request.body : JSON.stringify(JSON.parse(request.body), null, 1) }',
      ),
    ],
  },
  'repeated-without-a-key': {
    what: 'a request that takes no key is repeated after an error of the network',
    source: [
      inTransport(
        'if (!(error instanceof ApiError)) return isRepeatable;',
        'if (!(error instanceof ApiError)) return true;',
      ),
    ],
  },
  'given-up': {
    what: 'a response that was cut is given up',
    source: [
      inTransport(
        'if (error instanceof AbortedError) return false;',
        'if (error instanceof ConnectionError) return false;',
      ),
    ],
  },
  'other-company': {
    what: 'an intent is finished with the key of another company',
    source: [inIntents('&& companyId === owner.companyId) return;', '&& companyId !== owner.environment) return;')],
  },
  'second-request': {
    what: 'an open intent takes another request',
    source: [
      inIntents(
        'if (!isSameRequest(last.intent, wanted)) throw',
        "if (!isSameRequest(last.intent, wanted) && last.outcome?.status === 'accepted') throw",
      ),
    ],
  },
  'refused-while-sent': {
    what: 'a refused intent stays refused while the same request is sent again',
    source: [
      inIntents(
        "saved.outcome?.status === 'refused' ? await",
        "saved.outcome?.status === 'refused' && !isSameRequest(saved.intent, wanted) ? await",
      ),
    ],
  },
  'page-is-an-answer': {
    what: 'a page of a gateway with the status 200 counts as the API’s response',
    source: [
      inTransport("isJson ? body !== undefined : request.method === 'GET' &&", 'isJson ? body !== undefined : true ||'),
    ],
  },
  'replaced-under-a-new-key': {
    what: 'a refused intent that is ordered again gets a new key',
    source: [
      inIntents(
        'const intent = { ...wanted, key: saved.intent.key };',
        'const intent = saved.outcome ? wanted : { ...wanted, key: saved.intent.key };',
      ),
    ],
  },
  'files-overwritten': {
    what: 'of two processes with one intent in files, the second overwrites the key of the first',
    source: [inFiles('place(intentFile(intent.id), intent, link);', 'place(intentFile(intent.id), intent, rename);')],
  },
  'rows-overwritten': {
    what: 'of two processes with one intent in a table, the second overwrites the key of the first',
    source: [inTable('on conflict (id) do nothing', 'on conflict (id) do update set intent = excluded.intent')],
  },
  'files-taken-back': {
    what: 'in files, a refusal takes back an accepted intent',
    source: [
      inFiles(
        ': refusedFile(id), outcome, link);',
        `: refusedFile(id), outcome, link);
      if (outcome.status === 'refused') await rm(acceptedFile(id), { force: true });`,
      ),
    ],
  },
  'rows-taken-back': {
    what: 'in a table, a refusal takes back an accepted intent',
    source: [inTable(`where id = $1 and coalesce(outcome, '') not like '{"status":"accepted"%'`, 'where id = $1')],
  },
  'settled-are-open': {
    what: 'the recovery in files finds only the first open intent',
    source: [inFiles('if (intent !== undefined) yield intent;', 'if (intent !== undefined) return yield intent;')],
  },
  'position-first': {
    what: 'a follower saves its position before it handles an event',
    source: [inFollower(SAVES, `${MOVE}\n    await pool.query('insert into effects values ($1, $2)', [`)],
  },
  'position-last': {
    what: 'a follower saves its position after the effect, and not with it',
    source: [
      inFollower(SAVES, "await pool.query('insert into effects values ($1, $2)', ["),
      inFollower('if (sequence === last) return;\n  }', `${MOVE}\n    if (sequence === last) return;\n  }`),
    ],
  },
  'page-skipped': {
    what: 'the feed goes on one event too far after a page',
    source: [inFollow('after = event.sequence;', 'after = event.sequence + (event === data.at(-1) ? 1 : 0);')],
  },
  'first-header-only': {
    what: 'of two signatures, a receiver checks only the first',
    source: [inWebhooks(", 'Service-Signature-Next']", ']')],
  },
  'any-time': {
    what: 'a receiver does not check the time of a delivery',
    source: [inWebhooks('<= toleranceSeconds)) {', '<= Infinity)) {')],
  },
};
