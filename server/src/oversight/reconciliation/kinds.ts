// Every kind of break: the rule that is violated, the two sides that were compared, and the two safe next steps. No
// program ever corrects a break.

/**
 * A difference counts when it is unchanged after this time. By then the issuer's notifications have arrived, and its
 * pending writes are readable.
 */
export const SETTLED_SECONDS = 300;

type Kind = {
  /** The rule that should hold. */
  rule: string;
  /** The names of the two sides, `ours` and `theirs`. */
  sides: readonly [ours: string, theirs: string];
  /** The object that a case is opened about, because the issuer contradicts something final here. */
  contradicts?: 'operation' | 'invoice';
  ways: readonly [string, string];
};

/** Our own books contradict each other: no program may decide which one is right. */
const withinOurs = [
  'Run cardwright-admin ledger verify. If it names a row, continue with docs/runbooks/ledger-mismatch.md.',
  'If it is clean, compare with a restored copy. Two operators decide the correcting entry.',
] as const;

/** The issuer's record contradicts something final: status and money stay, and a case is opened. */
const withTheIssuer = [
  'If the issuer is wrong, it corrects its record, and the next run finds nothing.',
  'If we are wrong, two operators decide the open case: cardwright-admin review list.',
] as const;

const ofCards = [
  'If a payment never reached us, the issuer sends its notification again. It counts once.',
  'If the issuer is wrong, it corrects the balance, and the next run finds nothing.',
] as const;

const ofStatuses = [
  'If the issuer is wrong, it corrects its record, and the next run finds nothing.',
  'If we are wrong, order the same change of the card again, or the opposite one.',
] as const;

const OPERATION_AND_LEDGER = ['operation', 'ledger'] as const;
const INVOICE_AND_LEDGER = ['invoice', 'ledger'] as const;

export const breakKinds = {
  operation_reservation: { rule: 'an operation has its reservation', sides: OPERATION_AND_LEDGER, ways: withinOurs },
  operation_capture: {
    rule: 'a completed operation, and no other, has its capture',
    sides: OPERATION_AND_LEDGER,
    ways: withinOurs,
  },
  operation_fee: {
    rule: 'a completed operation, and no other, has its fee',
    sides: OPERATION_AND_LEDGER,
    ways: withinOurs,
  },
  operation_release: {
    rule: 'a failed operation, and no other, has its release',
    sides: OPERATION_AND_LEDGER,
    ways: withinOurs,
  },
  operation_card_return: {
    rule: 'a completed close, and no other, has its return',
    sides: OPERATION_AND_LEDGER,
    ways: withinOurs,
  },
  operation_not_done: {
    rule: 'a completed operation is done at the issuer',
    sides: ['operation', 'issuer'],
    contradicts: 'operation',
    ways: withTheIssuer,
  },
  operation_done: {
    rule: 'a failed operation is not done at the issuer',
    sides: ['operation', 'issuer'],
    contradicts: 'operation',
    ways: withTheIssuer,
  },
  operation_amount: {
    rule: 'the issuer did what was ordered, for the same amount',
    sides: ['operation', 'issuer'],
    contradicts: 'operation',
    ways: withTheIssuer,
  },
  operation_receipt: {
    rule: 'both have the same receipt',
    sides: ['operation', 'issuer'],
    contradicts: 'operation',
    ways: withTheIssuer,
  },
  operation_card: {
    rule: 'the card of an operation is the same on both sides',
    sides: ['operation', 'issuer'],
    contradicts: 'operation',
    ways: withTheIssuer,
  },
  invoice_deposit: {
    rule: 'a completed invoice, and no other, has its deposit',
    sides: INVOICE_AND_LEDGER,
    ways: withinOurs,
  },
  invoice_deposit_fee: {
    rule: 'a completed invoice, and no other, has its deposit fee',
    sides: INVOICE_AND_LEDGER,
    ways: withinOurs,
  },
  invoice_not_paid: {
    rule: 'a completed invoice is paid at the issuer',
    sides: ['invoice', 'issuer'],
    contradicts: 'invoice',
    ways: withTheIssuer,
  },
  invoice_paid: {
    rule: 'an invoice that is paid at the issuer is completed here',
    sides: ['invoice', 'issuer'],
    contradicts: 'invoice',
    ways: withTheIssuer,
  },
  invoice_amount: {
    rule: 'both ask for the same deposit',
    sides: ['invoice', 'issuer'],
    contradicts: 'invoice',
    ways: withTheIssuer,
  },
  invoice_received: {
    rule: 'both have seen the same money arrive',
    sides: ['invoice', 'issuer'],
    contradicts: 'invoice',
    ways: withTheIssuer,
  },
  entry_misplaced: {
    rule: 'an entry stands under what can cause it',
    sides: ['its reference', 'ledger'],
    ways: withinOurs,
  },
  deposit_without_invoice: {
    rule: 'every deposit has its invoice',
    sides: ['ledger', 'invoices'],
    ways: withinOurs,
  },
  entry_without_operation: {
    rule: 'every hold and every charge has its operation',
    sides: ['ledger', 'operations'],
    ways: withinOurs,
  },
  return_without_payment: {
    rule: 'every return from a closed card has its payment, of this amount',
    sides: ['ledger', 'payments'],
    ways: withinOurs,
  },
  adjustment_without_case: {
    rule: 'every correction has a case that two operators corrected by this amount',
    sides: ['ledger', 'cases'],
    ways: withinOurs,
  },
  play_money: { rule: 'there is no play money in live', sides: ['ledger', 'environment'], ways: withinOurs },
  card_story: {
    rule: 'the balance of a card is its issue, its top-ups and its payments, less what it returned',
    sides: ['card', 'its operations and payments'],
    ways: withinOurs,
  },
  card_balance: { rule: 'a card has the same balance at the issuer', sides: ['card', 'issuer'], ways: ofCards },
  card_status: { rule: 'a card has the same status at the issuer', sides: ['card', 'issuer'], ways: ofStatuses },
  card_limits: { rule: 'a card has the same limits at the issuer', sides: ['card', 'issuer'], ways: ofStatuses },
  card_absent: {
    rule: 'the issuer knows every card',
    sides: ['card', 'issuer'],
    ways: [
      'If the issuer lost its record, send it the receipt of the operation, and it restores the card.',
      'If it never issued the card, two operators decide the case of its operation: cardwright-admin review list.',
    ],
  },
  unknown_here: {
    rule: 'everything that the issuer has of a company is known here',
    // Not `issuer`: it is read from the unknown records, so it never waits for an answer about the same subject.
    sides: ['here', 'listing of the issuer'],
    ways: [
      'If it is ours, two operators adopt it under its own id, with its money: cardwright-admin review list.',
      'If it is not ours, or was settled in another way, two operators close the case with the explanation.',
    ],
  },
  book_total: {
    rule: 'available and held are deposits, credits, returns and corrections less fees and captures',
    sides: ['accounts', 'entries'],
    ways: withinOurs,
  },
  held_total: {
    rule: 'the held amount is that of the undecided operations',
    sides: ['accounts', 'undecided operations'],
    ways: withinOurs,
  },
} as const satisfies Record<string, Kind>;

export type BreakKind = keyof typeof breakKinds;

/** The definition of a kind. A run of another version may have kinds that this one does not know. */
export const findKind = (name: string): Kind | undefined =>
  Object.hasOwn(breakKinds, name) ? breakKinds[name as BreakKind] : undefined;
