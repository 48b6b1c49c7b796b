// Bugs that the proof of scopes must catch.
import { credentialBugs } from '../credentials/bugs.ts';
import type { Plant } from '../harness/plant.ts';

const authenticate = (find: string, replace: string) => [
  { file: 'identity/authenticate/authenticate.ts', find, replace },
];

export const scopeBugs: Record<string, Plant> = {
  'wrong-permission': {
    what: 'one card can be read with the permission for cardholders',
    source: [
      {
        file: 'cards/cards/routes.ts',
        find: "'/api/v1/cards/:id',\n    {\n      config: access({ permission: 'cards:read'",
        replace: "'/api/v1/cards/:id',\n    {\n      config: access({ permission: 'holders:read'",
      },
    ],
  },
  'acts-by-reading': {
    what: 'a card can be frozen, limited and closed with the permission to read cards',
    source: [
      {
        file: 'operations/act/routes.ts',
        find: "config: access({ permission: 'cards:write'",
        replace: "config: access({ permission: 'cards:read'",
      },
    ],
  },
  'no-permission': {
    what: 'the balance is open to any key',
    source: [{ file: 'ledger/book/routes.ts', find: "permission: 'balance:read'", replace: "permission: 'any'" }],
  },
  'nothing-checked': {
    what: 'no permission is checked',
    source: authenticate(
      'if (permissions.some((permission) => key.scopes.includes(permission))) return;',
      'if (permissions.length > 0) return;',
    ),
  },
  'one-of-several': {
    what: 'where each of several permissions is enough, none is required',
    source: authenticate(
      "permission !== 'any' && !byRequest",
      "typeof permission === 'string' && permission !== 'any'",
    ),
  },
  'all-of-several': {
    what: 'where each of several permissions is enough, all of them are required',
    source: authenticate('if (permissions.some((permission)', 'if (permissions.every((permission)'),
  },
  'live-without-activation': {
    what: 'a company gets invoices in live though they are not activated for it',
    functions: [{ name: 'create_invoice', find: "if key.environment = 'live' and not", replace: 'if false and not' }],
  },
  'checked-too-early': {
    what: 'a missing permission is reported before a malformed request',
    source: [
      {
        file: 'surfaces/api/app.ts',
        find: "api.addHook('preHandler', authorize)",
        replace: "api.addHook('preValidation', authorize)",
      },
    ],
  },
  'sandbox-in-live': {
    what: 'a sandbox helper accepts live keys',
    source: authenticate("sandboxOnly && request.caller.scope.environment !== 'sandbox'", 'false'),
  },
  'suspension-ignored': {
    what: 'a suspended company is not refused before its request is read',
    source: authenticate("key.suspended && access.limit === 'writes'", 'false'),
  },
  'suspended-cannot-read': {
    what: 'a suspended company cannot read',
    source: authenticate("key.suspended && access.limit === 'writes'", 'key.suspended'),
  },
  'rejected-accepted': {
    what: 'a company whose verification was rejected is treated as approved',
    source: authenticate("key.verification !== 'approved'", "key.verification === 'pending'"),
  },
  'expired-accepted': {
    what: 'an expired key is accepted',
    source: [
      {
        file: 'identity/keys/verify.ts',
        find: '(key.expires_at !== null && key.expires_at <= now)',
        replace: 'false',
      },
    ],
  },
  'trusted-for-long': {
    what: 'a server keeps trusting a revoked key for a minute',
    source: [{ file: 'identity/keys/verify.ts', find: 'const TRUST_MS = 500;', replace: 'const TRUST_MS = 60_000;' }],
  },
  'not-asked-again': {
    what: 'a write does not check again inside its commit',
    functions: [{ name: 'fund_sandbox', find: 'if refusal is not null then', replace: 'if false then' }],
  },
  'invoice-not-asked-again': {
    what: 'the creation of an invoice does not check again inside its commit',
    functions: [{ name: 'create_invoice', find: 'if refusal is not null then', replace: 'if false then' }],
  },
  'transfer-not-asked-again': {
    what: 'a simulated transfer does not check again inside its commit',
    functions: [{ name: 'simulate_transfer', find: 'if refusal is not null then', replace: 'if false then' }],
  },
  'webhook-not-asked-again': {
    what: 'a change of webhooks does not check again inside its commit',
    functions: [{ name: 'change_webhooks_by_key', find: 'if refusal is not null then', replace: 'if false then' }],
  },
  'secret-for-readers': {
    what: 'a key that may read webhook endpoints can replace their secrets',
    source: [
      {
        file: 'events/webhooks/routes.ts',
        find: ":id/rotate-secret',\n    {\n      config: writes(['webhook_not_found'], withSecret),",
        replace: ":id/rotate-secret',\n    {\n      config: reads('webhook_not_found'),",
      },
    ],
  },
  'reason-told': {
    what: 'a 401 tells an unknown key from none at all',
    source: authenticate(
      "refuse('key_invalid');",
      "refuse('key_invalid', request.headers.authorization === undefined ? {} : { message: 'The key is unknown.' });",
    ),
  },
  'endpoint-moved': {
    what: 'an endpoint is served under a path that nobody reviewed',
    source: [
      {
        file: 'cards/holders/routes.ts',
        find: "app.get(\n    '/api/v1/holders/:id',",
        replace: "app.get(\n    '/api/v1/people/:id',",
      },
    ],
  },
  'api-posts': {
    what: 'the API’s role may execute the posting function',
    sql: [
      `grant execute on function ledger.post(uuid[], environment[], ledger.entry_kind[], text[], text[], bigint[]) to cardwright_api`,
    ],
  },
  'worker-opens-books': {
    what: 'the worker’s role may open books, which is the operators’ work',
    sql: ['grant execute on function ledger.open_book(uuid, environment) to cardwright_worker'],
  },
  'believes-the-request': credentialBugs['believes-the-request'],
  'key-of-any-environment': credentialBugs['key-of-any-environment'],
};
