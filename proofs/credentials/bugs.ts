// Bugs in how database functions compare a request with its credential. The proofs of tenants and scopes must catch
// them.
import type { Plant } from '../harness/plant.ts';

export const credentialBugs = {
  'believes-the-request': {
    what: 'accepting an operation takes the company of the request and checks the key of the claim',
    functions: [
      {
        name: 'accept_operations',
        find: 'require_scope(company_ids, environments, api_key_ids, requests)',
        replace: 'require_scope(company_ids, environments, api_key_ids, null)',
      },
    ],
  },
  'key-of-any-company': {
    what: 'the shared check takes a key of any company, and a cardholder is created with it',
    functions: [
      { name: 'require_scope', find: 'where k.company_id = a.company_id and', replace: 'where' },
      { name: 'refusal_of_key', find: '(k.company_id = c.id) AND', replace: '' },
    ],
  },
  'key-of-any-environment': {
    what: 'the shared check and the last one take a key of any environment',
    functions: [
      { name: 'require_scope', find: 'k.environment = a.environment and', replace: '' },
      { name: 'refusal_of_key', find: '(k.environment = refusal_of_key.of_environment) AND', replace: '' },
    ],
  },
  'check-forgotten': {
    what: 'a new function for the API takes a key and never compares it',
    sql: [
      `create function rename_holder(of_company uuid, of_environment environment, api_key_id uuid, called text) returns void
         language sql security definer
         as 'update public.holders h set name = called where h.company_id = of_company and h.environment = of_environment'`,
      'revoke execute on function rename_holder(uuid, environment, uuid, text) from public',
      'grant execute on function rename_holder(uuid, environment, uuid, text) to cardwright_api',
    ],
  },
  'keys-listed': {
    what: 'the role of the API may read the ids of keys of any company that it names',
    sql: ['grant select (id, company_id, environment) on api_keys to cardwright_api'],
  },
} satisfies Record<string, Plant>;
