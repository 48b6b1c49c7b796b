// Made from docs/api/openapi.json by tools/generate.ts. Never edited.
import type { Call, KeyedOptions, List, Options, ScenarioOptions } from '../call.ts';
import type { components, operations } from './api.ts';

export type Schemas = components['schemas'];

/** The version of this package. */
export const VERSION = '1.0.0';

/** Each operation: method, path and flags. b: body, e: empty body, q: query, k: keyed, l: list, s: by sequence, r: repeatable. */
export const OPERATIONS = {
  balance: {
    get: 'getBalance GET /api/v1/balance r',
  },
  cards: {
    list: 'listCards GET /api/v1/cards qlr',
    get: 'getCard GET /api/v1/cards/{id} r',
    change: 'changeCard PATCH /api/v1/cards/{id} br',
    reveal: 'revealCard POST /api/v1/cards/{id}/reveal e',
    freeze: 'freezeCard POST /api/v1/cards/{id}/freeze ekr',
    unfreeze: 'unfreezeCard POST /api/v1/cards/{id}/unfreeze ekr',
    close: 'closeCard POST /api/v1/cards/{id}/close ekr',
    limit: 'limitCard POST /api/v1/cards/{id}/limits bkr',
  },
  capabilities: {
    get: 'getCapabilities GET /api/v1/capabilities r',
  },
  events: {
    list: 'listEvents GET /api/v1/events qlsr',
    get: 'getEvent GET /api/v1/events/{id} r',
  },
  holders: {
    list: 'listHolders GET /api/v1/holders qlr',
    create: 'createHolder POST /api/v1/holders bkr',
    get: 'getHolder GET /api/v1/holders/{id} r',
    change: 'changeHolder PATCH /api/v1/holders/{id} br',
  },
  idempotencyKeys: {
    get: 'getIdempotencyKey GET /api/v1/idempotency-keys/{key} r',
  },
  invoices: {
    create: 'createInvoice POST /api/v1/card-account/invoices bkr',
    list: 'listInvoices GET /api/v1/card-account/invoices qlr',
    get: 'getInvoice GET /api/v1/card-account/invoices/{id} qr',
  },
  operations: {
    list: 'listOperations GET /api/v1/operations qlr',
    create: 'createOperation POST /api/v1/operations bkr',
    get: 'getOperation GET /api/v1/operations/{id} qr',
    preview: 'previewOperation POST /api/v1/operations/preview br',
    cancel: 'cancelOperation POST /api/v1/operations/{id}/cancel er',
  },
  products: {
    list: 'listProducts GET /api/v1/products lr',
  },
  sandbox: {
    creditFunds: 'creditSandboxFunds POST /api/v1/sandbox/funding bkr',
    simulateTransaction: 'simulateTransaction POST /api/v1/sandbox/transactions bkr',
    advanceClock: 'advanceSandboxClock POST /api/v1/sandbox/clock/advance b',
    completeInvoice: 'completeSandboxInvoice POST /api/v1/sandbox/invoices/{id}/complete r',
    simulateTransfer: 'simulateTransfer POST /api/v1/sandbox/invoices/{id}/transfers b',
  },
  statements: {
    get: 'getAccountStatement GET /api/v1/account-statements qr',
  },
  transactions: {
    list: 'listTransactions GET /api/v1/transactions qlr',
    get: 'getTransaction GET /api/v1/transactions/{id} r',
  },
  webhookEndpoints: {
    list: 'listWebhookEndpoints GET /api/v1/webhook-endpoints lr',
    create: 'createWebhookEndpoint POST /api/v1/webhook-endpoints b',
    get: 'getWebhookEndpoint GET /api/v1/webhook-endpoints/{id} r',
    change: 'changeWebhookEndpoint PATCH /api/v1/webhook-endpoints/{id} br',
    delete: 'deleteWebhookEndpoint DELETE /api/v1/webhook-endpoints/{id} r',
    rotateSecret: 'rotateWebhookSecret POST /api/v1/webhook-endpoints/{id}/rotate-secret',
    confirmSecret: 'confirmWebhookSecret POST /api/v1/webhook-endpoints/{id}/confirm-secret',
    test: 'testWebhookEndpoint POST /api/v1/webhook-endpoints/{id}/test',
    listDeliveries: 'listWebhookDeliveries GET /api/v1/webhook-endpoints/{id}/deliveries qlr',
    replayEvents: 'replayEvents POST /api/v1/webhook-endpoints/{id}/replay b',
  },
} as const;

/** Operations that take an Idempotency-Key. */
export type Keyed = {
  cards: 'freeze' | 'unfreeze' | 'close' | 'limit';
  holders: 'create';
  invoices: 'create';
  operations: 'create';
  sandbox: 'creditFunds' | 'simulateTransaction';
};

export interface Balance {
  /** Read the balance, with each hold explained. `GET /api/v1/balance`. Permission: `balance:read`. */
  get(options?: Options): Call<Schemas['Balance']>;
}

export interface Cards {
  /** List masked cards. `GET /api/v1/cards`. Permission: `cards:read`. Newest first. Without limit the whole list, up to 1,000; beyond that, and with limit, the Link header pages. */
  list(query?: NonNullable<operations['listCards']['parameters']['query']>, options?: Options): List<Schemas['Card']>;
  /** Read one masked card. `GET /api/v1/cards/{id}`. Permission: `cards:read`. */
  get(id: string, options?: Options): Call<Schemas['Card']>;
  /** Change the name or metadata of a card. `PATCH /api/v1/cards/{id}`. Permission: `cards:write`. The name and the metadata, which is replaced as a whole. The issuer is not told. A card of an erased cardholder cannot be changed: 400 holder_not_active. */
  change(id: string, body: Schemas['CardChanges'], options?: Options): Call<Schemas['Card']>;
  /** Show the number of a card, on a page of the issuer. `POST /api/v1/cards/{id}/reveal`. Permission: `cards:reveal`. Returns the address of a page at the issuer that shows number, expiry and security code once, for at most 120 seconds. They never pass through this API. Every request is an entry of the audit log. No Idempotency-Key: every request makes a page of its own. */
  reveal(id: string, options?: Options): Call<Schemas['CardPage']>;
  /** Freeze a card. `POST /api/v1/cards/{id}/freeze`. Permission: `cards:write`. Payments are declined until it is unfrozen. Possible beside an unfinished top-up. */
  freeze(id: string, options?: ScenarioOptions): Call<Schemas['Operation']>;
  /** Unfreeze a card. `POST /api/v1/cards/{id}/unfreeze`. Permission: `cards:write`. The card can be paid with again. */
  unfreeze(id: string, options?: ScenarioOptions): Call<Schemas['Operation']>;
  /** Close a card for good and return its balance. `POST /api/v1/cards/{id}/close`. Permission: `cards:write`. The balance goes back to the card account; `result.returnedAmount` says how much. While another operation of the card is unfinished, it is 400 card_busy. */
  close(id: string, options?: ScenarioOptions): Call<Schemas['Operation']>;
  /** Set the spending limits of a card. `POST /api/v1/cards/{id}/limits`. Permission: `cards:write`. Replaces all limits. The issuer declines payments beyond them. */
  limit(id: string, body: Schemas['NewLimits'], options?: ScenarioOptions): Call<Schemas['Operation']>;
}

export interface Capabilities {
  /** Read what this key may do, and why not. `GET /api/v1/capabilities`. Permission: any valid key. */
  get(options?: Options): Call<Schemas['Capabilities']>;
}

export interface Events {
  /** Read events in order. `GET /api/v1/events`. Permission: `webhooks:read`. Ascending by sequence, 50 at a time unless limit says otherwise, in the same bytes as webhooks. Repeat with the sequence of the last one until the list is empty. With type, the list has gaps in the sequence. Events are kept for 90 days. */
  list(query?: NonNullable<operations['listEvents']['parameters']['query']>, options?: Options): List<Schemas['Event']>;
  /** Read one event. `GET /api/v1/events/{id}`. Permission: `webhooks:read`. In the same bytes as in the list and in webhooks. */
  get(id: string, options?: Options): Call<Schemas['Event']>;
}

export interface Holders {
  /** List cardholders. `GET /api/v1/holders`. Permission: `holders:read`. Newest first. Without limit the whole list, up to 1,000; beyond that, and with limit, the Link header pages. */
  list(query?: NonNullable<operations['listHolders']['parameters']['query']>, options?: Options): List<Schemas['Holder']>;
  /** Create a cardholder. `POST /api/v1/holders`. Permission: `holders:write`. Returns the cardholder as `pending`. It becomes `active` when the issuer confirms it, in the sandbox within seconds. */
  create(body: Schemas['NewHolder'], options?: KeyedOptions): Call<Schemas['Holder']>;
  /** Read one cardholder. `GET /api/v1/holders/{id}`. Permission: `holders:read`. */
  get(id: string, options?: Options): Call<Schemas['Holder']>;
  /** Change the external ID or metadata of a cardholder. `PATCH /api/v1/holders/{id}`. Permission: `holders:write`. The external id and the metadata, which is replaced as a whole. Name and email are on record at the issuer and cannot be changed. An erased cardholder cannot be changed: 400 holder_not_active. */
  change(id: string, body: Schemas['HolderChanges'], options?: Options): Call<Schemas['Holder']>;
}

export interface IdempotencyKeys {
  /** Read the outcome of an Idempotency-Key. `GET /api/v1/idempotency-keys/{key}`. Permission: any valid key. */
  get(key: string, options?: Options): Call<Schemas['IdempotencyKey']>;
}

export interface Invoices {
  /** Create a direct payment invoice. `POST /api/v1/card-account/invoices`. Permission: `funding:write`. Asks the issuer once for an address and answers as soon as there is one, within a few seconds. Transfer exactly payAmount of USDT on TRON to address before expiresAt. An answer in `creating` has no address yet: repeat the request with the same Idempotency-Key, or read the invoice. One invoice can be unresolved at a time. */
  create(body: Schemas['NewInvoice'], options?: ScenarioOptions): Call<Schemas['FundingInvoice']>;
  /** List invoices. `GET /api/v1/card-account/invoices`. Permission: `balance:read` or `funding:write`. Newest first, 50 to a page unless limit says otherwise. createdFrom is inclusive, createdTo is exclusive. */
  list(query?: NonNullable<operations['listInvoices']['parameters']['query']>, options?: Options): List<Schemas['FundingInvoice']>;
  /** Read one invoice. `GET /api/v1/card-account/invoices/{id}`. Permission: `balance:read` or `funding:write`. With wait, the answer comes as soon as the status changes, or after that many seconds. Without it, poll as often as Retry-After says. */
  get(id: string, query?: NonNullable<operations['getInvoice']['parameters']['query']>, options?: Options): Call<Schemas['FundingInvoice']>;
}

export interface Operations {
  /** List company operations. `GET /api/v1/operations`. Permission: `operations:read`. Newest first, 50 to a page unless limit says otherwise. createdFrom is inclusive, createdTo is exclusive. */
  list(query?: NonNullable<operations['listOperations']['parameters']['query']>, options?: Options): List<Schemas['Operation']>;
  /** Issue or top up a card, or order a service. `POST /api/v1/operations`. Permission: `cards:write` or `services:write`. Reserves the total and answers `queued`. issue and topup need cards:write, service needs services:write. Poll the operation to learn its outcome. */
  create(body: Schemas['NewOperation'], options?: ScenarioOptions): Call<Schemas['Operation']>;
  /** Read one operation. `GET /api/v1/operations/{id}`. Permission: `operations:read`. With wait, the answer comes as soon as the status is completed, failed or manual_review, or after that many seconds. Without it, poll as often as Retry-After says. */
  get(id: string, query?: NonNullable<operations['getOperation']['parameters']['query']>, options?: Options): Call<Schemas['Operation']>;
  /** Preview the cost of an operation and every reason to refuse it. `POST /api/v1/operations/preview`. Permission: `operations:read` or `cards:write` or `services:write`. */
  preview(body: Schemas['NewOperation'], options?: Options): Call<Schemas['OperationPreview']>;
  /** Cancel an operation that was not sent yet. `POST /api/v1/operations/{id}/cancel`. Permission: `cards:write` or `services:write`. A queued operation fails with the code `cancelled`, and its hold is released. Cancelling it again answers the same. issue and topup need cards:write, service needs services:write. No Idempotency-Key. */
  cancel(id: string, options?: Options): Call<Schemas['Operation']>;
}

export interface Products {
  /** List products and prices. `GET /api/v1/products`. Permission: any valid key. */
  list(options?: Options): List<Schemas['Product']>;
}

export interface Sandbox {
  /** Credit sandbox funds. `POST /api/v1/sandbox/funding`. Permission: `cards:write`. */
  creditFunds(body: Schemas['NewFunding'], options?: KeyedOptions): Call<operations['creditSandboxFunds']['responses'][200]['content']['application/json']>;
  /** Simulate a card payment. `POST /api/v1/sandbox/transactions`. Permission: `cards:write`. The simulated issuer makes the payment and notifies us, as a real one would; the response waits for it for up to five seconds. With Retry-After it has not arrived yet: read it a moment later. */
  simulateTransaction(body: Schemas['NewSandboxTransaction'], options?: KeyedOptions): Call<Schemas['Transaction']>;
  /** Advance the clock of the sandbox. `POST /api/v1/sandbox/clock/advance`. Permission: `cards:write`. All dates and due times of this sandbox follow, and so does the simulated issuer. The clock never goes back, and is at most 3660 days ahead. Every request moves it: there is no Idempotency-Key. */
  advanceClock(body: Schemas['NewAdvance'], options?: Options): Call<operations['advanceSandboxClock']['responses'][200]['content']['application/json']>;
  /** Simulate an invoice payment. `POST /api/v1/sandbox/invoices/{id}/complete`. Permission: `funding:write`. The simulated issuer sees exactly payAmount arrive in time and confirms it, as a real one would; the answer waits for that for up to five seconds. A completed invoice is answered as it is. */
  completeInvoice(id: string, options?: Options): Call<Schemas['FundingInvoice']>;
  /** Simulate any transfer for an invoice. `POST /api/v1/sandbox/invoices/{id}/transfers`. Permission: `funding:write`. Less, more, late or once more: the simulated issuer sees it arrive, now or at `occurredAt`, and tells us of it. */
  simulateTransfer(id: string, body: Schemas['NewTransfer'], options?: Options): Call<Schemas['FundingInvoice']>;
}

export interface Statements {
  /** Generate a card-account statement. `GET /api/v1/account-statements`. Permission: `balance:read`. At most 366 days and 10,000 entries. Entries are listed oldest first. closingBalance = openingBalance + incoming - outgoing. */
  get(query: NonNullable<operations['getAccountStatement']['parameters']['query']> & { format: 'csv' }, options?: Options): Call<string>;
  get(query: NonNullable<operations['getAccountStatement']['parameters']['query']>, options?: Options): Call<Schemas['AccountStatement']>;
}

export interface Transactions {
  /** List card payment transactions. `GET /api/v1/transactions`. Permission: `operations:read`. Newest first by occurredAt, 50 to a page unless limit says otherwise. occurredFrom is inclusive, occurredTo is exclusive. */
  list(query?: NonNullable<operations['listTransactions']['parameters']['query']>, options?: Options): List<Schemas['Transaction']>;
  /** Read one card payment. `GET /api/v1/transactions/{id}`. Permission: `operations:read`. */
  get(id: string, options?: Options): Call<Schemas['Transaction']>;
}

export interface WebhookEndpoints {
  /** List webhook endpoints. `GET /api/v1/webhook-endpoints`. Permission: `webhooks:read`. Newest first; at most 16. */
  list(options?: Options): List<Schemas['WebhookEndpoint']>;
  /** Register a webhook endpoint. `POST /api/v1/webhook-endpoints`. Permission: `webhooks:write`. It receives events from now on, each signed with the `secret` in this response, which is shown only once. */
  create(body: Schemas['NewWebhookEndpoint'], options?: Options): Call<Schemas['WebhookEndpoint']>;
  /** Read one webhook endpoint. `GET /api/v1/webhook-endpoints/{id}`. Permission: `webhooks:read`. Its secret is not shown again. */
  get(id: string, options?: Options): Call<Schemas['WebhookEndpoint']>;
  /** Change a webhook endpoint. `PATCH /api/v1/webhook-endpoints/{id}`. Permission: `webhooks:write`. Only the given fields change. When enabled again, it receives events from then on; replay the missed ones. */
  change(id: string, body: Schemas['WebhookEndpointChanges'], options?: Options): Call<Schemas['WebhookEndpoint']>;
  /** Delete a webhook endpoint. `DELETE /api/v1/webhook-endpoints/{id}`. Permission: `webhooks:write`. What was not sent to it yet never is. */
  delete(id: string, options?: Options): Call<operations['deleteWebhookEndpoint']['responses'][200]['content']['application/json']>;
  /** Replace the secret. `POST /api/v1/webhook-endpoints/{id}/rotate-secret`. Permission: `webhooks:write`. The new `secret` is shown only now. For 24 hours, or until you confirm it, Service-Signature is made with the old one and Service-Signature-Next with the new one. Repeated, the newest replaces the one before. */
  rotateSecret(id: string, options?: Options): Call<Schemas['WebhookEndpoint']>;
  /** Confirm the new secret. `POST /api/v1/webhook-endpoints/{id}/confirm-secret`. Permission: `webhooks:write`. From now on it alone signs. */
  confirmSecret(id: string, options?: Options): Call<Schemas['WebhookEndpoint']>;
  /** Send a test. `POST /api/v1/webhook-endpoints/{id}/test`. Permission: `webhooks:write`. Sends a `webhook.test` to this endpoint, whatever it subscribes to. Its deliveries show the result. */
  test(id: string, options?: Options): Call<operations['testWebhookEndpoint']['responses'][200]['content']['application/json']>;
  /** List deliveries with their attempts. `GET /api/v1/webhook-endpoints/{id}/deliveries`. Permission: `webhooks:read`. Newest first. Kept for 90 days. */
  listDeliveries(id: string, query?: NonNullable<operations['listWebhookDeliveries']['parameters']['query']>, options?: Options): List<Schemas['WebhookDelivery']>;
  /** Replay events of a time range. `POST /api/v1/webhook-endpoints/{id}/replay`. Permission: `webhooks:write`. Without `count` it only counts the events with createdAt from `from` up to, not including, `to` that this endpoint wants. Repeated with that number as `count`, each is sent again; at most 10,000 at a time, and 20,000 within 24 hours to all endpoints together: then 429 `replay_budget_used`. */
  replayEvents(id: string, body: Schemas['NewReplay'], options?: Options): Call<operations['replayEvents']['responses'][200]['content']['application/json']>;
}

/** Every resource of the API. */
export interface Resources {
  readonly balance: Balance;
  readonly cards: Cards;
  readonly capabilities: Capabilities;
  readonly events: Events;
  readonly holders: Holders;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly invoices: Invoices;
  readonly operations: Operations;
  readonly products: Products;
  readonly sandbox: Sandbox;
  readonly statements: Statements;
  readonly transactions: Transactions;
  readonly webhookEndpoints: WebhookEndpoints;
}
