// Every expected "no" of the service. Anything else is a bug and answers 500.
import { deskRefusals } from './desk.ts';
import { portalRefusals } from './portal.ts';

/**
 * What a client does next. `same_key`: repeat the same request later, under the same Idempotency-Key. `new_key`:
 * something must change first, in the request or in the account; then send it under a new key. `never`: no form of this
 * request will do.
 */
export type Retry = 'same_key' | 'new_key' | 'never';

type Status = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503;

/** Code, status, what to do next, and the public message. Codes are stable: clients branch on them. */
export const refusals = {
  key_invalid: [
    401,
    'never',
    'The API key is missing, unknown, revoked or expired. Send `Authorization: Bearer <API_KEY>`.',
  ],
  verification_required: [
    403,
    'never',
    'The company is not verified yet. Its keys work once its verification is approved.',
  ],
  company_suspended: [403, 'never', 'The company is suspended: it can read, but not write. Contact support.'],
  too_many_waiting: [
    429,
    'same_key',
    '100 requests of your company are waiting already. Repeat later, or without wait.',
  ],
  rate_limited: [429, 'same_key', 'Too many requests. Wait as long as Retry-After says, then repeat.'],
  body_too_large: [413, 'new_key', 'The request body is larger than 64 KiB.'],
  media_type_unsupported: [415, 'new_key', 'Send the body as application/json.'],
  request_invalid: [400, 'new_key', 'The request is not valid.'],
  idempotency_key_invalid: [400, 'new_key', 'Send an Idempotency-Key header of 1 to 128 characters.'],
  amount_invalid: [400, 'new_key', 'The amount must be above zero and at most 1000000000.00.'],
  amount_not_whole_usd: [400, 'new_key', 'An invoice is for whole dollars: 100 or 100.00, not 100.50.'],
  scope_missing: [403, 'never', 'The API key lacks the permission that this request needs.'],
  sandbox_only: [403, 'never', 'This endpoint exists in the sandbox only. Use a sandbox key.'],
  capability_disabled: [403, 'never', 'This is not activated for the company in live. Ask for activation.'],
  live_unavailable: [403, 'never', 'Cards cannot be issued or topped up in live yet: no live issuer is connected.'],
  idempotency_conflict: [
    409,
    'new_key',
    'This Idempotency-Key was used with another request. Use a new key for a new request.',
  ],
  statement_range_too_large: [
    400,
    'new_key',
    'A statement covers at most 366 days and 10,000 entries. Narrow the range.',
  ],
  operation_not_cancellable: [
    400,
    'never',
    'The operation was sent or is finished, so it cannot be cancelled. GET it to see its status.',
  ],
  operation_not_found: [404, 'never', 'Operation not found.'],
  card_not_found: [404, 'never', 'Card not found.'],
  holder_not_found: [404, 'never', 'Cardholder not found.'],
  external_id_taken: [
    409,
    'new_key',
    'Another cardholder has this externalId; resourceId names it. Use that one, or send another externalId.',
  ],
  product_not_found: [404, 'never', 'Product not found. GET /api/v1/products lists the products.'],
  invoice_not_found: [404, 'never', 'Invoice not found.'],
  card_not_active: [400, 'new_key', 'The card is not active. GET it to see its status.'],
  card_closed: [400, 'never', 'The card is closed for good. Issue another one.'],
  card_not_frozen: [400, 'new_key', 'The card is not frozen. GET it to see its status.'],
  card_busy: [
    400,
    'new_key',
    'Another operation of the card is unfinished. List them with GET /api/v1/operations?cardId=…, then repeat.',
  ],
  card_overdrawn: [400, 'new_key', 'Payments exceeded the funds of the card. Top it up before you close it.'],
  holder_pending: [400, 'same_key', 'The issuer has not confirmed the cardholder yet. Repeat in a moment.'],
  holder_not_active: [400, 'new_key', 'The cardholder is not active. Choose another one.'],
  product_unavailable: [400, 'new_key', 'The product is not offered for this kind of operation.'],
  amount_below_minimum: [400, 'new_key', 'The amount is below the minimum of the product; see its pricing.'],
  amount_above_maximum: [400, 'new_key', 'The amount is above the maximum of the product; see its pricing.'],
  invoice_unresolved: [
    400,
    'new_key',
    'Another invoice is unresolved; resourceId names it. Pay it, let it expire or await its review. Then repeat.',
  ],
  invoice_not_payable: [400, 'new_key', 'Only a pending invoice can be paid.'],
  quote_changed: [
    409,
    'new_key',
    'The total is not what you expected. Have currentTotal approved, then send it as expectedTotal.',
  ],
  quota_exceeded: [
    400,
    'new_key',
    'An individual company issues at most 500 cards in a UTC month. Failed ones give their place back.',
  ],
  insufficient_funds: [400, 'new_key', 'The available balance does not cover the total. Fund the account first.'],
  card_number_refused: [400, 'new_key', 'A text of the request looks like a card number. Never send one.'],
  scenario_invalid: [400, 'new_key', 'This Sandbox-Scenario does not exist, or the key is a live one.'],
  clock_too_far: [400, 'new_key', 'A sandbox clock runs at most 3660 days ahead, and cannot be turned back.'],
  event_not_found: [404, 'never', 'Event not found. Events are kept for 90 days.'],
  webhook_not_found: [404, 'never', 'Webhook endpoint not found.'],
  webhook_url_refused: [400, 'new_key', 'Webhooks go to public https addresses only.'],
  webhook_limit: [400, 'new_key', 'A company has at most 16 webhook endpoints in an environment. Delete one first.'],
  webhook_disabled: [400, 'new_key', 'The endpoint is disabled. Set its status to enabled first.'],
  rotation_not_begun: [400, 'new_key', 'No rotation of the secret is in progress, so there is nothing to confirm.'],
  replay_too_large: [
    400,
    'new_key',
    'A replay covers at most 10000 events, in a range of at most 50000 of all types. Narrow the range.',
  ],
  replay_budget_used: [
    429,
    'same_key',
    'Replays send at most 20000 events in 24 hours to all endpoints together. Wait, or read GET /api/v1/events.',
  ],
  replay_changed: [409, 'new_key', 'The number of events has changed. Request it again.'],
  replay_under_way: [400, 'same_key', 'An earlier replay to this endpoint is still running. Wait for it, then repeat.'],
  transaction_not_found: [404, 'never', 'Transaction not found.'],
  idempotency_key_not_found: [404, 'never', 'This Idempotency-Key was never used.'],
  method_not_allowed: [405, 'never', 'This path does not take this method. The Allow header names those it takes.'],
  path_not_found: [404, 'never', 'No endpoint has this path. The API is described at /openapi.json.'],
  overloaded: [
    503,
    'same_key',
    'The service is busy. Wait as long as Retry-After says, then repeat with the same Idempotency-Key.',
  ],
  recovering: [
    503,
    'same_key',
    'The service is recovering from a loss of data: it can be read, but not written to. Wait as long as Retry-After ' +
      'says, then repeat with the same Idempotency-Key.',
  ],
  issuer_unavailable: [
    503,
    'same_key',
    'The issuer did not answer in time. Wait as long as Retry-After says, then repeat.',
  ],
  internal: [
    500,
    'same_key',
    'Something went wrong on our side. Repeat with the same Idempotency-Key; the effect happens at most once.',
  ],
  ...portalRefusals,
  ...deskRefusals,
} as const satisfies Record<string, readonly [Status, Retry, string]>;

export type RefusalCode = keyof typeof refusals;

/** What a refusal may return to the client beyond its code. */
export type RefusalDetails = {
  /** Replaces the public message with a more specific one. */
  message?: string;
  /** The conflicting object. */
  resourceId?: string;
  /** The top-level fields in which a repeated request differs from the first. */
  differs?: readonly string[];
  /** The current total, if another was expected. */
  currentTotal?: string;
  /** Amounts by which a client can correct the request. */
  numbers?: Readonly<Partial<Record<'minimum' | 'maximum' | 'available' | 'required', string>>>;
  /** Every problem of a malformed request. */
  errors?: readonly { field: string; message: string }[];
  /** Seconds to wait before trying again. */
  retryAfter?: number;
  /** Response headers of the refusal. */
  headers?: Readonly<Record<string, string>>;
};

/** An expected "no". */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly details: RefusalDetails;

  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    super(details.message ?? refusals[code][2]);
    this.name = 'Refusal';
    this.code = code;
    this.details = details;
  }

  get status(): Status {
    return refusals[this.code][0];
  }
}

/** Refuses the request: the work in progress is rolled back and the client gets the code with its message. */
export function refuse(code: RefusalCode, details: RefusalDetails = {}): never {
  throw new Refusal(code, details);
}
