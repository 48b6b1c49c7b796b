// Every expected "no" of the operators' desk. The API never returns these, so its description omits them.

type Status = 400 | 401 | 403 | 404 | 409 | 429;

/** Code, status, what to do next, and the message for operators. */
export const deskRefusals = {
  review_not_found: [404, 'never', 'No operation, invoice or case has this id.'],
  proposal_not_found: [404, 'never', 'No proposal has this id.'],
  notification_not_found: [404, 'never', 'No unplaced notification has this id. It may have been placed meanwhile.'],
  pause_not_found: [404, 'never', 'No pause has this id. It may have ended already.'],
  reconciliation_not_found: [404, 'never', 'No reconciliation has this id.'],
  operator_not_found: [404, 'never', 'No active operator has this id.'],
  has_owner: [409, 'never', 'This company has an owner. Its owners invite further members.'],
  holder_has_cards: [
    409,
    'never',
    'A card of this cardholder is not closed. The company closes every card first: POST /api/v1/cards/{id}/close.',
  ],
  holder_busy: [
    409,
    'never',
    'The registration, an operation, a review or a case of this cardholder is not finished. Wait for it or decide it.',
  ],
  reason_names_person: [
    400,
    'never',
    'The reason names the cardholder, and reasons are kept forever. Write the number of the request instead.',
  ],
  verification_not_found: [404, 'never', 'This company has not submitted anything for its verification.'],
  stands_already: [409, 'never', 'It has this status already, so nothing was changed. Reload the page.'],
  token_may_not: [
    403,
    'never',
    'This token lacks the permission. Create one that has it at the desk, or do this there.',
  ],
  approver_too_new: [
    403,
    'never',
    'You were added, enabled or reset recently. You can propose and approve after the waiting time, a day by default.',
  ],
  proposal_expired: [409, 'never', 'Nobody approved this within seven days: propose it again if it is still right.'],
  token_not_found: [404, 'never', 'You have no such token, or it is already revoked.'],
  two_credentials: [400, 'never', 'Send a cookie or a token, not both.'],
  words_refused: [400, 'never', 'Write 1 to 200 characters in one line, without a key, a token or a secret.'],
  email_taken: [409, 'never', 'An operator with this address already exists.'],
  last_operator: [409, 'never', 'Two other operators who may approve must remain. Add one first.'],
  price_in_the_past: [400, 'never', 'A price must begin now or later. Past charges do not change.'],
  product_kind_fixed: [409, 'never', 'The kind of a product cannot change: add a new product instead.'],
  price_does_not_fit: [400, 'never', 'This kind of product has no price for this type of operation.'],
  webhook_keys_missing: [
    409,
    'never',
    'Set CARDWRIGHT_WEBHOOK_KEYS of the desk, as the API and the worker have it, and restart it.',
  ],
  heads_damaged: [409, 'never', 'The exported heads of the chains cannot be read. Restore them from their copy first.'],
  not_recovering: [409, 'never', 'The database is not fenced, or was recovered meanwhile: there is nothing to do.'],
  replay_first: [409, 'never', 'Replay the exported audit entries first: a removed operator must not decide this.'],
  survey_changed: [
    409,
    'never',
    'What is missing has changed since this was proposed: withdraw it and propose it again.',
  ],
  no_exports: [409, 'never', 'Set the store of marks and heads of the desk, as the workers have it, and restart it.'],
  contradicts_heads: [
    409,
    'never',
    'The database contradicts what was exported: it was changed, not only restored. Restore another backup.',
  ],
  same_operator: [403, 'never', 'You proposed this yourself: another operator has to approve it.'],
  proposer_disabled: [
    409,
    'never',
    'The operator who proposed this can no longer act. Withdraw it, and propose it again if it is right.',
  ],
  not_in_review: [409, 'never', 'It is no longer in review, so nothing was changed.'],
  case_closed: [409, 'never', 'The case is already closed, so nothing was changed.'],
  evidence_does_not_fit: [
    400,
    'never',
    'The evidence does not fit: to complete an issue, give the receipt, the token of the card and its last four ' +
      'digits; a top-up or a service the receipt only; anything else none of them.',
  ],
  card_is_known: [
    409,
    'never',
    'A card of this company has this token already: ask the issuer for the token of the new card.',
  ],
  not_arrived: [400, 'never', 'The amount exceeds what arrived for this invoice and was not credited yet.'],
  more_arrived: [
    409,
    'never',
    'Another transfer has arrived since this was proposed: withdraw it, check the invoice, and propose again.',
  ],
  adjusted_already: [
    409,
    'never',
    'Cases about this invoice were corrected by an amount: accepting it would credit money twice.',
  ],
  invoice_undecided: [409, 'never', 'Its money can still be credited on the invoice itself: decide the invoice.'],
  balance_too_low: [
    409,
    'never',
    'The available balance would go below zero, so nothing was changed: propose a smaller amount.',
  ],
  not_adoptable: [
    409,
    'never',
    'It cannot be adopted: the record has no reference of ours or is not complete, or a later change replaced it. ' +
      'Close the case with the explanation.',
  ],
  depends_on_unknown: [
    409,
    'never',
    'It names a cardholder or a card that is not known here, or an older order for its card is not decided: decide ' +
      'that case first.',
  ],
  other_invoice_unresolved: [
    409,
    'never',
    'Another invoice of the company is unresolved, and there is one at a time: adopt this one when that one is final.',
  ],
  funds_missing: [
    409,
    'never',
    'The available balance does not cover the order and its fee, so nothing was changed: adopt it when it does.',
  ],
  proposed_already: [409, 'never', 'There is an open proposal about it: approve or withdraw that one first.'],
  approved_already: [409, 'never', 'This was already approved, so nothing was changed.'],
  decided_already: [409, 'never', 'This was already approved or withdrawn, so nothing was changed.'],
  withdrawn_already: [409, 'never', 'This was withdrawn, so nothing was changed: propose it again if it is right.'],
} as const satisfies Record<string, readonly [Status, 'never', string]>;
