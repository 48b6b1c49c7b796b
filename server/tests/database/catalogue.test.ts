// The rules of the database, read from its catalogue: a table or function that is added later is under them too.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ api: 0 });
});
afterAll(() => world.stop());

const processRoles = ['cardwright_api', 'cardwright_worker', 'cardwright_admin'] as const;

/** The roles of signing in: no table of a company is theirs, not even in a scope. */
const signInRoles = ['cardwright_portal', 'cardwright_desk'] as const;

/** Reads the books, in a scope like every process, and nothing else of a company. */
const READER = 'cardwright_reader';
const ours = `n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`;

const read = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  (await world.admin.query<Row>(text, values)).rows;

/** Every table that belongs to a company: it has a company_id, or it is the companies themselves. */
const companyTables = () =>
  read<{ name: string; forced: boolean; enabled: boolean; scope: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
           case when c.relname = 'companies' then 'id' else 'company_id' end as scope
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
     where ${ours} and c.relkind in ('r', 'p') and not c.relispartition
       and (c.relname = 'companies' or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped))
     order by 1`);

describe('row-level security', () => {
  test('is enabled and forced on every table that belongs to a company', async () => {
    const tables = await companyTables();
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['ledger.entries', 'ledger.lines', 'public.cards', 'public.companies', 'public.api_keys']),
    );
    for (const { name, enabled, forced } of tables)
      expect({ name, enabled, forced }).toEqual({ name, enabled: true, forced: true });
  });

  test('has the same two policies everywhere: the own scope for processes, in the ledger for its reader, everything for postings', async () => {
    for (const { name } of await companyTables()) {
      const policies = await read<{ policy: string; roles: string[] }>(
        `select polname as policy, array(select rolname::text from pg_roles r where r.oid = any (polroles) order by 1) as roles
           from pg_policy where polrelid = $1::regclass order by 1`,
        [name],
      );
      expect(policies, name).toEqual([
        {
          policy: 'own_scope',
          roles: [...processRoles, ...(name.startsWith('ledger.') ? [READER] : [])].toSorted(),
        },
        { policy: 'posting', roles: ['cardwright_posting'] },
      ]);
    }
  });

  test('shows no process a row without a scope, and in a scope its own rows only', async () => {
    const company = await world.company();
    await company.client({ environment: 'live' });
    await world.company();
    const cardId = await company.insertCard();
    await company.insertOperation();
    await company.insertTransaction({ cardId });
    await company.insertInvoice({ transfers: [{ id: 'tx_1', amount: 100_004_217n, occurredAt: new Date() }] });
    const tables = await companyTables();
    for (const role of [...processRoles, READER] as const) {
      const client = new pg.Client(world.stack.urlOf(role));
      await client.connect();
      for (const { name, scope } of tables) {
        const readable = await read<{ yes: boolean }>('select has_table_privilege($1, $2, $3) as yes', [
          role,
          name,
          'select',
        ]);
        if (!readable[0]?.yes) continue;
        expect((await client.query(`select 1 from ${name}`)).rowCount, `${role} ${name}`).toBe(0);
        await client.query('begin');
        await client.query(
          `select set_config('cardwright.company', $1, true), set_config('cardwright.environment', 'sandbox', true)`,
          [company.scope.companyId],
        );
        const { rows } = await client.query<{ scope: string }>(`select ${scope} as scope from ${name}`);
        for (const row of rows) expect(row.scope, `${role} ${name}`).toBe(company.scope.companyId);
        if (name !== 'public.audit_log' && role === 'cardwright_api') {
          const others = await client.query(`select 1 from ${name} where ${scope} <> $1`, [company.scope.companyId]);
          expect(others.rowCount).toBe(0);
        }
        await client.query('rollback');
      }
      await client.end();
    }
  });

  test('is bypassed by nobody: no role of ours is a superuser or may bypass it, and no view reads with its owner’s rights', async () => {
    const roles = await read<{ rolname: string }>(
      `select rolname from pg_roles where rolname like 'cardwright%' and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)`,
    );
    expect(roles).toEqual([]);
    const views = await read(
      `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where ${ours} and c.relkind = 'm' or (${ours} and c.relkind = 'v' and not coalesce(c.reloptions::text, '') like '%security_invoker=true%')`,
    );
    expect(views).toEqual([]);
  });
});

describe('functions with their owner’s rights', () => {
  test('belong to the posting role, apart from the two that add and drop parts of a table, as only its owner can', async () => {
    const functions = await read<{ name: string; owner: string }>(
      `select p.oid::regprocedure::text as name, p.proowner::regrole::text as owner
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${ours} and p.prosecdef`,
    );
    expect(functions.length).toBeGreaterThan(10);
    const ofOwner = functions.filter(({ owner }) => owner === 'cardwright_owner').map(({ name }) => name);
    expect(ofOwner.toSorted()).toEqual(['drop_month(interval,interval)', 'prepare_months()']);
    for (const { name, owner } of functions)
      if (!ofOwner.includes(name)) expect(owner, name).toBe('cardwright_posting');
  });

  test('find names where their owner chose, never where their caller did, and so do triggers', async () => {
    const elsewhere = await read<{ name: string }>(
      `select p.oid::regprocedure::text as name
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname in ('public', 'ledger')
          and not coalesce(p.proconfig, '{}') @> array['search_path=pg_catalog, pg_temp']
          -- A body that was parsed when its function was created and calls no function of ours has no name left to find.
          and (p.prorettype = 'trigger'::regtype
               or p.prosecdef and (p.prosqlbody is null or exists (
                    select from pg_depend d
                     where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.refclassid = 'pg_proc'::regclass)))`,
    );
    expect(elsewhere).toEqual([]);
  });

  test('are executed by exactly the processes that need them', async () => {
    const grants = await read<{ name: string; roles: string[] }>(
      `select format('%I.%I', n.nspname, p.proname) as name,
              array(select r.rolname::text from unnest($1::name[]) as r (rolname) where has_function_privilege(r.rolname, p.oid, 'execute') order by 1) as roles
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${ours} and p.prosecdef order by 1`,
      [[...processRoles, ...signInRoles, READER]],
    );
    expect(Object.fromEntries(grants.map(({ name, roles }) => [name, roles.join(', ')]))).toEqual({
      'ledger.adjust': '',
      'ledger.capture': '',
      'ledger.close_holds': '',
      'ledger.credit_sandbox': '',
      'ledger.deposit': '',
      'ledger.list_books': 'cardwright_admin, cardwright_reader, cardwright_worker',
      'ledger.lock_books': '',
      'ledger.list_strays': 'cardwright_admin, cardwright_reader, cardwright_worker',
      'ledger.append_seals': 'cardwright_admin, cardwright_worker',
      'ledger.list_unsealed': 'cardwright_worker',
      'ledger.read_unsealed': 'cardwright_admin, cardwright_worker',
      'ledger.open_book': '',
      'ledger.post': '',
      'ledger.post_one': '',
      'ledger.release': '',
      'ledger.reserve': '',
      'ledger.seal': 'cardwright_admin, cardwright_worker',
      'ledger.time_of': '',
      'public.count_backlogs': 'cardwright_admin, cardwright_reader, cardwright_worker',
      'public.count_submitted': 'cardwright_admin, cardwright_reader, cardwright_worker',
      'public.count_ending_keys': 'cardwright_api',
      'public.count_held': 'cardwright_admin, cardwright_reader, cardwright_worker',
      'public.count_invoices': 'cardwright_admin, cardwright_reader, cardwright_worker',
      'public.count_key_versions': 'cardwright_admin',
      'public.count_reviews': 'cardwright_admin, cardwright_reader, cardwright_worker',
      'public.count_sending': 'cardwright_admin, cardwright_reader, cardwright_worker',
      'public.count_waiting': 'cardwright_admin, cardwright_reader, cardwright_worker',
      'public.append_holder_event': '',
      'public.create_holder': 'cardwright_api',
      'public.create_import': 'cardwright_api',
      'public.holder_with_external_id': '',
      'public.update_holder': 'cardwright_api',
      'public.update_card': 'cardwright_api',
      'public.request_reveal': 'cardwright_api',
      'public.take_reveal': 'cardwright_api',
      'public.begin_reveal': 'cardwright_worker',
      'public.note_reveal': 'cardwright_worker',
      'public.create_invoice': 'cardwright_api',
      'public.fix_invoice_answer': 'cardwright_api',
      'public.find_keys': 'cardwright_api',
      'public.fund_sandbox': 'cardwright_api',
      'public.list_companies': 'cardwright_admin',
      'public.claim_work': 'cardwright_worker',
      'public.count_work': 'cardwright_admin, cardwright_reader, cardwright_worker',
      'public.list_parked_work': 'cardwright_admin',
      'public.note_worker': 'cardwright_worker',
      'public.mark_now': 'cardwright_worker',
      'public.write_mark': 'cardwright_admin, cardwright_worker',
      'public.read_recovery': 'cardwright_admin',
      'public.replay_audit': 'cardwright_admin',
      'public.apply_audit_entry': '',
      'public.ask_about_queued': '',
      'public.note_absent': 'cardwright_worker',
      'public.take_unread_listings': 'cardwright_worker',
      'public.note_import_rows': 'cardwright_api',
      'public.note_listings_read': 'cardwright_worker',
      'public.read_server': 'cardwright_admin, cardwright_api, cardwright_portal, cardwright_reader, cardwright_worker',
      'public.close_fence': 'cardwright_admin, cardwright_api, cardwright_worker',
      'public.report_timeline': 'cardwright_admin, cardwright_api, cardwright_worker',
      'public.count_missing': 'cardwright_api, cardwright_worker',
      'public.find_marks': 'cardwright_admin, cardwright_api, cardwright_worker',
      'public.newest_mark': 'cardwright_reader',
      'public.mark_lag_seconds': 'cardwright_admin, cardwright_reader, cardwright_worker',
      'public.ask_for_export': 'cardwright_admin, cardwright_portal',
      'public.is_exported': 'cardwright_admin, cardwright_portal',
      'public.park_work': 'cardwright_worker',
      'public.release_work': 'cardwright_worker',
      'public.unpark_work': '',
      'public.accept_operations': 'cardwright_api',
      'public.accept_card_action': 'cardwright_api',
      'public.bring_closings_forward': '',
      'public.cancel_operation': 'cardwright_api',
      'public.refusal_of_card_action': '',
      'public.retry_import': 'cardwright_api',
      'public.return_late_money': '',
      'ledger.return_from_cards': '',
      'public.find_changed_invoices': 'cardwright_api',
      'public.find_changed_operations': 'cardwright_api',
      'public.begin_reconciliation': 'cardwright_worker',
      'public.count_breaks': 'cardwright_admin, cardwright_reader, cardwright_worker',
      'public.end_reconciliation': 'cardwright_worker',
      'public.last_verifications': 'cardwright_admin, cardwright_reader, cardwright_worker',
      'public.list_broken_books': 'cardwright_admin',
      'public.list_reconciliations': 'cardwright_admin',
      'public.list_standing_breaks': 'cardwright_worker',
      'public.list_wrapped_document_keys': 'cardwright_admin',
      'public.list_wrapped_webhook_keys': 'cardwright_admin',
      'public.next_suspected_book': 'cardwright_worker',
      'public.note_reconciliation': 'cardwright_worker',
      'public.note_unknown': 'cardwright_worker',
      'public.close_known': 'cardwright_worker',
      'public.remove_member': 'cardwright_portal',
      'public.rewrap_document_key': '',
      'public.rewrap_webhook_key': '',
      'public.take_reconciliation': 'cardwright_worker',
      'public.advance_clock': 'cardwright_api',
      'public.administer': 'cardwright_admin',
      'public.approve_proposal': 'cardwright_admin',
      'public.arrived_for': '',
      'public.bring_invoices_forward': '',
      'public.claim_operations': 'cardwright_worker',
      'public.corrected_for': '',
      'public.count_queued': 'cardwright_api',
      'public.decide_case': '',
      'public.decide_unknown': '',
      'public.adopt_card': '',
      'public.adopt_deposit': '',
      'public.adopt_holder': '',
      'public.adopt_order': '',
      'public.bind_holder': '',
      'public.bind_invoice': '',
      'public.bind_operation': '',
      'public.fee_of_unknown': 'cardwright_admin',
      'public.operation_of_order': '',
      'public.refusal_of_adoption': '',
      'public.refusal_of_case': '',
      'public.decide_invoice': '',
      'public.decide_operation': '',
      'public.deposited_for': '',
      'public.is_corrected': '',
      'public.list_undecided': 'cardwright_admin',
      'public.take_due_invoices': 'cardwright_worker',
      'public.take_notifications': 'cardwright_worker',
      'public.list_unplaced': 'cardwright_admin',
      'public.list_unplaced_about': 'cardwright_admin',
      'public.close_unplaced': '',
      'public.mark_notifications': 'cardwright_worker',
      'public.move_card_balances': '',
      'public.note_clock_followed': 'cardwright_worker',
      'public.note_simulated_payment': 'cardwright_worker',
      'public.note_simulated_transfer': 'cardwright_worker',
      'public.open_case': 'cardwright_worker',
      'public.open_cases_of_undone': '',
      'public.owners_of_invoices': 'cardwright_worker',
      'public.owners_of_operations': 'cardwright_worker',
      'public.owners_of_payments': 'cardwright_worker',
      'public.propose_decision': 'cardwright_admin',
      'public.read_audit_entries': 'cardwright_admin, cardwright_reader, cardwright_worker',
      'public.record_transactions': 'cardwright_worker',
      'public.register_holder': 'cardwright_worker',
      'public.refusal_of_adjustment': '',
      'public.refusal_of_erasure': '',
      'public.refusal_of_evidence': '',
      'public.refusal_of_invoice_decision': '',
      'public.refusal_of_key': '',
      'public.require_scope': '',
      'public.scope_of_named': 'cardwright_admin',
      'public.scope_of_undecided': 'cardwright_admin',
      'public.search_audit_log': 'cardwright_admin',
      'public.search_companies': 'cardwright_admin',
      'public.seal_audit': 'cardwright_worker',
      'public.settle_invoices': 'cardwright_worker',
      'public.settle_operations': 'cardwright_worker',
      'public.simulate_payments': 'cardwright_api',
      'public.simulate_transfer': 'cardwright_api',
      'public.store_notifications': 'cardwright_api',
      'public.traceparent_of_operation': 'cardwright_worker',
      'public.append_events': '',
      'public.append_payment_events': '',
      'public.unmark_invoice': 'cardwright_worker',
      'public.unmark_operation': 'cardwright_worker',
      'public.weigh_operations': 'cardwright_api',
      'public.withdraw_proposal': 'cardwright_admin',
      'public.break_glass': '',
      'public.carry_out': '',
      'public.count_broken_glass': 'cardwright_admin, cardwright_reader, cardwright_worker',
      'public.decide': '',
      'public.erase_holder': '',
      'public.operations_of_holder': '',
      'public.unfinished_of_holder': '',
      'public.expire_proposals': '',
      'public.finish_operator_mail': 'cardwright_worker',
      'public.install_operators': '',
      'public.log_action': '',
      'public.list_proposals': 'cardwright_admin',
      'public.lock_operators': '',
      'public.note_sign_in': 'cardwright_desk',
      'public.operator_of': 'cardwright_admin',
      'public.propose': '',
      'public.read_credential': '',
      'public.read_operator_mail': 'cardwright_worker',
      'public.require_operator': '',
      'public.notify_operators': '',
      'public.proposal_summary': '',
      'public.try_out': '',
      'public.cancel_deliveries': 'cardwright_worker',
      'public.change_webhooks': '',
      'public.change_webhooks_by_key': 'cardwright_api',
      'public.count_webhooks': 'cardwright_admin, cardwright_reader, cardwright_worker',
      'public.create_webhook': '',
      'public.events_to_replay': '',
      'public.fan_out_events': 'cardwright_worker',
      'public.drop_month': 'cardwright_worker',
      'public.is_month_in_use': '',
      'public.prepare_months': 'cardwright_worker',
      'public.forget_emails': 'cardwright_worker',
      'public.forget_events': 'cardwright_worker',
      'public.forget_invitations': 'cardwright_worker',
      'public.keep_taken_webhook': 'cardwright_worker',
      'public.keep_webhook': '',
      'public.release_webhook': 'cardwright_worker',
      'public.note_attempts': 'cardwright_worker',
      'public.replay_events': '',
      'public.step_replay': 'cardwright_worker',
      'public.take_webhooks': 'cardwright_worker',
      'public.append_operation_events': '',
      'public.append_webhook_event': '',
      'public.words_about_holder': '',
      'public.touch_keys': 'cardwright_api',
      'public.accept_invitation': 'cardwright_portal',
      'public.change_member': 'cardwright_portal',
      'public.enter_company': 'cardwright_portal',
      'public.find_first_owner_invitation': 'cardwright_admin',
      'public.find_invitation': 'cardwright_portal',
      'public.find_key_of_company': 'cardwright_portal',
      'public.invite_first_owner': '',
      'public.invite_member': 'cardwright_portal',
      'public.list_companies_of_person': 'cardwright_portal',
      'public.list_invitations': 'cardwright_portal',
      'public.list_members': 'cardwright_admin, cardwright_portal',
      'public.log_action_of_person': '',
      'public.log_action_of_key': '',
      'public.open_company': 'cardwright_portal',
      'public.refusal_of_team_change': '',
      'public.withdraw_invitation': 'cardwright_portal',
      'public.drop_document': 'cardwright_portal',
      'public.drop_document_file': 'cardwright_portal',
      'public.empty_slot': '',
      'public.end_key': 'cardwright_portal',
      'public.fill_verification': 'cardwright_portal',
      'public.keep_document_file': 'cardwright_portal',
      'public.list_keys_of_company': 'cardwright_portal',
      'public.list_submitted': 'cardwright_admin',
      'public.make_key': 'cardwright_portal',
      'public.may_grant': '',
      'public.finish_mail': 'cardwright_worker',
      'public.open_draft': '',
      'public.place_document': 'cardwright_portal',
      'public.queue_mails_to_owners': '',
      'public.read_new_events': 'cardwright_portal',
      'public.read_verification': 'cardwright_portal',
      'public.read_verification_documents': 'cardwright_portal',
      'public.refusal_of_key_maker': '',
      'public.refusal_of_member': '',
      'public.replace_key': 'cardwright_portal',
      'public.submit_verification': 'cardwright_portal',
      'public.read_mail': 'cardwright_worker',
      'public.upload_has_room_at': 'cardwright_portal',
    });
  });

  test('name everything by its schema, so that no search_path leads them astray', async () => {
    const bodies = await read<{ name: string; body: string }>(
      `select p.oid::regprocedure::text as name, coalesce(p.prosrc, '') as body
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${ours} and p.prosecdef and p.prosqlbody is null`,
    );
    const bare =
      /\b(?:from|join|into|update)\s+(companies|api_keys|members|invitations|users|verifications|verification_documents|verification_uploads|verification_files|verification_decisions|mails|audit_log|issuer_notifications|operations|cards|transactions|transaction_reports|invoices|invoice_transfers|invoice_attempts|simulated_payments|reveals|simulated_transfers|clock_advances|cases|proposals|operators|holders|events|event_counters|webhook_endpoints|webhook_deliveries|webhook_attempts|webhook_replays|reconciliation_runs|reconciliation_breaks|reconciliation_suspects|reconciliations_under_way|audit_seals|seal_outbox|books|accounts|entries|lines|holds|seals)\b/i;
    for (const { name, body } of bodies) expect(bare.exec(body)?.[0], name).toBeUndefined();
  });

  test('are open to PUBLIC nowhere', async () => {
    const open = await read(
      `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where ${ours} and n.nspname in ('public', 'ledger') and has_function_privilege('public', p.oid, 'execute')`,
    );
    expect(open).toEqual([]);
  });
});

describe('nobody', () => {
  test('may create temporary tables or schemas in the database, PUBLIC not even connect', async () => {
    const [database] = await read<{ name: string }>('select current_database() as name');
    for (const role of ['public', 'cardwright_posting', ...processRoles, ...signInRoles, READER]) {
      for (const right of ['temporary', 'create'])
        expect(
          await read('select has_database_privilege($1, $2, $3) as may', [role, database?.name, right]),
          `${role} ${right}`,
        ).toEqual([{ may: false }]);
    }
    expect(await read(`select has_database_privilege('public', $1, 'connect') as may`, [database?.name])).toEqual([
      { may: false },
    ]);
  });

  test('but the owner may create anything in a schema', async () => {
    const holes = await read(
      `select n.nspname, r.rolname from pg_namespace n cross join unnest($1::name[]) as r (rolname)
        where ${ours} and n.nspname not like 'pg_%' and has_schema_privilege(r.rolname, n.oid, 'create')`,
      [['public', 'cardwright_posting', ...processRoles, ...signInRoles, READER]],
    );
    expect(holes).toEqual([]);
  });

  test('but the posting role may write the ledger, and nobody at all may change what was written', async () => {
    const rights = await read<{ name: string; role: string; right: string }>(
      `select c.relname as name, r.rolname as role, w.right
         from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'ledger'
        cross join unnest($1::name[]) as r (rolname)
        cross join unnest(array['insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as w ("right")
        where c.relkind = 'r' and has_table_privilege(r.rolname, c.oid, w.right)
        order by 1, 2, 3`,
      [['public', 'cardwright_posting', ...processRoles, READER]],
    );
    expect(new Set(rights.map(({ role }) => role))).toEqual(new Set(['cardwright_posting']));
    const kept = rights.filter(({ name }) => ['entries', 'lines', 'seals'].includes(name)).map(({ right }) => right);
    expect(new Set(kept)).toEqual(new Set(['insert']));
    expect(rights.some(({ right }) => right === 'delete' || right === 'truncate')).toBe(false);
  });

  test('but the posting role reads what issuers notified us of, and nobody changes what came', async () => {
    const rights = await read<{ role: string; right: string }>(
      `select r.rolname as role, w.right
         from unnest($1::name[]) as r (rolname)
        cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as w ("right")
        where has_table_privilege(r.rolname, 'issuer_notifications', w.right)
        order by 1, 2`,
      [['public', 'cardwright_posting', ...processRoles, READER]],
    );
    expect(rights.map(({ role, right }) => `${role} ${right}`)).toEqual([
      'cardwright_posting insert',
      'cardwright_posting select',
    ]);
    const columns = await read<{ name: string; role: string }>(
      `select a.attname as name, r.rolname as role
         from pg_attribute a cross join unnest($1::name[]) as r (rolname)
        where a.attrelid = 'issuer_notifications'::regclass and a.attnum > 0
          and has_column_privilege(r.rolname, a.attrelid, a.attnum, 'update')
        order by 1`,
      [['public', 'cardwright_posting', ...processRoles, READER]],
    );
    expect(new Set(columns.map(({ role }) => role))).toEqual(new Set(['cardwright_posting']));
    const work = ['attempts', 'last_error', 'lease_token', 'next_at', 'parked_at'];
    const verdict = ['about', 'amount', 'company_id', 'outcome', 'processed_at', 'status'];
    expect(columns.map(({ name }) => name)).toEqual([...work, ...verdict].toSorted());
  });

  test('but the worker reaches the queue, and operators to see jobs and have those tried again that gave up', async () => {
    const roles = await read<{ rolname: string }>(
      `select rolname from unnest($1::name[]) as r (rolname) where has_schema_privilege(rolname, 'pgboss', 'usage')`,
      [['public', 'cardwright_posting', ...processRoles, READER]],
    );
    expect(roles.map(({ rolname }) => rolname).toSorted()).toEqual(['cardwright_admin', READER, 'cardwright_worker']);
    const rightsOf = (role: string) =>
      read<{ name: string; rights: string }>(
        `select c.relname as name, string_agg(r.right, ', ' order by r.right) as rights
           from pg_class c cross join unnest(array['select', 'insert', 'update', 'delete']) as r ("right")
          where c.relnamespace = 'pgboss'::regnamespace and c.relkind in ('r', 'p') and has_table_privilege($1, c.oid, r.right)
          group by c.relname order by 1`,
        [role],
      );
    expect(await rightsOf('cardwright_admin')).toEqual([
      { name: 'job', rights: 'insert, select' },
      { name: 'job_common', rights: 'delete, select, update' },
      { name: 'queue', rights: 'select' },
      { name: 'version', rights: 'select' },
    ]);
    for (const role of ['cardwright_api', READER]) expect(await rightsOf(role)).toEqual([]);
  });
});

describe('signing in', () => {
  test('has tables that one process reaches, and that process no others', async () => {
    const rights = await read<{ role: string; schema: string }>(
      `select distinct r.rolname as role, n.nspname as schema
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
        cross join unnest($1::name[]) as r (rolname)
        where ${ours} and c.relkind in ('r', 'p', 'v')
          and (has_table_privilege(r.rolname, c.oid, 'select') or has_table_privilege(r.rolname, c.oid, 'insert')
            or has_table_privilege(r.rolname, c.oid, 'update') or has_table_privilege(r.rolname, c.oid, 'delete'))
          and (r.rolname = any ($2) or n.nspname in ('people', 'desk'))
        order by 1, 2`,
      [['public', 'cardwright_posting', ...processRoles, ...signInRoles, READER], signInRoles],
    );
    expect(rights).toEqual([
      { role: 'cardwright_desk', schema: 'desk' },
      { role: 'cardwright_portal', schema: 'people' },
      { role: 'cardwright_posting', schema: 'desk' }, // which operator a credential is of, and ending sessions
      { role: 'cardwright_posting', schema: 'people' }, // ending sessions after a loss
    ]);
    const columns = await read<{ name: string }>(
      `select format('%s.%s', c.relname, a.attname) as name
         from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('people', 'desk') and a.attnum > 0 and has_column_privilege('cardwright_posting', c.oid, a.attnum, 'select')
        order by 1`,
    );
    expect(
      columns.map(({ name }) => name),
      'names and addresses, and no secret',
    ).toEqual([
      // Of the desk: how a credential is known.
      'sessions.expires_at',
      'sessions.stepped_up_at',
      'sessions.token',
      'sessions.user_id',
      'tokens.actions',
      'tokens.created_at',
      'tokens.expires_at',
      'tokens.hash',
      'tokens.id',
      'tokens.name',
      'tokens.noted_at',
      'tokens.operator_id',
      'tokens.revoked_at',
      'tokens.stepped_up_at',
      'two_factors.secret_version',
      'two_factors.secret_version',
      'two_factors.user_id',
      'users.disabled_at',
      'users.email',
      'users.email_verified',
      'users.id',
      'users.id',
      'users.name',
      'users.two_factor_enabled',
      'users.two_factor_enabled',
    ]);
  });
});

describe('events', () => {
  test('are changed by no role but to erase a person, and are deleted only after their retention', async () => {
    const triggers = await read<{ name: string; on: string; always: boolean }>(
      `select t.tgfoid::regproc::text as name, t.tgenabled = 'A' as always,
              concat_ws(' ', case when (t.tgtype & 8) > 0 then 'delete' end, case when (t.tgtype & 16) > 0 then 'update' end,
                case when (t.tgtype & 32) > 0 then 'truncate' end) as on
         from pg_trigger t where t.tgrelid = 'events'::regclass and not t.tgisinternal order by 1`,
    );
    expect(triggers).toEqual([
      { name: 'refuse_all_but_erasure', on: 'update', always: true },
      { name: 'refuse_change', on: 'truncate', always: true },
      { name: 'refuse_early_end', on: 'delete', always: true },
    ]);
  });
});

describe('a part of a table', () => {
  test('is closed to those who name it instead of the table: they read nothing and change nothing', async () => {
    const parts = await read<{ whole: string; closed: boolean }>(
      `select i.inhparent::regclass::text as whole,
              bool_and(c.relrowsecurity and c.relforcerowsecurity and c.relacl is null
                and not exists (select from pg_policy p where p.polrelid = c.oid)
                and exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'refuse_change'::regproc
                                                       and t.tgenabled = 'A' and t.tgtype & 60 = 60)) as closed
         from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where c.relnamespace in ('ledger'::regnamespace, 'public'::regnamespace) and c.relkind = 'r'
        group by 1 order by 1`,
    );
    expect(parts).toEqual([
      { whole: 'issuer_notification_bodies', closed: true },
      { whole: 'ledger.entries', closed: true },
      { whole: 'ledger.lines', closed: true },
      { whole: 'webhook_attempts', closed: true },
    ]);
  });
});

describe('append-only tables', () => {
  test('have triggers that always fire, on every way of changing a row', async () => {
    const triggers = await read<{ name: string; always: boolean }>(
      `select t.tgrelid::regclass::text as name, t.tgenabled = 'A' as always from pg_trigger t
        where t.tgfoid = 'refuse_change'::regproc and (t.tgtype & 8) > 0 and (t.tgtype & 16) > 0 and (t.tgtype & 32) > 0
          and (t.tgtype & 4) = 0
        order by 1`,
    );
    expect(triggers).toEqual(
      [
        'audit_log',
        'audit_seals',
        'chain_forks',
        'history_verifications',
        'invoice_attempts',
        'invoice_transfers',
        'issuer_notification_bodies',
        'ledger.entries',
        'ledger.lines',
        'ledger.seals',
        'reconciliation_breaks',
        'reconciliation_runs',
        'transaction_reports',
        'verification_decisions',
      ].map((name) => ({ name, always: true })),
    );
  });

  test('or triggers that let an erasure through, and nothing else', async () => {
    const triggers = await read<{ name: string; always: boolean; on: string }>(
      `select t.tgrelid::regclass::text as name, bool_and(t.tgenabled = 'A') as always,
              string_agg(distinct concat(t.tgfoid::regproc, ' ', t.tgtype & 56), ', ' order by concat(t.tgfoid::regproc, ' ', t.tgtype & 56)) as on
         from pg_trigger t
        where t.tgrelid in (select tgrelid from pg_trigger where tgfoid = 'refuse_all_but_erasure'::regproc) and not t.tgisinternal
        group by 1 order by 1`,
    );
    const [update, deleteAndTruncate, truncate] = ['refuse_all_but_erasure 16', 'refuse_change 40', 'refuse_change 32'];
    expect(triggers).toEqual([
      { name: 'events', always: true, on: `${update}, ${truncate}, refuse_early_end 8` },
      { name: 'idempotency_keys', always: true, on: `${update}, ${deleteAndTruncate}` },
      { name: 'operation_attempts', always: true, on: `${update}, ${deleteAndTruncate}` },
    ]);
  });
});
