// Which database role may execute which function: the table that the proofs own, compared with the catalogue.
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import type { Context } from '../harness/proof.ts';

/** Counts of unfinished work across companies, for monitoring. */
const countingFunctions = [
  'public.count_waiting',
  'public.count_sending',
  'public.count_reviews',
  'public.count_held',
  'public.count_backlogs',
  'public.count_submitted',
  'public.count_invoices',
  'public.count_breaks',
  'public.last_verifications',
  'public.count_webhooks',
  'public.months_ahead',
  'public.count_broken_glass',
  'public.count_work',
  'public.mark_lag_seconds',
  'public.read_server',
];

/** Every process reads its scope; beyond that, a role has what its work needs. No role executes any other function. */
const scopeFunctions = ['public.current_company', 'public.current_environment'];

/** Write a row as the API shows it: reads carry the same bytes as answers and events. */
const writingFunctions = [
  'public.shown_id',
  'public.usd_text',
  'public.signed_usd_text',
  'public.usdt_text',
  'public.instant_text',
  'public.operation_text',
  'public.card_text',
  'public.holder_text',
  'public.transaction_text',
  'public.invoice_text',
];
const allowed: Record<string, readonly string[]> = {
  cardwright_api: [
    ...scopeFunctions,
    ...writingFunctions,
    'public.find_keys',
    'public.touch_keys',
    'public.count_ending_keys',
    'public.fund_sandbox',
    'public.store_notifications',
    'public.store_notifications', // the signature of the previous version
    'public.weigh_operations',
    'public.accept_operations',
    'public.accept_card_action',
    'public.cancel_operation',
    'public.find_changed_invoices',
    'public.find_changed_operations',
    'public.count_queued',
    'public.create_holder',
    'public.create_holder', // the signature of the previous version
    'public.create_import',
    'public.note_import_rows',
    'public.retry_import',
    'public.update_holder',
    'public.update_card',
    'public.request_reveal',
    'public.take_reveal',
    'public.simulate_payments',
    'public.advance_clock',
    'public.create_invoice',
    'public.fix_invoice_answer',
    'public.simulate_transfer',
    'public.change_webhooks_by_key',
    'public.find_marks',
    'public.read_server',
    'public.close_fence',
    'public.report_timeline',
    'public.count_missing',
  ],
  cardwright_worker: [
    ...scopeFunctions,
    'public.claim_work',
    'public.release_work',
    'public.park_work',
    'public.note_worker',
    'public.find_marks',
    'public.mark_now',
    'public.write_mark',
    'public.close_fence',
    'public.report_timeline',
    'public.count_missing',
    'public.read_audit_entries',
    'public.seal_audit',
    'public.take_notifications',
    'public.mark_notifications',
    'public.claim_operations',
    'public.traceparent_of_operation',
    'public.unmark_operation',
    'public.note_absent',
    'public.take_unread_listings',
    'public.note_listings_read',
    'public.settle_operations',
    'public.register_holder',
    'public.begin_reveal',
    'public.note_reveal',
    'public.owners_of_operations',
    'public.open_case',
    'public.owners_of_payments',
    'public.record_transactions',
    'public.note_simulated_payment',
    'public.note_clock_followed',
    'public.take_due_invoices',
    'public.unmark_invoice',
    'public.settle_invoices',
    'public.owners_of_invoices',
    'public.note_simulated_transfer',
    'public.begin_reconciliation',
    'public.take_reconciliation',
    'public.note_reconciliation',
    'public.note_unknown',
    'public.close_known',
    'public.list_standing_breaks',
    'public.next_suspected_book',
    'public.end_reconciliation',
    'public.fan_out_events',
    'public.take_webhooks',
    'public.keep_taken_webhook',
    'public.release_webhook',
    'public.cancel_deliveries',
    'public.step_replay',
    'public.note_attempts',
    'public.forget_events',
    'public.forget_events', // the signature of the previous version
    'public.forget_emails',
    'public.prepare_months',
    'public.drop_month',
    'public.forget_invitations',
    'public.read_mail',
    'public.finish_mail',
    'public.read_operator_mail',
    'public.finish_operator_mail',
    ...countingFunctions,
    'ledger.list_books',
    'ledger.list_strays',
    'ledger.list_unsealed',
    'ledger.read_unsealed',
    'ledger.append_seals',
    'ledger.seal', // for the previous version
  ],
  cardwright_admin: [
    ...scopeFunctions,
    'public.list_parked_work',
    'public.find_marks',
    'public.write_mark',
    'public.read_recovery',
    'public.replay_audit',
    'public.close_fence',
    'public.report_timeline',
    'public.ask_for_export',
    'public.is_exported',
    'public.list_companies',
    'public.search_companies',
    'public.search_audit_log',
    'public.read_audit_entries',
    'public.list_unplaced',
    'public.list_unplaced_about',
    'public.fee_of_unknown',
    'public.list_undecided',
    'public.scope_of_undecided',
    'public.scope_of_named',
    'public.shown_id',
    'public.usd_text',
    'public.usdt_text',
    'public.instant_text',
    'public.operation_text',
    'public.card_text',
    'public.invoice_text',
    'public.operator_of',
    'public.administer',
    'public.propose_decision',
    'public.approve_proposal',
    'public.withdraw_proposal',
    'public.list_proposals',
    'public.list_reconciliations',
    'public.list_broken_books',
    ...countingFunctions,
    'public.list_members',
    'public.list_wrapped_webhook_keys',
    'public.list_wrapped_document_keys',
    'public.count_key_versions',
    'public.find_first_owner_invitation',
    'public.list_submitted',
    'public.shown_verification',
    'ledger.list_books',
    'ledger.list_strays',
    'ledger.read_unsealed',
    'ledger.append_seals',
    'ledger.seal', // for the previous version
  ],
  cardwright_portal: [
    'public.version_of_encrypted', // computes a generated column
    'public.open_company',
    'public.enter_company',
    'public.list_companies_of_person',
    'public.list_members',
    'public.list_invitations',
    'public.invite_member',
    'public.withdraw_invitation',
    'public.find_invitation',
    'public.accept_invitation',
    'public.change_member',
    'public.remove_member',
    'public.read_verification',
    'public.read_verification_documents',
    'public.fill_verification',
    'public.place_document',
    'public.upload_has_room_at',
    'public.drop_document',
    'public.keep_document_file',
    'public.drop_document_file',
    'public.submit_verification',
    'public.list_keys_of_company',
    'public.find_key_of_company',
    'public.make_key',
    'public.replace_key',
    'public.end_key',
    'public.read_new_events',
    'public.ask_for_export',
    'public.is_exported',
    'public.read_server',
  ],
  cardwright_reader: [
    ...scopeFunctions,
    ...countingFunctions,
    'public.newest_mark',
    'public.read_audit_entries',
    'ledger.list_books',
    'ledger.list_strays',
  ],
  cardwright_desk: ['public.version_of_encrypted', 'public.note_sign_in'],
};

type Grant = { role: string; function: string; signature: string; granted: boolean };

/** Compares every role with every function of ours. Returns the number of pairs. */
export async function compareFunctionGrants(context: Context, db: Db): Promise<number> {
  const grants = await db.query<Grant>(sql`
    select r.rolname as role, n.nspname || '.' || p.proname as function, p.oid::regprocedure::text as signature,
           has_function_privilege(r.oid, p.oid, 'execute') as granted
      from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
     cross join pg_roles r
      join pg_database d on d.datname = current_database()
     where n.nspname in ('public', 'ledger', 'actions') and r.rolcanlogin and not r.rolsuper and r.oid <> d.datdba
     order by 1, 2`);
  for (const [role, names] of Object.entries(allowed)) {
    for (const name of names) {
      const found = grants.filter((grant) => grant.role === role && grant.function === name);
      const listed = names.filter((each) => each === name).length;
      if (found.length !== listed)
        context.violation('a function does not exist as listed', { role, name, listed, found: found.length });
    }
  }
  for (const { role, function: name, signature, granted } of grants) {
    const right = allowed[role]?.includes(name) ?? false;
    if (granted !== right)
      context.violation(granted ? 'a role may execute too much' : 'a role may execute too little', { role, signature });
  }
  return grants.length + (await checkOwner(context, db));
}

/**
 * Reserved for installation: the first operators, and one more when too few are left. Parts of a table are added and
 * dropped with the owner's rights, once the posting role has said that nothing needs them.
 */
const ofTheOwner = ['install_operators', 'break_glass', 'prepare_months', 'drop_month', 'is_month_in_use'];

/**
 * The owner of the schemas migrates them. Of the functions with rights of their own, it executes those of installation
 * and of parts, and grants none.
 */
async function checkOwner(context: Context, db: Db): Promise<number> {
  const rows = await db.query<{ signature: string; wrong: boolean }>(sql`
    select p.oid::regprocedure::text as signature,
           has_function_privilege(d.datdba, p.oid, 'execute') <> (p.proname = any (${ofTheOwner})) as wrong
      from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
      join pg_database d on d.datname = current_database()
     where n.nspname in ('public', 'ledger', 'actions') and p.prosecdef`);
  for (const { signature, wrong } of rows) {
    if (wrong)
      context.violation('the owner may execute what runs as the posting role, or not what installs', signature);
  }
  return rows.length;
}
