// Bugs that the race for an invoice must catch.
import type { Plant } from '../harness/plant.ts';

const creating = (find: string, replace: string) => ({ name: 'create_invoice', find, replace });

const LOCK = 'perform ledger.lock_books(array[key.company_id], array[key.environment]);';
const UNRESOLVED = "i.status in ('creating', 'pending', 'manual_review')";
const NO_INDEX = 'drop index one_unresolved_invoice';
const REFUSED = "return jsonb_build_object('refused', 'invoice_unresolved', 'unresolved', unresolved);";
const IS_KNOWN = 'and k.key = key.key) then';

export const oneInvoiceBugs: Record<string, Plant> = {
  'no-lock': {
    what: 'unresolved invoices are checked before the book is locked, and there is no unique index',
    functions: [creating(LOCK, '')],
    sql: [NO_INDEX],
  },
  'index-only': {
    what: 'only the unique index stops a second invoice, and the client gets a server error',
    functions: [creating(LOCK, '')],
  },
  'not-asked': {
    what: 'unresolved invoices are not checked',
    functions: [creating(UNRESOLVED, 'false')],
    sql: [NO_INDEX],
  },
  'creating-is-none': {
    what: 'an invoice that the issuer has not answered yet does not count',
    functions: [creating(UNRESOLVED, "i.status in ('pending', 'manual_review')")],
    sql: [NO_INDEX],
  },
  'review-is-none': {
    what: 'an invoice in review does not count',
    functions: [creating(UNRESOLVED, "i.status in ('creating', 'pending')")],
    sql: [NO_INDEX],
  },
  'expired-counts': {
    what: 'an expired invoice still blocks the next',
    functions: [creating(UNRESOLVED, "i.status in ('creating', 'pending', 'manual_review', 'expired')")],
  },
  'names-nobody': {
    what: 'a refusal does not name the unresolved invoice',
    source: [
      {
        file: 'funding/invoices/create.ts',
        find: "return unresolved === undefined ? {} : { resourceId: toId('invoice', unresolved) };",
        replace: 'return {};',
      },
    ],
  },
  'own-key-refused': {
    what: 'a repeated request is refused because of its own invoice',
    functions: [creating(IS_KNOWN, 'and k.key = key.key and false) then')],
  },
  'refusal-keeps-the-key': {
    what: 'a request that is refused uses up its key',
    functions: [creating(REFUSED, `insert into public.idempotency_keys select key.*; ${REFUSED}`)],
  },
};
