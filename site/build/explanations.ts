// For each code of the API: the cause beyond its message, and the remedy. A code without a text fails the build.

type Explanation = { cause: string; remedy: string };

const missing = (thing: string, list: string): Explanation => ({
  cause:
    `No ${thing} of this company and environment has this id. An id of another company, or of the other environment, ` +
    'gets exactly the same answer.',
  remedy: `Check that the id and the key belong to the same environment. ${list} lists what the key can reach.`,
});

export const explanations: Readonly<Record<string, Explanation>> = {
  key_invalid: {
    cause: 'The header is missing or malformed, or the key is unknown, revoked or expired. All four look the same.',
    remedy:
      'Send `Authorization: Bearer cw_sandbox_…` or `cw_live_…`. If the key was rotated, deploy its successor. ' +
      'Create keys in the portal under Developers.',
  },
  verification_required: {
    cause: 'Every key, also a sandbox key, needs an approved verification of its company.',
    remedy: 'An owner completes the verification in the portal. The key works as soon as it is approved.',
  },
  company_suspended: {
    cause: 'Operators suspended the company. Reads work, and queued operations wait until the suspension is lifted.',
    remedy: 'Contact support. Do not retry in a loop: the answer stays the same.',
  },
  too_many_waiting: {
    cause: 'Each request with `?wait=` keeps a connection open. A company can have 100 of them on each server.',
    remedy: 'Wait for fewer operations at a time, or use webhooks instead of waiting.',
  },
  rate_limited: {
    cause:
      'The company sent more requests to this environment than its limit allows. `RateLimit-Policy` names the limit.',
    remedy: 'Sleep for the seconds in `Retry-After`, then repeat. Spread batch jobs over time.',
  },
  body_too_large: {
    cause: 'No request of this API needs a body of that size.',
    remedy: 'Check what your client sends. Put your own data elsewhere, and only its id into `metadata`.',
  },
  media_type_unsupported: {
    cause: 'The `Content-Type` is missing or is not JSON. Many HTTP clients send form data by default.',
    remedy: 'Set `Content-Type: application/json` on every request with a body.',
  },
  request_invalid: {
    cause: 'A field or a parameter is missing, unknown, repeated or of the wrong form. `errors` lists every problem.',
    remedy: 'Fix each field that `errors` names. Unknown fields are refused, so that a typo is not silently ignored.',
  },
  idempotency_key_invalid: {
    cause: 'A POST that creates something was sent without an `Idempotency-Key`, or with an empty or overlong one.',
    remedy: 'Derive the key from your own record, for example `order-4711`, and store it before you send the request.',
  },
  amount_invalid: {
    cause: 'The amount is zero, or larger than the API handles.',
    remedy: 'Send a decimal string such as `"99.50"`, with at most two decimals.',
  },
  amount_not_whole_usd: {
    cause: 'Deposits are in whole dollars.',
    remedy: 'Round the deposit to whole dollars. The fee is deducted from it.',
  },
  scope_missing: {
    cause: 'The key works, but it was created without this permission.',
    remedy: 'The endpoint’s page names its permission. Create a key that has it.',
  },
  sandbox_only: {
    cause: 'Endpoints under `/api/v1/sandbox` simulate money and time. Live keys never reach them.',
    remedy: 'Use a sandbox key. In live, fund the account with an invoice.',
  },
  capability_disabled: {
    cause: 'Live services and direct invoices are activated for each company separately.',
    remedy: 'Ask for activation. `GET /api/v1/capabilities` says what is active. The sandbox has all of it.',
  },
  live_unavailable: {
    cause: 'No live issuer is connected to this deployment.',
    remedy: 'Build against the sandbox. `GET /api/v1/capabilities` says when `cards` is allowed in live.',
  },
  idempotency_conflict: {
    cause: 'The key is stored with another request. `differs` names the fields, `resourceId` the object it created.',
    remedy:
      'If you meant the same thing twice, send the first request again unchanged. If it is a new thing, use a new ' +
      'key. A conflict usually means that a key was built from too little, such as the date alone.',
  },
  statement_range_too_large: {
    cause: 'The range covers more than 366 days or more than 10,000 entries.',
    remedy: 'Request shorter ranges. Statements of adjacent ranges join without a gap.',
  },
  operation_not_cancellable: {
    cause: 'Only a `queued` operation can be cancelled. This one was already marked as sent, or is finished.',
    remedy: 'Read the operation to see its status, or wait for its event.',
  },
  operation_not_found: missing('operation', '`GET /api/v1/operations`'),
  card_not_found: missing('card', '`GET /api/v1/cards`'),
  holder_not_found: missing('cardholder', '`GET /api/v1/holders`'),
  product_not_found: missing('product', '`GET /api/v1/products`'),
  invoice_not_found: missing('invoice', '`GET /api/v1/card-account/invoices`'),
  transaction_not_found: missing('card payment', '`GET /api/v1/transactions`'),
  webhook_not_found: missing('webhook endpoint', '`GET /api/v1/webhook-endpoints`'),
  event_not_found: {
    cause: 'No event of this company and environment has this id, or it is older than 90 days.',
    remedy: 'Store the events that you need. `GET /api/v1/events` lists those that are kept.',
  },
  idempotency_key_not_found: {
    cause: 'No request with this key has taken effect: it never arrived, or it was refused.',
    remedy: 'Send the request under this key. If it arrives twice, it takes effect once.',
  },
  external_id_taken: {
    cause: 'An `externalId` names one cardholder in an environment.',
    remedy: 'Use the cardholder that `resourceId` names, or choose another external id.',
  },
  card_not_active: {
    cause: 'The action needs an active card. The card is frozen, blocked or expired.',
    remedy: 'Unfreeze a frozen card first. Otherwise use another card.',
  },
  card_closed: {
    cause: 'A closed card stays closed. Its balance went back to the card account.',
    remedy: 'Issue a new card.',
  },
  card_not_frozen: {
    cause: 'Only a frozen card can be unfrozen.',
    remedy: 'Read the card. If it is `active`, there is nothing to do.',
  },
  card_busy: {
    cause: 'An earlier operation of this card has not finished, and both together could contradict each other.',
    remedy: 'Wait for the event of that operation, then repeat under a new key.',
  },
  card_overdrawn: {
    cause: 'The issuer settled payments beyond the balance, so closing the card would leave a debt.',
    remedy: 'Top the card up by at least `overdrawn`, then close it.',
  },
  holder_pending: {
    cause: 'The cardholder was created a moment ago, and the issuer has not confirmed it yet.',
    remedy: 'Repeat with the same key after `Retry-After`, or wait for `holder.updated`.',
  },
  holder_not_active: {
    cause:
      'The issuer rejected the cardholder, or the cardholder is blocked. Erased cardholders are blocked, and neither ' +
      'they nor their cards can be changed.',
    remedy: 'Choose another cardholder.',
  },
  product_unavailable: {
    cause: 'The product is inactive, or is of another kind: services cannot be issued, cards cannot be ordered.',
    remedy: 'Choose a product whose `kind` matches from `GET /api/v1/products`.',
  },
  amount_below_minimum: {
    cause: 'Each product has a minimum amount. `minimum` in the answer names it.',
    remedy: 'Send at least `minimum`.',
  },
  amount_above_maximum: {
    cause: 'Each product has a maximum amount. `maximum` in the answer names it.',
    remedy: 'Send at most `maximum`, or split the amount into several top-ups.',
  },
  invoice_unresolved: {
    cause: 'A company has at most one unresolved invoice in an environment. `resourceId` names the open one.',
    remedy: 'Pay the open invoice, or wait until it expires.',
  },
  invoice_not_payable: {
    cause: 'The invoice has no address yet, or it is completed, expired or failed.',
    remedy: 'Read the invoice, and create a new one if it is over.',
  },
  quote_changed: {
    cause: 'The price differs from `expectedTotal`. Nothing was ordered, and the key stays unused.',
    remedy: 'Show `currentTotal` to the person who decides, then send it as `expectedTotal`.',
  },
  quota_exceeded: {
    cause: 'An individual company issues at most 500 cards in a UTC month. Pending orders count.',
    remedy: 'Wait for the next month. Failed orders give their place back. Corporate companies have no quota.',
  },
  insufficient_funds: {
    cause: 'The total, fee included, exceeds the available balance. Holds of other operations are not available.',
    remedy: 'Compare `required` with `available` in the answer, fund the account, and send it under a new key.',
  },
  card_number_refused: {
    cause: 'Card numbers must never reach this API. Any text with a valid one in it is refused.',
    remedy: 'Remove the number. Refer to cards by `id` and `last4`.',
  },
  scenario_invalid: {
    cause: 'The header `Sandbox-Scenario` has an unknown value, or was sent with a live key.',
    remedy: 'Use one of the listed scenarios, and only with a sandbox key.',
  },
  clock_too_far: {
    cause: 'The clock of a sandbox moves forward only, and has a limit.',
    remedy: 'Advance it less.',
  },
  webhook_url_refused: {
    cause: 'The URL is not https, has credentials in it, or resolves to an address that is not public.',
    remedy: 'Use a public https URL. For development, tunnel to your machine, or poll `GET /api/v1/events`.',
  },
  webhook_limit: {
    cause: 'There are 16 endpoints in this environment already.',
    remedy: 'Delete an endpoint that nobody reads.',
  },
  webhook_disabled: {
    cause: 'You disabled the endpoint, it answered 410, or it failed for five days.',
    remedy: 'Fix the receiver, set `status` to `enabled`, then replay what it missed.',
  },
  rotation_not_begun: {
    cause: 'The rotation was confirmed already, or 24 hours have passed, or none was begun.',
    remedy: 'Nothing to do if the new secret signs. Otherwise begin a rotation.',
  },
  replay_too_large: {
    cause: 'The range has too many events for one replay.',
    remedy: 'Replay shorter ranges, or read `GET /api/v1/events`, which has no such limit.',
  },
  replay_budget_used: {
    cause: 'Replays of the last 24 hours used up the budget of the environment.',
    remedy: 'Wait for `Retry-After`, or read `GET /api/v1/events`.',
  },
  replay_changed: {
    cause: 'The range has another number of events than the `count` that you sent.',
    remedy: 'Send the request without `count`, check the number, and confirm it.',
  },
  replay_under_way: {
    cause: 'Replays to an endpoint run one after another.',
    remedy: 'Wait until the earlier one is delivered.',
  },
  method_not_allowed: {
    cause: 'The path exists, with other methods.',
    remedy: 'Use one of the methods in `Allow`.',
  },
  path_not_found: {
    cause: 'The path has a typo, or lacks the prefix `/api/v1`.',
    remedy: 'Compare the path with the API reference.',
  },
  overloaded: {
    cause: 'The database is not reachable, or too much work is waiting.',
    remedy: 'Repeat with the same key, no sooner than `Retry-After` says, and back off further each time.',
  },
  recovering: {
    cause: 'The database lost commits, or may have. Until people have repaired that, nothing can be written.',
    remedy: 'Keep reading. Repeat writes later under the same key: what was lost is recognised by it.',
  },
  issuer_unavailable: {
    cause: 'The request needs the issuer, and the issuer did not answer.',
    remedy: 'Repeat after `Retry-After`.',
  },
  internal: {
    cause: 'A bug on our side. It is logged under the `requestId`.',
    remedy: 'Repeat with the same key. If it persists, send us the `requestId`.',
  },
};
