// Bugs that the proof of tenants must catch. None of them changes a role, because roles belong to the whole cluster and
// would affect the next run.
import { credentialBugs } from '../credentials/bugs.ts';
import type { Plant } from '../harness/plant.ts';

const { 'key-of-any-environment': _ofScopes, ...ofCompanies } = credentialBugs;

const everyProcess = 'cardwright_api, cardwright_worker, cardwright_admin';

/** No process may write keys directly: a policy's effect shows only where a grant permits the statement, too. */
const ADMIN_WRITES_KEYS = 'grant insert, update on api_keys to cardwright_admin';

export const tenantBugs: Record<string, Plant> = {
  'no-row-security': {
    what: 'cards have no row-level security, and only the application’s filters protect them',
    sql: ['alter table cards disable row level security'],
  },
  'not-forced': {
    what: 'row-level security does not bind the owner of the holds',
    sql: ['alter table ledger.holds no force row level security'],
  },
  'no-filter': {
    what: 'one card is read without naming the company, and only row-level security protects it',
    source: [
      {
        file: 'cards/cards/sql.ts',
        find: "from cards c where ${inScope(scope, 'c')} and c.id = ${id}",
        replace: 'from cards c where c.id = ${id}',
      },
    ],
  },
  'no-filter-no-policy': {
    what: 'one payment is read without naming the company, and row-level security is off',
    source: [
      { file: 'cards/transactions/sql.ts', find: "where ${inScope(scope, 'x')} and x.id =", replace: 'where x.id =' },
    ],
    sql: ['alter table transactions disable row level security'],
  },
  'environments-mixed': {
    what: 'the policy of operations forgets the environment',
    sql: [
      'drop policy own_scope on operations',
      `create policy own_scope on operations to ${everyProcess} using (company_id = current_company())`,
    ],
  },
  'list-forgets-environment': {
    what: 'lists filter by company and forget the environment',
    source: [
      {
        file: 'platform/db/lists.ts',
        find: "inScope(scope, 't'),",
        replace: 'sql`t.company_id = ${scope.companyId}`,',
      },
    ],
  },
  'existence-told': {
    what: 'an operation of another company is answered with 403, one that does not exist with 404',
    source: [
      {
        file: 'operations/read/routes.ts',
        find: "findOperation(tx, scope, id))) ?? refuse('operation_not_found')",
        replace: `findOperation(tx, scope, id))) ??
        refuse(
          (await db.query({ parts: ['select operation_exists(', ') as found'], values: [id] } as never))[0]['found']
            ? 'scope_missing'
            : 'operation_not_found',
        )`,
      },
    ],
    sql: [
      `create function operation_exists(wanted uuid) returns boolean language sql stable security definer
         as 'select exists (select 1 from public.operations o where o.id = wanted)'`,
      'revoke execute on function operation_exists(uuid) from public',
      'grant execute on function operation_exists(uuid) to cardwright_api',
      'grant select on operations to cardwright_posting',
      'alter function operation_exists(uuid) owner to cardwright_posting',
    ],
  },
  'key-of-everybody': {
    what: 'an Idempotency-Key that one company used is taken for all',
    functions: [
      {
        name: 'fund_sandbox',
        find: 'where k.company_id = a.company_id and k.environment = a.environment and k.key = a.key)',
        replace: 'where k.key = a.key)',
      },
    ],
  },
  'pays-with-any-card': {
    what: 'a sandbox may pay with a card of another company',
    functions: [
      {
        name: 'simulate_payments',
        find: 'where x.company_id = a.company_id and x.environment = a.environment\n           and x.id =',
        replace: 'where x.id =',
      },
    ],
  },
  'acts-on-any-card': {
    what: 'an action finds the card of any company',
    functions: [
      {
        name: 'accept_card_action',
        find: 'k.company_id = key.company_id and k.environment = key.environment and k.id = (request',
        replace: 'k.id = (request',
      },
    ],
  },
  'invoice-without-filter': {
    what: 'one invoice is read without naming the company, and only row-level security protects it',
    source: [
      {
        file: 'funding/invoices/sql.ts',
        find: 'from invoices where ${inScope(scope)} and id =',
        replace: 'from invoices where id =',
      },
    ],
  },
  'invoices-without-policy': {
    what: 'invoices have no row-level security, and only the application’s filters protect them',
    sql: ['drop policy own_scope on invoices', `create policy own_scope on invoices to ${everyProcess} using (true)`],
  },
  'pays-any-invoice': {
    what: 'a sandbox may complete an invoice of another company',
    functions: [
      {
        name: 'simulate_transfer',
        find: 'where x.company_id = of_company and x.environment = of_environment and x.id = of_invoice;',
        replace: 'where x.id = of_invoice;',
      },
    ],
  },
  'unresolved-of-anybody': {
    what: 'an unresolved invoice of one company blocks all, and is named to them',
    functions: [
      {
        name: 'create_invoice',
        find: 'where i.company_id = key.company_id and i.environment = key.environment and i.status in',
        replace: 'where i.status in',
      },
    ],
  },
  'invoice-key-of-everybody': {
    what: 'an Idempotency-Key with which one company created an invoice is taken for all',
    functions: [
      {
        name: 'create_invoice',
        find: 'where k.company_id = key.company_id and k.environment = key.environment and k.key = key.key)',
        replace: 'where k.key = key.key)',
      },
    ],
  },
  'webhook-without-filter': {
    what: 'one webhook endpoint is read without naming the company, and only row-level security protects it',
    source: [
      {
        file: 'events/webhooks/sql.ts',
        find: 'from webhook_endpoints where ${inScope(scope)} and id =',
        replace: 'from webhook_endpoints where id =',
      },
    ],
  },
  'event-without-filter': {
    what: 'one event is read without naming the company, and only row-level security protects it',
    source: [
      {
        file: 'events/log/sql.ts',
        find: 'from events where ${inScope(scope)} and id =',
        replace: 'from events where id =',
      },
    ],
  },
  'holder-of-anybody': {
    what: 'a cardholder of another company can be changed',
    functions: [
      {
        name: 'update_holder',
        find: `where h.company_id = of_company and h.environment = of_environment and h.id = of_holder
     for update;`,
        replace: 'where h.id = of_holder for update;',
      },
    ],
  },
  'card-of-anybody': {
    what: 'a card of another company can be changed',
    functions: [
      {
        name: 'update_card',
        find: `where k.company_id = of_company and k.environment = of_environment and k.id = of_card
     for update;`,
        replace: 'where k.id = of_card for update;',
      },
    ],
  },
  'number-of-anybody': {
    what: 'the number of another company’s card can be requested',
    functions: [
      {
        name: 'request_reveal',
        find: 'where k.company_id = of_company and k.environment = of_environment and k.id = of_card;',
        replace: 'where k.id = of_card;',
      },
    ],
  },
  'external-ids-of-all': {
    what: 'an external id of one company is taken for all others',
    functions: [
      {
        name: 'holder_with_external_id',
        find: '(h.company_id = holder_with_external_id.of_company) AND',
        replace: '',
      },
    ],
  },
  'webhook-of-anybody': {
    what: 'an endpoint of another company can be changed, and its secret replaced',
    functions: [
      {
        name: 'change_webhooks',
        find: 'where x.company_id = of_company and x.environment = of_environment and x.id = (given',
        replace: 'where x.id = (given',
      },
    ],
  },
  'endpoints-of-all-counted': {
    what: 'the endpoint limit of one company applies to all together',
    functions: [
      {
        name: 'create_webhook',
        find: "where x.company_id = of_company and x.environment = of_environment and x.status <> 'deleted')",
        replace: "where x.status <> 'deleted')",
      },
    ],
  },
  'view-sees-all': {
    what: 'a view for the API shows the operations of every company',
    sql: [
      'create view every_operation as select * from operations',
      'grant select on every_operation to cardwright_api',
    ],
  },
  'writes-anywhere': {
    what: 'an operator’s process can put a key into another company than that of its scope',
    sql: [
      ADMIN_WRITES_KEYS,
      'drop policy own_scope on api_keys',
      `create policy own_scope on api_keys to ${everyProcess}
         using (company_id = current_company() and environment = current_environment()) with check (true)`,
    ],
  },
  'takes-anything': {
    what: 'an update of keys reaches the rows of every company',
    sql: [ADMIN_WRITES_KEYS, 'create policy takes on api_keys for update to cardwright_admin using (true)'],
  },
  'definer-of-another': {
    what: 'a SECURITY DEFINER function belongs to the owner of the schemas',
    sql: ['alter function list_companies(timestamptz, uuid, integer) owner to cardwright_owner'],
  },
  'names-of-the-caller': {
    what: 'a function that runs as the posting role uses its caller’s search path',
    sql: ['alter function accept_operations(jsonb, jsonb, uuid[]) reset search_path'],
  },
  'public-executes': {
    what: 'everybody may execute a function of the ledger',
    sql: ['grant execute on function ledger.adjust(uuid, environment, text, bigint, text) to public'],
  },
  'process-creates': {
    what: 'the API’s role may create temporary tables, which could precede ours in a search path',
    sql: [`do $$ begin execute format('grant temporary on database %I to cardwright_api', current_database()); end $$`],
  },
  'worker-writes-ledger': {
    what: 'the worker’s role may insert ledger entries without the posting function',
    sql: ['grant insert on ledger.entries to cardwright_worker'],
  },
  ...ofCompanies,
};
