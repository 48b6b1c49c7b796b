// Made from docs/api/openapi.json by tools/generate.ts. Never edited.
export interface paths {
    "/api/v1/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the balance, with each hold explained
         * @description Permission: `balance:read`.
         */
        get: operations["getBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List masked cards
         * @description Permission: `cards:read`. Newest first. Without limit the whole list, up to 1,000; beyond that, and with limit, the Link header pages.
         */
        get: operations["listCards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cards/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one masked card
         * @description Permission: `cards:read`.
         */
        get: operations["getCard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the name or metadata of a card
         * @description Permission: `cards:write`. The name and the metadata, which is replaced as a whole. The issuer is not told. A card of an erased cardholder cannot be changed: 400 holder_not_active.
         */
        patch: operations["changeCard"];
        trace?: never;
    };
    "/api/v1/cards/{id}/reveal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show the number of a card, on a page of the issuer
         * @description Permission: `cards:reveal`. Returns the address of a page at the issuer that shows number, expiry and security code once, for at most 120 seconds. They never pass through this API. Every request is an entry of the audit log. No Idempotency-Key: every request makes a page of its own.
         */
        post: operations["revealCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/capabilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what this key may do, and why not
         * @description Permission: any valid key.
         */
        get: operations["getCapabilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read events in order
         * @description Permission: `webhooks:read`. Ascending by sequence, 50 at a time unless limit says otherwise, in the same bytes as webhooks. Repeat with the sequence of the last one until the list is empty. With type, the list has gaps in the sequence. Events are kept for 90 days.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one event
         * @description Permission: `webhooks:read`. In the same bytes as in the list and in webhooks.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/holders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List cardholders
         * @description Permission: `holders:read`. Newest first. Without limit the whole list, up to 1,000; beyond that, and with limit, the Link header pages.
         */
        get: operations["listHolders"];
        put?: never;
        /**
         * Create a cardholder
         * @description Permission: `holders:write`. Returns the cardholder as `pending`. It becomes `active` when the issuer confirms it, in the sandbox within seconds.
         */
        post: operations["createHolder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/holders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one cardholder
         * @description Permission: `holders:read`.
         */
        get: operations["getHolder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the external ID or metadata of a cardholder
         * @description Permission: `holders:write`. The external id and the metadata, which is replaced as a whole. Name and email are on record at the issuer and cannot be changed. An erased cardholder cannot be changed: 400 holder_not_active.
         */
        patch: operations["changeHolder"];
        trace?: never;
    };
    "/api/v1/idempotency-keys/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the outcome of an Idempotency-Key
         * @description Permission: any valid key.
         */
        get: operations["getIdempotencyKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/card-account/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invoices
         * @description Permission: `balance:read` or `funding:write`. Newest first, 50 to a page unless limit says otherwise. createdFrom is inclusive, createdTo is exclusive.
         */
        get: operations["listInvoices"];
        put?: never;
        /**
         * Create a direct payment invoice
         * @description Permission: `funding:write`. Asks the issuer once for an address and answers as soon as there is one, within a few seconds. Transfer exactly payAmount of USDT on TRON to address before expiresAt. An answer in `creating` has no address yet: repeat the request with the same Idempotency-Key, or read the invoice. One invoice can be unresolved at a time.
         */
        post: operations["createInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/card-account/invoices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one invoice
         * @description Permission: `balance:read` or `funding:write`. With wait, the answer comes as soon as the status changes, or after that many seconds. Without it, poll as often as Retry-After says.
         */
        get: operations["getInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List company operations
         * @description Permission: `operations:read`. Newest first, 50 to a page unless limit says otherwise. createdFrom is inclusive, createdTo is exclusive.
         */
        get: operations["listOperations"];
        put?: never;
        /**
         * Issue or top up a card, or order a service
         * @description Permission: `cards:write` or `services:write`. Reserves the total and answers `queued`. issue and topup need cards:write, service needs services:write. Poll the operation to learn its outcome.
         */
        post: operations["createOperation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one operation
         * @description Permission: `operations:read`. With wait, the answer comes as soon as the status is completed, failed or manual_review, or after that many seconds. Without it, poll as often as Retry-After says.
         */
        get: operations["getOperation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operations/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the cost of an operation and every reason to refuse it
         * @description Permission: `operations:read` or `cards:write` or `services:write`.
         */
        post: operations["previewOperation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operations/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an operation that was not sent yet
         * @description Permission: `cards:write` or `services:write`. A queued operation fails with the code `cancelled`, and its hold is released. Cancelling it again answers the same. issue and topup need cards:write, service needs services:write. No Idempotency-Key.
         */
        post: operations["cancelOperation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cards/{id}/freeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Freeze a card
         * @description Permission: `cards:write`. Payments are declined until it is unfrozen. Possible beside an unfinished top-up.
         */
        post: operations["freezeCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cards/{id}/unfreeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unfreeze a card
         * @description Permission: `cards:write`. The card can be paid with again.
         */
        post: operations["unfreezeCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cards/{id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a card for good and return its balance
         * @description Permission: `cards:write`. The balance goes back to the card account; `result.returnedAmount` says how much. While another operation of the card is unfinished, it is 400 card_busy.
         */
        post: operations["closeCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cards/{id}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the spending limits of a card
         * @description Permission: `cards:write`. Replaces all limits. The issuer declines payments beyond them.
         */
        post: operations["limitCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List products and prices
         * @description Permission: any valid key.
         */
        get: operations["listProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/funding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Credit sandbox funds
         * @description Permission: `cards:write`.
         */
        post: operations["creditSandboxFunds"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate a card payment
         * @description Permission: `cards:write`. The simulated issuer makes the payment and notifies us, as a real one would; the response waits for it for up to five seconds. With Retry-After it has not arrived yet: read it a moment later.
         */
        post: operations["simulateTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Advance the clock of the sandbox
         * @description Permission: `cards:write`. All dates and due times of this sandbox follow, and so does the simulated issuer. The clock never goes back, and is at most 3660 days ahead. Every request moves it: there is no Idempotency-Key.
         */
        post: operations["advanceSandboxClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/invoices/{id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate an invoice payment
         * @description Permission: `funding:write`. The simulated issuer sees exactly payAmount arrive in time and confirms it, as a real one would; the answer waits for that for up to five seconds. A completed invoice is answered as it is.
         */
        post: operations["completeSandboxInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/invoices/{id}/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate any transfer for an invoice
         * @description Permission: `funding:write`. Less, more, late or once more: the simulated issuer sees it arrive, now or at `occurredAt`, and tells us of it.
         */
        post: operations["simulateTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account-statements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Generate a card-account statement
         * @description Permission: `balance:read`. At most 366 days and 10,000 entries. Entries are listed oldest first. closingBalance = openingBalance + incoming - outgoing.
         */
        get: operations["getAccountStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List card payment transactions
         * @description Permission: `operations:read`. Newest first by occurredAt, 50 to a page unless limit says otherwise. occurredFrom is inclusive, occurredTo is exclusive.
         */
        get: operations["listTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/transactions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one card payment
         * @description Permission: `operations:read`.
         */
        get: operations["getTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Permission: `webhooks:read`. Newest first; at most 16.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Register a webhook endpoint
         * @description Permission: `webhooks:write`. It receives events from now on, each signed with the `secret` in this response, which is shown only once.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one webhook endpoint
         * @description Permission: `webhooks:read`. Its secret is not shown again.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Permission: `webhooks:write`. What was not sent to it yet never is.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Permission: `webhooks:write`. Only the given fields change. When enabled again, it receives events from then on; replay the missed ones.
         */
        patch: operations["changeWebhookEndpoint"];
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret
         * @description Permission: `webhooks:write`. The new `secret` is shown only now. For 24 hours, or until you confirm it, Service-Signature is made with the old one and Service-Signature-Next with the new one. Repeated, the newest replaces the one before.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{id}/confirm-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the new secret
         * @description Permission: `webhooks:write`. From now on it alone signs.
         */
        post: operations["confirmWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test
         * @description Permission: `webhooks:write`. Sends a `webhook.test` to this endpoint, whatever it subscribes to. Its deliveries show the result.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries with their attempts
         * @description Permission: `webhooks:read`. Newest first. Kept for 90 days.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay events of a time range
         * @description Permission: `webhooks:write`. Without `count` it only counts the events with createdAt from `from` up to, not including, `to` that this endpoint wants. Repeated with that number as `count`, each is sent again; at most 10,000 at a time, and 20,000 within 24 hours to all endpoints together: then 429 `replay_budget_used`.
         */
        post: operations["replayEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "operation.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An operation is completed
         * @description A POST to each endpoint that subscribes to it. Verify `Service-Signature` before you read the body.
         */
        post: operations["onOperationCompletedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "operation.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An operation has failed, and its hold is released
         * @description A POST to each endpoint that subscribes to it. Verify `Service-Signature` before you read the body.
         */
        post: operations["onOperationFailedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "operation.manual_review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The outcome of an operation is unknown, and its funds stay held
         * @description A POST to each endpoint that subscribes to it. Verify `Service-Signature` before you read the body.
         */
        post: operations["onOperationManualReviewEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.pending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An invoice has an address and can be paid
         * @description A POST to each endpoint that subscribes to it. Verify `Service-Signature` before you read the body.
         */
        post: operations["onInvoicePendingEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An invoice is paid and credited
         * @description A POST to each endpoint that subscribes to it. Verify `Service-Signature` before you read the body.
         */
        post: operations["onInvoiceCompletedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An invoice was not paid in time
         * @description A POST to each endpoint that subscribes to it. Verify `Service-Signature` before you read the body.
         */
        post: operations["onInvoiceExpiredEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An invoice cannot be paid
         * @description A POST to each endpoint that subscribes to it. Verify `Service-Signature` before you read the body.
         */
        post: operations["onInvoiceFailedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.manual_review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payment of an invoice needs a decision by operators
         * @description A POST to each endpoint that subscribes to it. Verify `Service-Signature` before you read the body.
         */
        post: operations["onInvoiceManualReviewEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "card.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A card is issued
         * @description A POST to each endpoint that subscribes to it. Verify `Service-Signature` before you read the body.
         */
        post: operations["onCardCreatedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "card.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A card has changed: its balance, status, limits, name or metadata
         * @description A POST to each endpoint that subscribes to it. Verify `Service-Signature` before you read the body.
         */
        post: operations["onCardUpdatedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "holder.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A cardholder is created
         * @description A POST to each endpoint that subscribes to it. Verify `Service-Signature` before you read the body.
         */
        post: operations["onHolderCreatedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "holder.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A cardholder has changed: its status, external id or metadata
         * @description A POST to each endpoint that subscribes to it. Verify `Service-Signature` before you read the body.
         */
        post: operations["onHolderUpdatedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "transaction.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A card payment was made
         * @description A POST to each endpoint that subscribes to it. Verify `Service-Signature` before you read the body.
         */
        post: operations["onTransactionCreatedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "transaction.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A card payment has changed
         * @description A POST to each endpoint that subscribes to it. Verify `Service-Signature` before you read the body.
         */
        post: operations["onTransactionUpdatedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test that you requested
         * @description A POST to each endpoint that subscribes to it. Verify `Service-Signature` before you read the body.
         */
        post: operations["onWebhookTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.failing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliveries to an endpoint have failed for a while
         * @description A POST to each endpoint that subscribes to it. Verify `Service-Signature` before you read the body.
         */
        post: operations["onWebhookFailingEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An endpoint is disabled
         * @description A POST to each endpoint that subscribes to it. Verify `Service-Signature` before you read the body.
         */
        post: operations["onWebhookDisabledEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description Every error. Each response of an endpoint lists its own codes. */
        ApiError: {
            /**
             * @description Stable: branch on this.
             * @enum {string}
             */
            code: "key_invalid" | "verification_required" | "company_suspended" | "too_many_waiting" | "rate_limited" | "body_too_large" | "media_type_unsupported" | "request_invalid" | "idempotency_key_invalid" | "amount_invalid" | "amount_not_whole_usd" | "scope_missing" | "sandbox_only" | "capability_disabled" | "live_unavailable" | "idempotency_conflict" | "statement_range_too_large" | "operation_not_cancellable" | "operation_not_found" | "card_not_found" | "holder_not_found" | "external_id_taken" | "product_not_found" | "invoice_not_found" | "card_not_active" | "card_closed" | "card_not_frozen" | "card_busy" | "card_overdrawn" | "holder_pending" | "holder_not_active" | "product_unavailable" | "amount_below_minimum" | "amount_above_maximum" | "invoice_unresolved" | "invoice_not_payable" | "quote_changed" | "quota_exceeded" | "insufficient_funds" | "card_number_refused" | "scenario_invalid" | "clock_too_far" | "event_not_found" | "webhook_not_found" | "webhook_url_refused" | "webhook_limit" | "webhook_disabled" | "rotation_not_begun" | "replay_too_large" | "replay_budget_used" | "replay_changed" | "replay_under_way" | "transaction_not_found" | "idempotency_key_not_found" | "method_not_allowed" | "path_not_found" | "overloaded" | "recovering" | "issuer_unavailable" | "internal";
        } & components["schemas"]["Problem"];
        AccountStatement: {
            company: {
                /** @example com_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
                /** @example Analytical Engines Ltd */
                name: string;
            };
            /** @enum {string} */
            environment: "sandbox" | "live";
            /** @example USD */
            currency: string;
            /** @enum {string} */
            account: "card_account";
            /** @example 2026-11-01 */
            from: string;
            /** @example 2026-11-30 */
            to: string;
            /** @example 1500.00 */
            openingBalance: string;
            /** @example 1249.50 */
            closingBalance: string;
            /** @example 0.00 */
            incoming: string;
            /** @example 250.50 */
            outgoing: string;
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            generatedAt: string;
            data: components["schemas"]["StatementEntry"][];
            /** @description Addition. Hashes that chain the entries, so that you can prove later what this statement said. The recipe, and a program that checks it without us, are in docs/chain.md. */
            chain: {
                /** @description The hash before the first entry. null: not sealed yet. */
                before: string | null;
                /** @description The hash after the last entry that is sealed. null: none of these is sealed yet. */
                after: string | null;
                /** @description The id of that entry. Later entries are sealed within seconds. */
                sealedThrough: string | null;
                /** @description Present if sealed entries were ever lost with the database: where the chain went on. */
                forks?: {
                    /** @description The last entry that is left. */
                    after: string | null;
                    /** @description The hash after it: the chain goes on from here. */
                    hash: string;
                    /** @description How many sealed entries after it were lost. */
                    lost: number;
                    /** Format: date-time */
                    at: string;
                }[];
            };
        };
        /**
         * @example {
         *       "id": "le_2h5r8c0q1m4t7000000000001a",
         *       "reference": "op_01jcqmkscge598zwq8q6dn7x2t",
         *       "kind": "capture",
         *       "description": "Card issued",
         *       "amount": "-250.50",
         *       "balance": "1249.50",
         *       "availableDelta": "0.00",
         *       "heldDelta": "-250.50",
         *       "createdAt": "2026-11-15T09:30:01.240Z"
         *     }
         */
        StatementEntry: {
            /** @example le_2h5r8c0q1m4t7000000000001a */
            id: string;
            /**
             * @description The operation or invoice that caused it.
             * @example op_01jcqmkscge598zwq8q6dn7x2t
             */
            reference: string;
            /** @enum {string} */
            kind: "deposit" | "deposit_fee" | "sandbox_credit" | "reservation" | "capture" | "fee" | "release" | "card_return" | "adjustment";
            description: string;
            /**
             * @description availableDelta + heldDelta.
             * @example -12.34
             */
            amount: string;
            /**
             * @description Available and held together, after this entry.
             * @example -12.34
             */
            balance: string;
            /** @example -12.34 */
            availableDelta: string;
            /** @example -12.34 */
            heldDelta: string;
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            createdAt: string;
        };
        Balance: {
            /** @example USD */
            currency: string;
            /** @example 1245.99 */
            available: string;
            /** @example 254.01 */
            held: string;
            /** @description What the held amount is for, oldest first, at most 1,000. */
            holds: {
                /** @example op_01jcqmkscge598zwq8q6dn7x2t */
                operationId: string;
                /** @example 254.01 */
                amount: string;
                /** @example issue */
                reason: string;
                /**
                 * Format: date-time
                 * @example 2026-11-15T09:30:00.000Z
                 */
                createdAt: string;
            }[];
        };
        Capabilities: {
            company: {
                /** @example com_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
                /** @example Analytical Engines Ltd */
                name: string;
                /** @example corporate */
                kind: string;
                /** @example approved */
                verification: string;
            };
            /** @enum {string} */
            environment: "sandbox" | "live";
            scopes: string[];
            capabilities: {
                /** @example direct_invoices */
                name: string;
                /** @example true */
                allowed: boolean;
                /** @description The error code of a refused request. */
                code?: string;
                message?: string;
            }[];
        };
        Card: {
            /** @example card_01jcqmkscge598zwq8q6dn7x2t */
            id: string;
            /** @example Travel */
            name: string;
            /** @example holder_01jcqmkscge598zwq8q6dn7x2t */
            holderId: string;
            /** @example 4242 */
            last4: string;
            /** @enum {string} */
            status: "active" | "frozen" | "blocked" | "closed" | "expired";
            /** @example 250.50 */
            balance: string;
            /** @example prod_01jcqmkscge598zwq8q6dn7x2t */
            productId: string;
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            createdAt: string;
            /** @description Addition: the largest payment, and the largest sums of a UTC day and month; null means no limit. */
            limits: {
                perTransaction: string | null;
                perDay: string | null;
                perMonth: string | null;
            };
            /**
             * @description Addition: your own data, in the order in which you sent it; empty if you gave none.
             * @example {
             *       "department": "sales",
             *       "costCenter": "4711"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            /** @description Addition: how far payments exceeded the funds. The balance is then shown as 0.00. */
            overdrawn?: string;
        };
        /** @description An event, typed by its `type`. */
        Event: components["schemas"]["OperationCompletedEvent"] | components["schemas"]["OperationFailedEvent"] | components["schemas"]["OperationManualReviewEvent"] | components["schemas"]["InvoicePendingEvent"] | components["schemas"]["InvoiceCompletedEvent"] | components["schemas"]["InvoiceExpiredEvent"] | components["schemas"]["InvoiceFailedEvent"] | components["schemas"]["InvoiceManualReviewEvent"] | components["schemas"]["CardCreatedEvent"] | components["schemas"]["CardUpdatedEvent"] | components["schemas"]["HolderCreatedEvent"] | components["schemas"]["HolderUpdatedEvent"] | components["schemas"]["TransactionCreatedEvent"] | components["schemas"]["TransactionUpdatedEvent"] | components["schemas"]["WebhookTestEvent"] | components["schemas"]["WebhookFailingEvent"] | components["schemas"]["WebhookDisabledEvent"];
        FundingInvoice: {
            /** @example inv_01jcqmkscge598zwq8q6dn7x2t */
            id: string;
            /** @enum {string} */
            environment: "sandbox" | "live";
            /**
             * @example pending
             * @enum {string}
             */
            status: "creating" | "pending" | "completed" | "expired" | "failed" | "manual_review";
            /** @example 100.00 */
            depositAmount: string;
            /** @example 0.00 */
            fee: string;
            /** @example 100.00 */
            creditAmount: string;
            address: string | null;
            payAmount: string | null;
            /** @enum {string} */
            asset: "USDT";
            /** @enum {string} */
            network: "TRON";
            expiresAt: string | null;
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description Addition: the amount first requested.
             * @example 100.00
             */
            requestedAmount: string;
            /**
             * @description Addition: every transfer that the issuer has seen, credited or not.
             * @example []
             */
            observedTransfers: {
                id: string;
                /**
                 * @description USDT, exactly six decimals. Never round it.
                 * @example 100.004217
                 */
                amount: string;
                /**
                 * Format: date-time
                 * @example 2026-11-15T09:30:00.000Z
                 */
                occurredAt: string;
            }[];
            /**
             * @description Addition: the rules for payments that are exact, too low, too high, late or repeated.
             * @example {
             *       "exact": "Pay exactly payAmount to address before expiresAt: creditAmount is credited once the issuer confirms it.",
             *       "less": "A smaller amount is not credited automatically: the invoice goes to manual_review and two operators decide.",
             *       "more": "A larger amount is not credited automatically: the invoice goes to manual_review and two operators decide.",
             *       "late": "A transfer after expiresAt is not credited automatically: observedTransfers lists it and operators decide.",
             *       "again": "A second transfer is not credited automatically: observedTransfers lists it and operators decide.",
             *       "networkFee": "The network fee of the transfer is paid in TRX from the sending wallet, on top of payAmount."
             *     }
             */
            policy: {
                exact: string;
                less: string;
                more: string;
                late: string;
                again: string;
                networkFee: string;
            };
            failure?: {
                code: string;
                message: string;
            };
            review?: {
                reason: string;
                /**
                 * Format: date-time
                 * @example 2026-11-15T09:30:00.000Z
                 */
                openedAt: string;
                lastCheckedAt: string | null;
            };
        };
        Holder: {
            /** @example holder_01jcqmkscge598zwq8q6dn7x2t */
            id: string;
            /** @example Ada Lovelace */
            name: string;
            /** @example ada@example.com */
            email: string;
            /** @enum {string} */
            kind: "individual" | "corporate";
            /**
             * @example active
             * @enum {string}
             */
            status: "pending" | "active" | "blocked" | "rejected";
            /**
             * @description Your own id of this person; empty if you gave none.
             * @example employee-17
             */
            externalId: string;
            /**
             * @description Addition: your own data, in the order in which you sent it; empty if you gave none.
             * @example {
             *       "department": "sales",
             *       "costCenter": "4711"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
        };
        IdempotencyKey: {
            /** @example order-2026-11-15-0042 */
            key: string;
            /** @example POST */
            method: string;
            /** @example /api/v1/operations */
            path: string;
            /**
             * @description The status of the first answer.
             * @example 201
             */
            status: number;
            /**
             * @description What the request created.
             * @example op_01jcqmkscge598zwq8q6dn7x2t
             */
            resourceId: string;
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            createdAt: string;
        };
        /**
         * @example {
         *       "id": "op_01jcqmkscge598zwq8q6dn7x2t",
         *       "type": "issue",
         *       "status": "completed",
         *       "amount": "250.50",
         *       "fee": "3.51",
         *       "total": "254.01",
         *       "result": {
         *         "cardId": "card_01jcqmkscge598zwq8q6dn7x2t",
         *         "receipt": "rcpt_7H2K9Q"
         *       },
         *       "createdAt": "2026-11-15T09:30:00.000Z",
         *       "productId": "prod_01jcqmkscge598zwq8q6dn7x2t",
         *       "holderId": "holder_01jcqmkscge598zwq8q6dn7x2t",
         *       "cardId": "card_01jcqmkscge598zwq8q6dn7x2t",
         *       "name": "Travel",
         *       "recipient": "",
         *       "metadata": {
         *         "department": "sales",
         *         "costCenter": "4711"
         *       },
         *       "updatedAt": "2026-11-15T09:30:01.240Z",
         *       "completedAt": "2026-11-15T09:30:01.240Z"
         *     }
         */
        Operation: {
            /** @example op_01jcqmkscge598zwq8q6dn7x2t */
            id: string;
            /** @enum {string} */
            type: "issue" | "topup" | "service" | "freeze" | "unfreeze" | "close" | "limits";
            /** @enum {string} */
            status: "queued" | "processing" | "completed" | "failed" | "manual_review";
            /** @example 250.50 */
            amount: string;
            /** @example 250.50 */
            fee: string;
            /** @example 250.50 */
            total: string;
            /** @description Empty before completion. service: receipt; all others: cardId and receipt; close: returnedAmount too. */
            result: {
                cardId?: string;
                receipt?: string;
                /**
                 * @description Addition: what a closed card returned to the card account.
                 * @example 250.50
                 */
                returnedAmount?: string;
            };
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            createdAt: string;
            /** @description Addition. */
            productId: string;
            /** @description Addition: the cardholder of an issue or a top-up; empty for a service. */
            holderId: string;
            /** @description Addition: the card that a top-up names or an issue created; empty before that, and for a service. */
            cardId: string;
            /** @description Addition: the name of the card to issue; empty for other types. */
            name: string;
            /** @description Addition: the recipient of a service; empty for other types. */
            recipient: string;
            /**
             * @description Addition: your own data, in the order in which you sent it; empty if you gave none.
             * @example {
             *       "department": "sales",
             *       "costCenter": "4711"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            updatedAt: string;
            /** @description Addition: when it was completed or failed; null before. */
            completedAt: string | null;
            /** @description Addition: the largest payment, and the largest sums of a UTC day and month; null means no limit. */
            limits?: {
                perTransaction: string | null;
                perDay: string | null;
                perMonth: string | null;
            };
            /** @description Addition: why it failed; the hold was released. */
            failure?: {
                code: string;
                message: string;
            };
            /** @description Addition: why the outcome is unknown, and when the issuer is asked again. The funds stay held. */
            review?: {
                reason: string;
                /**
                 * Format: date-time
                 * @example 2026-11-15T09:30:00.000Z
                 */
                openedAt: string;
                lastCheckedAt: string | null;
                nextCheckAt: string | null;
            };
        };
        /**
         * @example {
         *       "amount": "250.50",
         *       "fee": "3.51",
         *       "total": "254.01",
         *       "feeLines": [
         *         {
         *           "kind": "fixed",
         *           "amount": "3.00"
         *         },
         *         {
         *           "kind": "rate",
         *           "amount": "0.51"
         *         }
         *       ],
         *       "allowed": true,
         *       "reasons": [],
         *       "quota": {
         *         "limit": 500,
         *         "used": 12,
         *         "left": 488
         *       }
         *     }
         */
        OperationPreview: {
            /** @example 250.50 */
            amount: string;
            /** @example 250.50 */
            fee: string;
            /** @example 250.50 */
            total: string;
            feeLines: {
                /** @enum {string} */
                kind: "fixed" | "rate";
                /** @example 250.50 */
                amount: string;
            }[];
            allowed: boolean;
            reasons: {
                code: string;
                message: string;
            }[];
            quota: {
                limit: number;
                used: number;
                left: number;
            } | null;
        };
        Product: {
            /** @example prod_01jcqmkscge598zwq8q6dn7x2t */
            id: string;
            /** @example Virtual card */
            name: string;
            /** @enum {string} */
            kind: "card" | "service";
            /** @enum {string} */
            status: "active" | "inactive";
            /**
             * @description By type of operation. A card product serves issue and topup.
             * @example {
             *       "issue": {
             *         "fixedFee": "3.00",
             *         "rateBps": 20,
             *         "minimumAmount": "10.00",
             *         "maximumAmount": "10000.00"
             *       },
             *       "topup": {
             *         "fixedFee": "0.00",
             *         "rateBps": 20,
             *         "minimumAmount": "1.00",
             *         "maximumAmount": "10000.00"
             *       }
             *     }
             */
            pricing: {
                issue?: {
                    /** @example 250.50 */
                    fixedFee: string;
                    /** @description Basis points: 20 is 0.2 %. Fees are rounded up to the cent. */
                    rateBps: number;
                    /** @example 250.50 */
                    minimumAmount: string;
                    /** @example 250.50 */
                    maximumAmount: string;
                };
                topup?: {
                    /** @example 250.50 */
                    fixedFee: string;
                    /** @description Basis points: 20 is 0.2 %. Fees are rounded up to the cent. */
                    rateBps: number;
                    /** @example 250.50 */
                    minimumAmount: string;
                    /** @example 250.50 */
                    maximumAmount: string;
                };
                service?: {
                    /** @example 250.50 */
                    fixedFee: string;
                    /** @description Basis points: 20 is 0.2 %. Fees are rounded up to the cent. */
                    rateBps: number;
                    /** @example 250.50 */
                    minimumAmount: string;
                    /** @example 250.50 */
                    maximumAmount: string;
                };
            };
        };
        Transaction: {
            /** @example txn_01jcqmkscge598zwq8q6dn7x2t */
            id: string;
            /** @example card_01jcqmkscge598zwq8q6dn7x2t */
            cardId: string;
            /**
             * @description The issuer’s reference.
             * @example pay_5Q8M2X
             */
            reference: string;
            /** @enum {string} */
            type: "purchase" | "refund" | "reversal" | "withdrawal" | "fee";
            /**
             * @example settled
             * @enum {string}
             */
            status: "pending" | "settled" | "declined" | "reversed";
            /** @example -12.34 */
            amount: string;
            /**
             * @description ISO 4217.
             * @example USD
             */
            currency: string;
            /** @example Bookshop */
            merchant: string;
            /**
             * @description ISO 3166-1 alpha-2; empty if unknown.
             * @example DE
             */
            country: string;
            /** @example Two books */
            description: string;
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            occurredAt: string;
            /**
             * @description Addition: why the issuer declined it; empty for every other payment.
             * @example
             * @enum {string}
             */
            declineReason: "" | "insufficient_balance" | "card_frozen" | "card_closed" | "limit_exceeded" | "issuer_declined";
        };
        WebhookDelivery: {
            /** @example dlv_01jcqmkscge598zwq8q6dn7x2t */
            id: string;
            /** @example evt_01jcqmkscge598zwq8q6dn7x2t */
            eventId: string;
            /** @example operation.completed */
            eventType: string;
            /** @example 42 */
            sequence: number;
            /**
             * @description failed: every attempt failed. canceled: the endpoint was disabled or deleted first.
             * @example delivered
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed" | "canceled";
            /**
             * @description It was created by a replay.
             * @example false
             */
            replayed: boolean;
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            createdAt: string;
            /** @example null */
            nextAttemptAt: string | null;
            attempts: {
                /** @example 1 */
                number: number;
                /**
                 * Format: date-time
                 * @example 2026-11-15T09:30:00.000Z
                 */
                at: string;
                /** @example 84 */
                durationMs: number;
                /** @enum {string} */
                outcome: "delivered" | "failed";
                /**
                 * @description null without a response.
                 * @example 200
                 */
                status: number | null;
                /**
                 * @description Why there was no response.
                 * @example
                 */
                error: string;
                /**
                 * @description The beginning of the response, up to 2 KiB.
                 * @example ok
                 */
                response: string;
            }[];
        };
        WebhookEndpoint: {
            /** @example whe_01jcqmkscge598zwq8q6dn7x2t */
            id: string;
            /** @example https://example.com/webhooks */
            url: string;
            /**
             * @description `*` is every present and future type.
             * @example [
             *       "operation.completed",
             *       "operation.failed"
             *     ]
             */
            events: ("*" | "operation.completed" | "operation.failed" | "operation.manual_review" | "invoice.pending" | "invoice.completed" | "invoice.expired" | "invoice.failed" | "invoice.manual_review" | "card.created" | "card.updated" | "holder.created" | "holder.updated" | "transaction.created" | "transaction.updated" | "webhook.test" | "webhook.failing" | "webhook.disabled")[];
            /** @example Orders in production */
            description: string;
            /** @enum {string} */
            status: "enabled" | "disabled";
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            createdAt: string;
            /** @description gone: it responded 410. failing: every delivery failed for five days. */
            disabled?: {
                /** @enum {string} */
                reason: "client" | "operator" | "gone" | "failing";
                /**
                 * Format: date-time
                 * @example 2026-11-15T09:30:00.000Z
                 */
                at: string;
            };
            /** @description Every delivery has failed since; it is disabled at the first failure after disablesAt. */
            failing?: {
                /**
                 * Format: date-time
                 * @example 2026-11-15T09:30:00.000Z
                 */
                since: string;
                /**
                 * Format: date-time
                 * @example 2026-11-15T09:30:00.000Z
                 */
                disablesAt: string;
            };
            /** @description Service-Signature uses the old secret until then, or until you confirm the new one. */
            rotation?: {
                /**
                 * Format: date-time
                 * @example 2026-11-15T09:30:00.000Z
                 */
                until: string;
            };
            /** @description Shown once, when it is created. */
            secret?: string;
        };
        OperationCompletedEvent: {
            /**
             * @description Identifies repeated deliveries of the same event.
             * @example evt_01jcqmkscge598zwq8q6dn7x2t
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "operation.completed";
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            createdAt: string;
            /** @enum {string} */
            environment: "sandbox" | "live";
            /** @example com_01jcqmkscge598zwq8q6dn7x2t */
            companyId: string;
            /**
             * @description Without a gap in each company and environment.
             * @example 42
             */
            sequence: number;
            data: {
                object: components["schemas"]["Operation"];
            };
        };
        OperationFailedEvent: {
            /**
             * @description Identifies repeated deliveries of the same event.
             * @example evt_01jcqmkscge598zwq8q6dn7x2t
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "operation.failed";
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            createdAt: string;
            /** @enum {string} */
            environment: "sandbox" | "live";
            /** @example com_01jcqmkscge598zwq8q6dn7x2t */
            companyId: string;
            /**
             * @description Without a gap in each company and environment.
             * @example 42
             */
            sequence: number;
            data: {
                object: components["schemas"]["Operation"];
            };
        };
        OperationManualReviewEvent: {
            /**
             * @description Identifies repeated deliveries of the same event.
             * @example evt_01jcqmkscge598zwq8q6dn7x2t
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "operation.manual_review";
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            createdAt: string;
            /** @enum {string} */
            environment: "sandbox" | "live";
            /** @example com_01jcqmkscge598zwq8q6dn7x2t */
            companyId: string;
            /**
             * @description Without a gap in each company and environment.
             * @example 42
             */
            sequence: number;
            data: {
                object: components["schemas"]["Operation"];
            };
        };
        InvoicePendingEvent: {
            /**
             * @description Identifies repeated deliveries of the same event.
             * @example evt_01jcqmkscge598zwq8q6dn7x2t
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "invoice.pending";
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            createdAt: string;
            /** @enum {string} */
            environment: "sandbox" | "live";
            /** @example com_01jcqmkscge598zwq8q6dn7x2t */
            companyId: string;
            /**
             * @description Without a gap in each company and environment.
             * @example 42
             */
            sequence: number;
            data: {
                object: components["schemas"]["FundingInvoice"];
            };
        };
        InvoiceCompletedEvent: {
            /**
             * @description Identifies repeated deliveries of the same event.
             * @example evt_01jcqmkscge598zwq8q6dn7x2t
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "invoice.completed";
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            createdAt: string;
            /** @enum {string} */
            environment: "sandbox" | "live";
            /** @example com_01jcqmkscge598zwq8q6dn7x2t */
            companyId: string;
            /**
             * @description Without a gap in each company and environment.
             * @example 42
             */
            sequence: number;
            data: {
                object: components["schemas"]["FundingInvoice"];
            };
        };
        InvoiceExpiredEvent: {
            /**
             * @description Identifies repeated deliveries of the same event.
             * @example evt_01jcqmkscge598zwq8q6dn7x2t
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "invoice.expired";
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            createdAt: string;
            /** @enum {string} */
            environment: "sandbox" | "live";
            /** @example com_01jcqmkscge598zwq8q6dn7x2t */
            companyId: string;
            /**
             * @description Without a gap in each company and environment.
             * @example 42
             */
            sequence: number;
            data: {
                object: components["schemas"]["FundingInvoice"];
            };
        };
        InvoiceFailedEvent: {
            /**
             * @description Identifies repeated deliveries of the same event.
             * @example evt_01jcqmkscge598zwq8q6dn7x2t
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "invoice.failed";
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            createdAt: string;
            /** @enum {string} */
            environment: "sandbox" | "live";
            /** @example com_01jcqmkscge598zwq8q6dn7x2t */
            companyId: string;
            /**
             * @description Without a gap in each company and environment.
             * @example 42
             */
            sequence: number;
            data: {
                object: components["schemas"]["FundingInvoice"];
            };
        };
        InvoiceManualReviewEvent: {
            /**
             * @description Identifies repeated deliveries of the same event.
             * @example evt_01jcqmkscge598zwq8q6dn7x2t
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "invoice.manual_review";
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            createdAt: string;
            /** @enum {string} */
            environment: "sandbox" | "live";
            /** @example com_01jcqmkscge598zwq8q6dn7x2t */
            companyId: string;
            /**
             * @description Without a gap in each company and environment.
             * @example 42
             */
            sequence: number;
            data: {
                object: components["schemas"]["FundingInvoice"];
            };
        };
        CardCreatedEvent: {
            /**
             * @description Identifies repeated deliveries of the same event.
             * @example evt_01jcqmkscge598zwq8q6dn7x2t
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "card.created";
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            createdAt: string;
            /** @enum {string} */
            environment: "sandbox" | "live";
            /** @example com_01jcqmkscge598zwq8q6dn7x2t */
            companyId: string;
            /**
             * @description Without a gap in each company and environment.
             * @example 42
             */
            sequence: number;
            data: {
                object: components["schemas"]["Card"];
            };
        };
        CardUpdatedEvent: {
            /**
             * @description Identifies repeated deliveries of the same event.
             * @example evt_01jcqmkscge598zwq8q6dn7x2t
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "card.updated";
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            createdAt: string;
            /** @enum {string} */
            environment: "sandbox" | "live";
            /** @example com_01jcqmkscge598zwq8q6dn7x2t */
            companyId: string;
            /**
             * @description Without a gap in each company and environment.
             * @example 42
             */
            sequence: number;
            data: {
                object: components["schemas"]["Card"];
            };
        };
        HolderCreatedEvent: {
            /**
             * @description Identifies repeated deliveries of the same event.
             * @example evt_01jcqmkscge598zwq8q6dn7x2t
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "holder.created";
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            createdAt: string;
            /** @enum {string} */
            environment: "sandbox" | "live";
            /** @example com_01jcqmkscge598zwq8q6dn7x2t */
            companyId: string;
            /**
             * @description Without a gap in each company and environment.
             * @example 42
             */
            sequence: number;
            data: {
                object: components["schemas"]["Holder"];
            };
        };
        HolderUpdatedEvent: {
            /**
             * @description Identifies repeated deliveries of the same event.
             * @example evt_01jcqmkscge598zwq8q6dn7x2t
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "holder.updated";
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            createdAt: string;
            /** @enum {string} */
            environment: "sandbox" | "live";
            /** @example com_01jcqmkscge598zwq8q6dn7x2t */
            companyId: string;
            /**
             * @description Without a gap in each company and environment.
             * @example 42
             */
            sequence: number;
            data: {
                object: components["schemas"]["Holder"];
            };
        };
        TransactionCreatedEvent: {
            /**
             * @description Identifies repeated deliveries of the same event.
             * @example evt_01jcqmkscge598zwq8q6dn7x2t
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "transaction.created";
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            createdAt: string;
            /** @enum {string} */
            environment: "sandbox" | "live";
            /** @example com_01jcqmkscge598zwq8q6dn7x2t */
            companyId: string;
            /**
             * @description Without a gap in each company and environment.
             * @example 42
             */
            sequence: number;
            data: {
                object: components["schemas"]["Transaction"];
            };
        };
        TransactionUpdatedEvent: {
            /**
             * @description Identifies repeated deliveries of the same event.
             * @example evt_01jcqmkscge598zwq8q6dn7x2t
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "transaction.updated";
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            createdAt: string;
            /** @enum {string} */
            environment: "sandbox" | "live";
            /** @example com_01jcqmkscge598zwq8q6dn7x2t */
            companyId: string;
            /**
             * @description Without a gap in each company and environment.
             * @example 42
             */
            sequence: number;
            data: {
                object: components["schemas"]["Transaction"];
            };
        };
        WebhookTestEvent: {
            /**
             * @description Identifies repeated deliveries of the same event.
             * @example evt_01jcqmkscge598zwq8q6dn7x2t
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook.test";
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            createdAt: string;
            /** @enum {string} */
            environment: "sandbox" | "live";
            /** @example com_01jcqmkscge598zwq8q6dn7x2t */
            companyId: string;
            /**
             * @description Without a gap in each company and environment.
             * @example 42
             */
            sequence: number;
            data: {
                object: components["schemas"]["WebhookEndpoint"];
            };
        };
        WebhookFailingEvent: {
            /**
             * @description Identifies repeated deliveries of the same event.
             * @example evt_01jcqmkscge598zwq8q6dn7x2t
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook.failing";
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            createdAt: string;
            /** @enum {string} */
            environment: "sandbox" | "live";
            /** @example com_01jcqmkscge598zwq8q6dn7x2t */
            companyId: string;
            /**
             * @description Without a gap in each company and environment.
             * @example 42
             */
            sequence: number;
            data: {
                object: components["schemas"]["WebhookEndpoint"];
            };
        };
        WebhookDisabledEvent: {
            /**
             * @description Identifies repeated deliveries of the same event.
             * @example evt_01jcqmkscge598zwq8q6dn7x2t
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook.disabled";
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            createdAt: string;
            /** @enum {string} */
            environment: "sandbox" | "live";
            /** @example com_01jcqmkscge598zwq8q6dn7x2t */
            companyId: string;
            /**
             * @description Without a gap in each company and environment.
             * @example 42
             */
            sequence: number;
            data: {
                object: components["schemas"]["WebhookEndpoint"];
            };
        };
        /** @description What every error has, beside its code. */
        Problem: {
            statusCode: number;
            /** @description What is wrong and what to do, for people. */
            message: string;
            /** @description Also in the Request-Id header. Quote it when you ask for help. */
            requestId: string;
            /**
             * @description same_key: repeat the same request later, under the same Idempotency-Key. new_key: something must change first, in the request or in the account; then send it under a new key. never: no form of this request will do.
             * @enum {string}
             */
            retry: "same_key" | "new_key" | "never";
            /** @description The conflicting object. */
            resourceId?: string;
            /** @description The fields that differ from the first request. */
            differs?: string[];
            /** @description quote_changed: the current total. */
            currentTotal?: string;
            /** @description amount_below_minimum: the least amount. */
            minimum?: string;
            /** @description amount_above_maximum: the largest amount. */
            maximum?: string;
            /** @description insufficient_funds: the available balance. */
            available?: string;
            /** @description insufficient_funds: the total of the request. */
            required?: string;
            /** @description request_invalid: every problem, with its field. */
            errors?: {
                field: string;
                message: string;
            }[];
        };
        CardChanges: {
            /**
             * Format: free-text
             * @description A label for the card. If empty, the card takes the name of its product.
             * @example Travel
             */
            name?: string;
            /**
             * @description Addition: your own data, at most 20 keys of 1 to 40 letters, digits, dots, dashes and underscores. Never send card numbers or secrets.
             * @example {
             *       "department": "sales",
             *       "costCenter": "4711"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
        };
        /** @description A page at the issuer that shows number, expiry and security code. */
        CardPage: {
            /**
             * @description Anybody who has it can open the page: hand it to the person, and do not store or log it.
             * @example https://issuer.example/reveal/…
             */
            url: string;
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            expiresAt: string;
        };
        NewHolder: {
            /**
             * Format: free-text
             * @example Ada Lovelace
             */
            name: string;
            /**
             * Format: email
             * @example ada@example.com
             */
            email: string;
            /** @enum {string} */
            kind: "individual" | "corporate";
            /**
             * @description Your own id of this person. No other cardholder of the environment may have it; empty is none.
             * @example employee-17
             */
            externalId?: string;
            /**
             * @description Addition: your own data, at most 20 keys of 1 to 40 letters, digits, dots, dashes and underscores. Never send card numbers or secrets.
             * @example {
             *       "department": "sales",
             *       "costCenter": "4711"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
        };
        HolderChanges: {
            /**
             * @description Your own id of this person. No other cardholder of the environment may have it; empty is none.
             * @example employee-18
             */
            externalId?: string;
            /**
             * @description Addition: your own data, at most 20 keys of 1 to 40 letters, digits, dots, dashes and underscores. Never send card numbers or secrets.
             * @example {
             *       "department": "sales",
             *       "costCenter": "4711"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
        };
        NewInvoice: {
            /**
             * @description The deposit, in whole US dollars.
             * @example 100
             */
            amount: string;
        };
        NewOperationIssue: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "issue";
            /** @example prod_01jcqmkscge598zwq8q6dn7x2t */
            productId: string;
            /**
             * @description US dollars, up to two decimals.
             * @example 250.50
             */
            amount: string;
            /**
             * @description The total that you expect. Another one is 409 quote_changed.
             * @example 254.01
             */
            expectedTotal?: string;
            /** @example holder_01jcqmkscge598zwq8q6dn7x2t */
            holderId: string;
            /**
             * Format: free-text
             * @description A label for the card.
             * @example Travel
             */
            name?: string;
            /**
             * @description Addition: your own data, at most 20 keys of 1 to 40 letters, digits, dots, dashes and underscores. Never send card numbers or secrets.
             * @example {
             *       "department": "sales",
             *       "costCenter": "4711"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
        };
        NewOperationTopup: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "topup";
            /** @description Not needed: the card has it. Another one is 400 product_unavailable. */
            productId?: string;
            /**
             * @description US dollars, up to two decimals.
             * @example 250.50
             */
            amount: string;
            /**
             * @description The total that you expect. Another one is 409 quote_changed.
             * @example 251.01
             */
            expectedTotal?: string;
            /** @example card_01jcqmkscge598zwq8q6dn7x2t */
            cardId: string;
            /**
             * @description Addition: your own data, at most 20 keys of 1 to 40 letters, digits, dots, dashes and underscores. Never send card numbers or secrets.
             * @example {
             *       "department": "sales",
             *       "costCenter": "4711"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
        };
        NewOperationService: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "service";
            /** @example prod_01jcqmkscge598zwq8q6dn7x2t */
            productId: string;
            /**
             * @description US dollars, up to two decimals.
             * @example 250.50
             */
            amount: string;
            /**
             * @description The total that you expect. Another one is 409 quote_changed.
             * @example 250.50
             */
            expectedTotal?: string;
            /**
             * @description Who gets the service, as the product asks for it.
             * @example ada@example.com
             */
            recipient: string;
            /**
             * @description Addition: your own data, at most 20 keys of 1 to 40 letters, digits, dots, dashes and underscores. Never send card numbers or secrets.
             * @example {
             *       "department": "sales",
             *       "costCenter": "4711"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
        };
        NewOperation: components["schemas"]["NewOperationIssue"] | components["schemas"]["NewOperationTopup"] | components["schemas"]["NewOperationService"];
        /** @description The limits from now on. One that is null or left out is removed. */
        NewLimits: {
            /** @example 250.50 */
            perTransaction?: string | null;
            /** @example 500.00 */
            perDay?: string | null;
            /** @example null */
            perMonth?: string | null;
        };
        NewFunding: {
            /**
             * @description US dollars, up to two decimals.
             * @example 250.50
             */
            amount: string;
        };
        NewSandboxTransaction: {
            /** @example card_01jcqmkscge598zwq8q6dn7x2t */
            cardId: string;
            /** @enum {string} */
            type: "purchase" | "refund" | "reversal" | "withdrawal" | "fee";
            /**
             * @description Above zero. The sign of the payment follows from its type.
             * @example 12.34
             */
            amount: string;
            /**
             * Format: free-text
             * @example Bookshop
             */
            merchant: string;
            /**
             * @description ISO 3166-1 alpha-2.
             * @example DE
             */
            country: string;
            /**
             * Format: free-text
             * @example Two books
             */
            description?: string;
            /**
             * @description Left out, the simulated issuer decides as a real one would: `settled`, or `declined` with its reason.
             * @enum {string}
             */
            status?: "pending" | "settled" | "declined" | "reversed";
        };
        NewAdvance: {
            /** @example 3600 */
            seconds: number;
        };
        NewTransfer: {
            /**
             * @description USDT, up to six decimals, above zero.
             * @example 99.5
             */
            amount: string;
            /** Format: date-time */
            occurredAt?: string;
        };
        NewWebhookEndpoint: {
            /**
             * @description Public, https, without credentials.
             * @example https://example.com/webhooks
             */
            url: string;
            /**
             * @description `*` is every present and future type.
             * @example [
             *       "operation.completed",
             *       "operation.failed"
             *     ]
             */
            events?: ("*" | "operation.completed" | "operation.failed" | "operation.manual_review" | "invoice.pending" | "invoice.completed" | "invoice.expired" | "invoice.failed" | "invoice.manual_review" | "card.created" | "card.updated" | "holder.created" | "holder.updated" | "transaction.created" | "transaction.updated" | "webhook.test" | "webhook.failing" | "webhook.disabled")[];
            /**
             * Format: free-text
             * @example Orders in production
             */
            description?: string;
        };
        WebhookEndpointChanges: {
            /**
             * @description Public, https, without credentials.
             * @example https://example.com/webhooks
             */
            url?: string;
            /**
             * @description `*` is every present and future type.
             * @example [
             *       "operation.completed",
             *       "operation.failed"
             *     ]
             */
            events?: ("*" | "operation.completed" | "operation.failed" | "operation.manual_review" | "invoice.pending" | "invoice.completed" | "invoice.expired" | "invoice.failed" | "invoice.manual_review" | "card.created" | "card.updated" | "holder.created" | "holder.updated" | "transaction.created" | "transaction.updated" | "webhook.test" | "webhook.failing" | "webhook.disabled")[];
            /**
             * Format: free-text
             * @example Orders in production
             */
            description?: string;
            /** @enum {string} */
            status?: "enabled" | "disabled";
        };
        NewReplay: {
            /**
             * Format: date-time
             * @example 2026-11-14T00:00:00Z
             */
            from: string;
            /**
             * Format: date-time
             * @example 2026-11-15T00:00:00Z
             */
            to: string;
            /** @description The number that you were shown; without it nothing is sent. */
            count?: number;
        };
    };
    responses: {
        /** @description Any other error */
        Error: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description Validation or business rule failed */
        RequestInvalid: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    code: "request_invalid";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description Invalid or revoked API key */
        KeyInvalid: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    code: "key_invalid";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description Rate limited */
        RateLimited: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    code: "rate_limited";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description Our mistake */
        Internal: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    code: "internal";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description Object not found in this company */
        CardNotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    code: "card_not_found";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description Body too large */
        BodyTooLarge: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    code: "body_too_large";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description Media type not supported */
        MediaTypeUnsupported: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    code: "media_type_unsupported";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description Scope, verification or capability denied */
        VerificationRequired: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    code: "verification_required";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description Object not found in this company */
        EventNotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    code: "event_not_found";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description Object not found in this company */
        HolderNotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    code: "holder_not_found";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description Idempotency payload conflict or changed quote */
        ExternalIdTaken: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    code: "external_id_taken";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description Object not found in this company */
        IdempotencyKeyNotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    code: "idempotency_key_not_found";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description Idempotency payload conflict or changed quote */
        IdempotencyConflict: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    code: "idempotency_conflict";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description Object not found in this company */
        InvoiceNotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    code: "invoice_not_found";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description Object not found in this company */
        OperationNotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    code: "operation_not_found";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description Object not found in this company */
        TransactionNotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    code: "transaction_not_found";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description Object not found in this company */
        WebhookNotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    code: "webhook_not_found";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description Idempotency payload conflict or changed quote */
        ReplayChanged: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    code: "replay_changed";
                } & components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Names this request; quote it when you ask for help. */
        "Request-Id": string;
        /** @description The limit: q requests in w seconds. */
        "RateLimit-Policy": string;
        /** @description What is left: r requests, t seconds to the next window. */
        RateLimit: string;
        /** @description Seconds to wait. */
        "Retry-After": number;
        /** @description The path of what was created. */
        Location: string;
        /** @description `true` if the Idempotency-Key was known: this is the first answer again. */
        "Idempotent-Replayed": "true";
        /** @description The next page, if there is one: `<path>; rel="next"`. */
        Link: string;
        /** @description `Bearer`. */
        "WWW-Authenticate": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getBalance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balance */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "currency": "USD",
                     *       "available": "1245.99",
                     *       "held": "254.01",
                     *       "holds": [
                     *         {
                     *           "operationId": "op_01jcqmkscge598zwq8q6dn7x2t",
                     *           "amount": "254.01",
                     *           "reason": "issue",
                     *           "createdAt": "2026-11-15T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Balance"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    listCards: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
                /** @example holder_01jcqmkscge598zwq8q6dn7x2t */
                holderId?: string;
                status?: "active" | "frozen" | "blocked" | "closed" | "expired";
                /** @example prod_01jcqmkscge598zwq8q6dn7x2t */
                productId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of cards */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "card_01jcqmkscge598zwq8q6dn7x2t",
                     *           "name": "Travel",
                     *           "holderId": "holder_01jcqmkscge598zwq8q6dn7x2t",
                     *           "last4": "4242",
                     *           "status": "active",
                     *           "balance": "250.50",
                     *           "productId": "prod_01jcqmkscge598zwq8q6dn7x2t",
                     *           "createdAt": "2026-11-15T09:30:00.000Z",
                     *           "limits": {
                     *             "perTransaction": "250.50",
                     *             "perDay": "250.50",
                     *             "perMonth": "250.50"
                     *           },
                     *           "metadata": {
                     *             "department": "sales",
                     *             "costCenter": "4711"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Card"][];
                        /** @description Present if limit was given, or if there are more than 1,000 rows. */
                        nextCursor?: string | null;
                    };
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getCard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example card_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The card */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "card_01jcqmkscge598zwq8q6dn7x2t",
                     *       "name": "Travel",
                     *       "holderId": "holder_01jcqmkscge598zwq8q6dn7x2t",
                     *       "last4": "4242",
                     *       "status": "active",
                     *       "balance": "250.50",
                     *       "productId": "prod_01jcqmkscge598zwq8q6dn7x2t",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "limits": {
                     *         "perTransaction": "250.50",
                     *         "perDay": "250.50",
                     *         "perMonth": "250.50"
                     *       },
                     *       "metadata": {
                     *         "department": "sales",
                     *         "costCenter": "4711"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Card"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    changeCard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example card_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Travel",
                 *       "metadata": {
                 *         "department": "sales",
                 *         "costCenter": "4711"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CardChanges"];
            };
        };
        responses: {
            /** @description The card */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "card_01jcqmkscge598zwq8q6dn7x2t",
                     *       "name": "Travel",
                     *       "holderId": "holder_01jcqmkscge598zwq8q6dn7x2t",
                     *       "last4": "4242",
                     *       "status": "active",
                     *       "balance": "250.50",
                     *       "productId": "prod_01jcqmkscge598zwq8q6dn7x2t",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "limits": {
                     *         "perTransaction": "250.50",
                     *         "perDay": "250.50",
                     *         "perMonth": "250.50"
                     *       },
                     *       "metadata": {
                     *         "department": "sales",
                     *         "costCenter": "4711"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Card"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    revealCard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example card_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description A page at the issuer that shows number, expiry and security code. */
            201: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://issuer.example/reveal/…",
                     *       "expiresAt": "2026-11-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CardPage"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getCapabilities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The capabilities */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "company": {
                     *         "id": "com_01jcqmkscge598zwq8q6dn7x2t",
                     *         "name": "Analytical Engines Ltd",
                     *         "kind": "corporate",
                     *         "verification": "approved"
                     *       },
                     *       "environment": "sandbox",
                     *       "scopes": [
                     *         "cards:write"
                     *       ],
                     *       "capabilities": [
                     *         {
                     *           "name": "direct_invoices",
                     *           "allowed": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Capabilities"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description The sequence of the last event that you have; 0 to begin. */
                afterSequence?: number;
                /** @description Rows per page. */
                limit?: number;
                /**
                 * @description Only events of these types, separated by commas.
                 * @example [
                 *       "operation.completed",
                 *       "operation.failed"
                 *     ]
                 */
                type?: ("operation.completed" | "operation.failed" | "operation.manual_review" | "invoice.pending" | "invoice.completed" | "invoice.expired" | "invoice.failed" | "invoice.manual_review" | "card.created" | "card.updated" | "holder.created" | "holder.updated" | "transaction.created" | "transaction.updated" | "webhook.test" | "webhook.failing" | "webhook.disabled")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of events */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "evt_01jcqmkscge598zwq8q6dn7x2t",
                     *           "type": "operation.completed",
                     *           "createdAt": "2026-11-15T09:30:00.000Z",
                     *           "environment": "sandbox",
                     *           "companyId": "com_01jcqmkscge598zwq8q6dn7x2t",
                     *           "sequence": 42,
                     *           "data": {
                     *             "object": {
                     *               "id": "op_01jcqmkscge598zwq8q6dn7x2t",
                     *               "type": "issue",
                     *               "status": "completed",
                     *               "amount": "250.50",
                     *               "fee": "3.51",
                     *               "total": "254.01",
                     *               "result": {
                     *                 "cardId": "card_01jcqmkscge598zwq8q6dn7x2t",
                     *                 "receipt": "rcpt_7H2K9Q"
                     *               },
                     *               "createdAt": "2026-11-15T09:30:00.000Z",
                     *               "productId": "prod_01jcqmkscge598zwq8q6dn7x2t",
                     *               "holderId": "holder_01jcqmkscge598zwq8q6dn7x2t",
                     *               "cardId": "card_01jcqmkscge598zwq8q6dn7x2t",
                     *               "name": "Travel",
                     *               "recipient": "",
                     *               "metadata": {
                     *                 "department": "sales",
                     *                 "costCenter": "4711"
                     *               },
                     *               "updatedAt": "2026-11-15T09:30:01.240Z",
                     *               "completedAt": "2026-11-15T09:30:01.240Z"
                     *             }
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Event"][];
                    };
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example evt_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An event, typed by its `type`. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "evt_01jcqmkscge598zwq8q6dn7x2t",
                     *       "type": "operation.completed",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "environment": "sandbox",
                     *       "companyId": "com_01jcqmkscge598zwq8q6dn7x2t",
                     *       "sequence": 42,
                     *       "data": {
                     *         "object": {
                     *           "id": "op_01jcqmkscge598zwq8q6dn7x2t",
                     *           "type": "issue",
                     *           "status": "completed",
                     *           "amount": "250.50",
                     *           "fee": "3.51",
                     *           "total": "254.01",
                     *           "result": {
                     *             "cardId": "card_01jcqmkscge598zwq8q6dn7x2t",
                     *             "receipt": "rcpt_7H2K9Q"
                     *           },
                     *           "createdAt": "2026-11-15T09:30:00.000Z",
                     *           "productId": "prod_01jcqmkscge598zwq8q6dn7x2t",
                     *           "holderId": "holder_01jcqmkscge598zwq8q6dn7x2t",
                     *           "cardId": "card_01jcqmkscge598zwq8q6dn7x2t",
                     *           "name": "Travel",
                     *           "recipient": "",
                     *           "metadata": {
                     *             "department": "sales",
                     *             "costCenter": "4711"
                     *           },
                     *           "updatedAt": "2026-11-15T09:30:01.240Z",
                     *           "completedAt": "2026-11-15T09:30:01.240Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    listHolders: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
                kind?: "individual" | "corporate";
                status?: "pending" | "active" | "blocked" | "rejected";
                externalId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of holders */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "holder_01jcqmkscge598zwq8q6dn7x2t",
                     *           "name": "Ada Lovelace",
                     *           "email": "ada@example.com",
                     *           "kind": "individual",
                     *           "status": "active",
                     *           "externalId": "employee-17",
                     *           "metadata": {
                     *             "department": "sales",
                     *             "costCenter": "4711"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Holder"][];
                        /** @description Present if limit was given, or if there are more than 1,000 rows. */
                        nextCursor?: string | null;
                    };
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    createHolder: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Yours to choose, one per thing you want to happen. Repeating the key and the request returns the first answer.
                 * @example order-2026-11-15-0042
                 */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada Lovelace",
                 *       "email": "ada@example.com",
                 *       "kind": "individual",
                 *       "externalId": "employee-17",
                 *       "metadata": {
                 *         "department": "sales",
                 *         "costCenter": "4711"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewHolder"];
            };
        };
        responses: {
            /** @description The holder */
            201: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "holder_01jcqmkscge598zwq8q6dn7x2t",
                     *       "name": "Ada Lovelace",
                     *       "email": "ada@example.com",
                     *       "kind": "individual",
                     *       "status": "pending",
                     *       "externalId": "employee-17",
                     *       "metadata": {
                     *         "department": "sales",
                     *         "costCenter": "4711"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Holder"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getHolder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example holder_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The holder */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "holder_01jcqmkscge598zwq8q6dn7x2t",
                     *       "name": "Ada Lovelace",
                     *       "email": "ada@example.com",
                     *       "kind": "individual",
                     *       "status": "active",
                     *       "externalId": "employee-17",
                     *       "metadata": {
                     *         "department": "sales",
                     *         "costCenter": "4711"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Holder"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    changeHolder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example holder_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "externalId": "employee-18",
                 *       "metadata": {
                 *         "department": "sales",
                 *         "costCenter": "4711"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["HolderChanges"];
            };
        };
        responses: {
            /** @description The holder */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "holder_01jcqmkscge598zwq8q6dn7x2t",
                     *       "name": "Ada Lovelace",
                     *       "email": "ada@example.com",
                     *       "kind": "individual",
                     *       "status": "active",
                     *       "externalId": "employee-17",
                     *       "metadata": {
                     *         "department": "sales",
                     *         "costCenter": "4711"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Holder"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getIdempotencyKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example order-2026-11-15-0042 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The idempotency key */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": "order-2026-11-15-0042",
                     *       "method": "POST",
                     *       "path": "/api/v1/operations",
                     *       "status": 201,
                     *       "resourceId": "op_01jcqmkscge598zwq8q6dn7x2t",
                     *       "createdAt": "2026-11-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["IdempotencyKey"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    listInvoices: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
                status?: "creating" | "pending" | "completed" | "expired" | "failed" | "manual_review";
                createdFrom?: string;
                createdTo?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of funding invoices */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "inv_01jcqmkscge598zwq8q6dn7x2t",
                     *           "environment": "sandbox",
                     *           "status": "pending",
                     *           "depositAmount": "100.00",
                     *           "fee": "0.00",
                     *           "creditAmount": "100.00",
                     *           "address": "TJgsxpbw7dPjXe2UyHBvzzNzpCDGzPqKYt",
                     *           "payAmount": "100.004217",
                     *           "asset": "USDT",
                     *           "network": "TRON",
                     *           "expiresAt": "2026-11-15T09:30:00.000Z",
                     *           "createdAt": "2026-11-15T09:30:00.000Z",
                     *           "requestedAmount": "100.00",
                     *           "observedTransfers": [],
                     *           "policy": {
                     *             "exact": "Pay exactly payAmount to address before expiresAt: creditAmount is credited once the issuer confirms it.",
                     *             "less": "A smaller amount is not credited automatically: the invoice goes to manual_review and two operators decide.",
                     *             "more": "A larger amount is not credited automatically: the invoice goes to manual_review and two operators decide.",
                     *             "late": "A transfer after expiresAt is not credited automatically: observedTransfers lists it and operators decide.",
                     *             "again": "A second transfer is not credited automatically: observedTransfers lists it and operators decide.",
                     *             "networkFee": "The network fee of the transfer is paid in TRX from the sending wallet, on top of payAmount."
                     *           }
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["FundingInvoice"][];
                        /**
                         * @description null on the last page.
                         * @example null
                         */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    createInvoice: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Yours to choose, one per thing you want to happen. Repeating the key and the request returns the first answer.
                 * @example order-2026-11-15-0042
                 */
                "Idempotency-Key": string;
                /** @description Addition, sandbox only: the fault that the simulated issuer plays. */
                "Sandbox-Scenario"?: "rejected" | "connection_refused" | "slow_success" | "notification_first" | "duplicate_notification" | "late_notification" | "contradicting_notification" | "early_close" | "timeout_before_effect" | "timeout_after_effect" | "error_before_effect" | "error_after_effect" | "broken_json" | "cut_body" | "wrong_reference" | "wrong_amount" | "unknown_status";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": "100"
                 *     }
                 */
                "application/json": components["schemas"]["NewInvoice"];
            };
        };
        responses: {
            /** @description The funding invoice */
            201: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inv_01jcqmkscge598zwq8q6dn7x2t",
                     *       "environment": "sandbox",
                     *       "status": "pending",
                     *       "depositAmount": "100.00",
                     *       "fee": "0.00",
                     *       "creditAmount": "100.00",
                     *       "address": "TJgsxpbw7dPjXe2UyHBvzzNzpCDGzPqKYt",
                     *       "payAmount": "100.004217",
                     *       "asset": "USDT",
                     *       "network": "TRON",
                     *       "expiresAt": "2026-11-15T09:30:00.000Z",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "requestedAmount": "100.00",
                     *       "observedTransfers": [],
                     *       "policy": {
                     *         "exact": "Pay exactly payAmount to address before expiresAt: creditAmount is credited once the issuer confirms it.",
                     *         "less": "A smaller amount is not credited automatically: the invoice goes to manual_review and two operators decide.",
                     *         "more": "A larger amount is not credited automatically: the invoice goes to manual_review and two operators decide.",
                     *         "late": "A transfer after expiresAt is not credited automatically: observedTransfers lists it and operators decide.",
                     *         "again": "A second transfer is not credited automatically: observedTransfers lists it and operators decide.",
                     *         "networkFee": "The network fee of the transfer is paid in TRX from the sending wallet, on top of payAmount."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FundingInvoice"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getInvoice: {
        parameters: {
            query?: {
                /** @description Addition: waits for up to this many seconds for a change before it answers. */
                wait?: number;
            };
            header?: never;
            path: {
                /** @example inv_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The funding invoice */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inv_01jcqmkscge598zwq8q6dn7x2t",
                     *       "environment": "sandbox",
                     *       "status": "pending",
                     *       "depositAmount": "100.00",
                     *       "fee": "0.00",
                     *       "creditAmount": "100.00",
                     *       "address": "TJgsxpbw7dPjXe2UyHBvzzNzpCDGzPqKYt",
                     *       "payAmount": "100.004217",
                     *       "asset": "USDT",
                     *       "network": "TRON",
                     *       "expiresAt": "2026-11-15T09:30:00.000Z",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "requestedAmount": "100.00",
                     *       "observedTransfers": [],
                     *       "policy": {
                     *         "exact": "Pay exactly payAmount to address before expiresAt: creditAmount is credited once the issuer confirms it.",
                     *         "less": "A smaller amount is not credited automatically: the invoice goes to manual_review and two operators decide.",
                     *         "more": "A larger amount is not credited automatically: the invoice goes to manual_review and two operators decide.",
                     *         "late": "A transfer after expiresAt is not credited automatically: observedTransfers lists it and operators decide.",
                     *         "again": "A second transfer is not credited automatically: observedTransfers lists it and operators decide.",
                     *         "networkFee": "The network fee of the transfer is paid in TRX from the sending wallet, on top of payAmount."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FundingInvoice"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    listOperations: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
                type?: "issue" | "topup" | "service" | "freeze" | "unfreeze" | "close" | "limits";
                status?: "queued" | "processing" | "completed" | "failed" | "manual_review";
                /** @example card_01jcqmkscge598zwq8q6dn7x2t */
                cardId?: string;
                /** @example holder_01jcqmkscge598zwq8q6dn7x2t */
                holderId?: string;
                /** @example prod_01jcqmkscge598zwq8q6dn7x2t */
                productId?: string;
                createdFrom?: string;
                createdTo?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of operations */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "op_01jcqmkscge598zwq8q6dn7x2t",
                     *           "type": "issue",
                     *           "status": "completed",
                     *           "amount": "250.50",
                     *           "fee": "3.51",
                     *           "total": "254.01",
                     *           "result": {
                     *             "cardId": "card_01jcqmkscge598zwq8q6dn7x2t",
                     *             "receipt": "rcpt_7H2K9Q"
                     *           },
                     *           "createdAt": "2026-11-15T09:30:00.000Z",
                     *           "productId": "prod_01jcqmkscge598zwq8q6dn7x2t",
                     *           "holderId": "holder_01jcqmkscge598zwq8q6dn7x2t",
                     *           "cardId": "card_01jcqmkscge598zwq8q6dn7x2t",
                     *           "name": "Travel",
                     *           "recipient": "",
                     *           "metadata": {
                     *             "department": "sales",
                     *             "costCenter": "4711"
                     *           },
                     *           "updatedAt": "2026-11-15T09:30:01.240Z",
                     *           "completedAt": "2026-11-15T09:30:01.240Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Operation"][];
                        /**
                         * @description null on the last page.
                         * @example null
                         */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    createOperation: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Yours to choose, one per thing you want to happen. Repeating the key and the request returns the first answer.
                 * @example order-2026-11-15-0042
                 */
                "Idempotency-Key": string;
                /** @description Addition, sandbox only: the fault that the simulated issuer plays. */
                "Sandbox-Scenario"?: "rejected" | "connection_refused" | "slow_success" | "notification_first" | "duplicate_notification" | "late_notification" | "contradicting_notification" | "early_close" | "timeout_before_effect" | "timeout_after_effect" | "error_before_effect" | "error_after_effect" | "broken_json" | "cut_body" | "wrong_reference" | "wrong_amount" | "unknown_status";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOperation"];
            };
        };
        responses: {
            /** @description The operation */
            201: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "op_01jcqmkscge598zwq8q6dn7x2t",
                     *       "type": "issue",
                     *       "status": "queued",
                     *       "amount": "250.50",
                     *       "fee": "3.51",
                     *       "total": "254.01",
                     *       "result": {},
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "productId": "prod_01jcqmkscge598zwq8q6dn7x2t",
                     *       "holderId": "holder_01jcqmkscge598zwq8q6dn7x2t",
                     *       "cardId": "",
                     *       "name": "Travel",
                     *       "recipient": "",
                     *       "metadata": {
                     *         "department": "sales",
                     *         "costCenter": "4711"
                     *       },
                     *       "updatedAt": "2026-11-15T09:30:00.000Z",
                     *       "completedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Operation"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getOperation: {
        parameters: {
            query?: {
                /** @description Addition: waits for up to this many seconds for a change before it answers. */
                wait?: number;
            };
            header?: never;
            path: {
                /** @example op_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "op_01jcqmkscge598zwq8q6dn7x2t",
                     *       "type": "issue",
                     *       "status": "completed",
                     *       "amount": "250.50",
                     *       "fee": "3.51",
                     *       "total": "254.01",
                     *       "result": {
                     *         "cardId": "card_01jcqmkscge598zwq8q6dn7x2t",
                     *         "receipt": "rcpt_7H2K9Q"
                     *       },
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "productId": "prod_01jcqmkscge598zwq8q6dn7x2t",
                     *       "holderId": "holder_01jcqmkscge598zwq8q6dn7x2t",
                     *       "cardId": "card_01jcqmkscge598zwq8q6dn7x2t",
                     *       "name": "Travel",
                     *       "recipient": "",
                     *       "metadata": {
                     *         "department": "sales",
                     *         "costCenter": "4711"
                     *       },
                     *       "updatedAt": "2026-11-15T09:30:01.240Z",
                     *       "completedAt": "2026-11-15T09:30:01.240Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Operation"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    previewOperation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOperation"];
            };
        };
        responses: {
            /** @description The operation preview */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "amount": "250.50",
                     *       "fee": "3.51",
                     *       "total": "254.01",
                     *       "feeLines": [
                     *         {
                     *           "kind": "fixed",
                     *           "amount": "3.00"
                     *         },
                     *         {
                     *           "kind": "rate",
                     *           "amount": "0.51"
                     *         }
                     *       ],
                     *       "allowed": true,
                     *       "reasons": [],
                     *       "quota": {
                     *         "limit": 500,
                     *         "used": 12,
                     *         "left": 488
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OperationPreview"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    cancelOperation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example op_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The operation */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "op_01jcqmkscge598zwq8q6dn7x2t",
                     *       "type": "issue",
                     *       "status": "failed",
                     *       "amount": "250.50",
                     *       "fee": "3.51",
                     *       "total": "254.01",
                     *       "result": {},
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "productId": "prod_01jcqmkscge598zwq8q6dn7x2t",
                     *       "holderId": "holder_01jcqmkscge598zwq8q6dn7x2t",
                     *       "cardId": "",
                     *       "name": "Travel",
                     *       "recipient": "",
                     *       "metadata": {
                     *         "department": "sales",
                     *         "costCenter": "4711"
                     *       },
                     *       "updatedAt": "2026-11-15T09:30:00.000Z",
                     *       "completedAt": "2026-11-15T09:30:00.000Z",
                     *       "failure": {
                     *         "code": "cancelled",
                     *         "message": "It was cancelled before it was sent."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Operation"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    freezeCard: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Yours to choose, one per thing you want to happen. Repeating the key and the request returns the first answer.
                 * @example order-2026-11-15-0042
                 */
                "Idempotency-Key": string;
                /** @description Addition, sandbox only: the fault that the simulated issuer plays. */
                "Sandbox-Scenario"?: "rejected" | "connection_refused" | "slow_success" | "notification_first" | "duplicate_notification" | "late_notification" | "contradicting_notification" | "early_close" | "timeout_before_effect" | "timeout_after_effect" | "error_before_effect" | "error_after_effect" | "broken_json" | "cut_body" | "wrong_reference" | "wrong_amount" | "unknown_status";
            };
            path: {
                /** @example card_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The operation */
            201: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "op_01jcqmkscge598zwq8q6dn7x2t",
                     *       "type": "freeze",
                     *       "status": "queued",
                     *       "amount": "0.00",
                     *       "fee": "0.00",
                     *       "total": "0.00",
                     *       "result": {},
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "productId": "prod_01jcqmkscge598zwq8q6dn7x2t",
                     *       "holderId": "holder_01jcqmkscge598zwq8q6dn7x2t",
                     *       "cardId": "card_01jcqmkscge598zwq8q6dn7x2t",
                     *       "name": "",
                     *       "recipient": "",
                     *       "metadata": {},
                     *       "updatedAt": "2026-11-15T09:30:00.000Z",
                     *       "completedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Operation"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    unfreezeCard: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Yours to choose, one per thing you want to happen. Repeating the key and the request returns the first answer.
                 * @example order-2026-11-15-0042
                 */
                "Idempotency-Key": string;
                /** @description Addition, sandbox only: the fault that the simulated issuer plays. */
                "Sandbox-Scenario"?: "rejected" | "connection_refused" | "slow_success" | "notification_first" | "duplicate_notification" | "late_notification" | "contradicting_notification" | "early_close" | "timeout_before_effect" | "timeout_after_effect" | "error_before_effect" | "error_after_effect" | "broken_json" | "cut_body" | "wrong_reference" | "wrong_amount" | "unknown_status";
            };
            path: {
                /** @example card_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The operation */
            201: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "op_01jcqmkscge598zwq8q6dn7x2t",
                     *       "type": "unfreeze",
                     *       "status": "queued",
                     *       "amount": "0.00",
                     *       "fee": "0.00",
                     *       "total": "0.00",
                     *       "result": {},
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "productId": "prod_01jcqmkscge598zwq8q6dn7x2t",
                     *       "holderId": "holder_01jcqmkscge598zwq8q6dn7x2t",
                     *       "cardId": "card_01jcqmkscge598zwq8q6dn7x2t",
                     *       "name": "",
                     *       "recipient": "",
                     *       "metadata": {},
                     *       "updatedAt": "2026-11-15T09:30:00.000Z",
                     *       "completedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Operation"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    closeCard: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Yours to choose, one per thing you want to happen. Repeating the key and the request returns the first answer.
                 * @example order-2026-11-15-0042
                 */
                "Idempotency-Key": string;
                /** @description Addition, sandbox only: the fault that the simulated issuer plays. */
                "Sandbox-Scenario"?: "rejected" | "connection_refused" | "slow_success" | "notification_first" | "duplicate_notification" | "late_notification" | "contradicting_notification" | "early_close" | "timeout_before_effect" | "timeout_after_effect" | "error_before_effect" | "error_after_effect" | "broken_json" | "cut_body" | "wrong_reference" | "wrong_amount" | "unknown_status";
            };
            path: {
                /** @example card_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The operation */
            201: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "op_01jcqmkscge598zwq8q6dn7x2t",
                     *       "type": "close",
                     *       "status": "queued",
                     *       "amount": "0.00",
                     *       "fee": "0.00",
                     *       "total": "0.00",
                     *       "result": {},
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "productId": "prod_01jcqmkscge598zwq8q6dn7x2t",
                     *       "holderId": "holder_01jcqmkscge598zwq8q6dn7x2t",
                     *       "cardId": "card_01jcqmkscge598zwq8q6dn7x2t",
                     *       "name": "",
                     *       "recipient": "",
                     *       "metadata": {},
                     *       "updatedAt": "2026-11-15T09:30:00.000Z",
                     *       "completedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Operation"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    limitCard: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Yours to choose, one per thing you want to happen. Repeating the key and the request returns the first answer.
                 * @example order-2026-11-15-0042
                 */
                "Idempotency-Key": string;
                /** @description Addition, sandbox only: the fault that the simulated issuer plays. */
                "Sandbox-Scenario"?: "rejected" | "connection_refused" | "slow_success" | "notification_first" | "duplicate_notification" | "late_notification" | "contradicting_notification" | "early_close" | "timeout_before_effect" | "timeout_after_effect" | "error_before_effect" | "error_after_effect" | "broken_json" | "cut_body" | "wrong_reference" | "wrong_amount" | "unknown_status";
            };
            path: {
                /** @example card_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
            };
            cookie?: never;
        };
        /** @description The limits from now on. One that is null or left out is removed. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "perTransaction": "250.50",
                 *       "perDay": "500.00",
                 *       "perMonth": null
                 *     }
                 */
                "application/json": components["schemas"]["NewLimits"];
            };
        };
        responses: {
            /** @description The operation */
            201: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "op_01jcqmkscge598zwq8q6dn7x2t",
                     *       "type": "limits",
                     *       "status": "queued",
                     *       "amount": "0.00",
                     *       "fee": "0.00",
                     *       "total": "0.00",
                     *       "result": {},
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "productId": "prod_01jcqmkscge598zwq8q6dn7x2t",
                     *       "holderId": "holder_01jcqmkscge598zwq8q6dn7x2t",
                     *       "cardId": "card_01jcqmkscge598zwq8q6dn7x2t",
                     *       "name": "",
                     *       "recipient": "",
                     *       "metadata": {},
                     *       "updatedAt": "2026-11-15T09:30:00.000Z",
                     *       "completedAt": null,
                     *       "limits": {
                     *         "perTransaction": "250.50",
                     *         "perDay": "500.00",
                     *         "perMonth": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Operation"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    listProducts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of products */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "prod_01jcqmkscge598zwq8q6dn7x2t",
                     *           "name": "Virtual card",
                     *           "kind": "card",
                     *           "status": "active",
                     *           "pricing": {
                     *             "issue": {
                     *               "fixedFee": "3.00",
                     *               "rateBps": 20,
                     *               "minimumAmount": "10.00",
                     *               "maximumAmount": "10000.00"
                     *             },
                     *             "topup": {
                     *               "fixedFee": "0.00",
                     *               "rateBps": 20,
                     *               "minimumAmount": "1.00",
                     *               "maximumAmount": "10000.00"
                     *             }
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Product"][];
                    };
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    creditSandboxFunds: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Yours to choose, one per thing you want to happen. Repeating the key and the request returns the first answer.
                 * @example order-2026-11-15-0042
                 */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": "250.50"
                 *     }
                 */
                "application/json": components["schemas"]["NewFunding"];
            };
        };
        responses: {
            /** @description Credited. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": Record<string, never>;
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    simulateTransaction: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Yours to choose, one per thing you want to happen. Repeating the key and the request returns the first answer.
                 * @example order-2026-11-15-0042
                 */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cardId": "card_01jcqmkscge598zwq8q6dn7x2t",
                 *       "type": "purchase",
                 *       "amount": "12.34",
                 *       "merchant": "Bookshop",
                 *       "country": "DE",
                 *       "description": "Two books"
                 *     }
                 */
                "application/json": components["schemas"]["NewSandboxTransaction"];
            };
        };
        responses: {
            /** @description The transaction */
            201: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    Location: components["headers"]["Location"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "txn_01jcqmkscge598zwq8q6dn7x2t",
                     *       "cardId": "card_01jcqmkscge598zwq8q6dn7x2t",
                     *       "reference": "pay_5Q8M2X",
                     *       "type": "purchase",
                     *       "status": "settled",
                     *       "amount": "-12.34",
                     *       "currency": "USD",
                     *       "merchant": "Bookshop",
                     *       "country": "DE",
                     *       "description": "Two books",
                     *       "occurredAt": "2026-11-15T09:30:00.000Z",
                     *       "declineReason": ""
                     *     }
                     */
                    "application/json": components["schemas"]["Transaction"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    advanceSandboxClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "seconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["NewAdvance"];
            };
        };
        responses: {
            /** @description The time of the sandbox now. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "now": "2026-11-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        now: string;
                    };
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    completeSandboxInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example inv_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The funding invoice */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inv_01jcqmkscge598zwq8q6dn7x2t",
                     *       "environment": "sandbox",
                     *       "status": "completed",
                     *       "depositAmount": "100.00",
                     *       "fee": "0.00",
                     *       "creditAmount": "100.00",
                     *       "address": "TJgsxpbw7dPjXe2UyHBvzzNzpCDGzPqKYt",
                     *       "payAmount": "100.004217",
                     *       "asset": "USDT",
                     *       "network": "TRON",
                     *       "expiresAt": "2026-11-15T09:30:00.000Z",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "requestedAmount": "100.00",
                     *       "observedTransfers": [
                     *         {
                     *           "id": "tr_4K9P1Z",
                     *           "amount": "100.004217",
                     *           "occurredAt": "2026-11-15T09:42:10.000Z"
                     *         }
                     *       ],
                     *       "policy": {
                     *         "exact": "Pay exactly payAmount to address before expiresAt: creditAmount is credited once the issuer confirms it.",
                     *         "less": "A smaller amount is not credited automatically: the invoice goes to manual_review and two operators decide.",
                     *         "more": "A larger amount is not credited automatically: the invoice goes to manual_review and two operators decide.",
                     *         "late": "A transfer after expiresAt is not credited automatically: observedTransfers lists it and operators decide.",
                     *         "again": "A second transfer is not credited automatically: observedTransfers lists it and operators decide.",
                     *         "networkFee": "The network fee of the transfer is paid in TRX from the sending wallet, on top of payAmount."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FundingInvoice"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    simulateTransfer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example inv_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": "99.5"
                 *     }
                 */
                "application/json": components["schemas"]["NewTransfer"];
            };
        };
        responses: {
            /** @description The funding invoice */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inv_01jcqmkscge598zwq8q6dn7x2t",
                     *       "environment": "sandbox",
                     *       "status": "completed",
                     *       "depositAmount": "100.00",
                     *       "fee": "0.00",
                     *       "creditAmount": "100.00",
                     *       "address": "TJgsxpbw7dPjXe2UyHBvzzNzpCDGzPqKYt",
                     *       "payAmount": "100.004217",
                     *       "asset": "USDT",
                     *       "network": "TRON",
                     *       "expiresAt": "2026-11-15T09:30:00.000Z",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "requestedAmount": "100.00",
                     *       "observedTransfers": [
                     *         {
                     *           "id": "tr_4K9P1Z",
                     *           "amount": "100.004217",
                     *           "occurredAt": "2026-11-15T09:42:10.000Z"
                     *         }
                     *       ],
                     *       "policy": {
                     *         "exact": "Pay exactly payAmount to address before expiresAt: creditAmount is credited once the issuer confirms it.",
                     *         "less": "A smaller amount is not credited automatically: the invoice goes to manual_review and two operators decide.",
                     *         "more": "A larger amount is not credited automatically: the invoice goes to manual_review and two operators decide.",
                     *         "late": "A transfer after expiresAt is not credited automatically: observedTransfers lists it and operators decide.",
                     *         "again": "A second transfer is not credited automatically: observedTransfers lists it and operators decide.",
                     *         "networkFee": "The network fee of the transfer is paid in TRX from the sending wallet, on top of payAmount."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FundingInvoice"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getAccountStatement: {
        parameters: {
            query: {
                /**
                 * @description Inclusive UTC date, YYYY-MM-DD.
                 * @example 2026-11-01
                 */
                from: string;
                /**
                 * @description Inclusive UTC date, YYYY-MM-DD.
                 * @example 2026-11-01
                 */
                to: string;
                /** @description Addition: csv answers text/csv. */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statement */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "company": {
                     *         "id": "com_01jcqmkscge598zwq8q6dn7x2t",
                     *         "name": "Analytical Engines Ltd"
                     *       },
                     *       "environment": "sandbox",
                     *       "currency": "USD",
                     *       "account": "card_account",
                     *       "from": "2026-11-01",
                     *       "to": "2026-11-30",
                     *       "openingBalance": "1500.00",
                     *       "closingBalance": "1249.50",
                     *       "incoming": "0.00",
                     *       "outgoing": "250.50",
                     *       "generatedAt": "2026-11-15T09:30:00.000Z",
                     *       "data": [
                     *         {
                     *           "id": "le_2h5r8c0q1m4t7000000000001a",
                     *           "reference": "op_01jcqmkscge598zwq8q6dn7x2t",
                     *           "kind": "capture",
                     *           "description": "Card issued",
                     *           "amount": "-250.50",
                     *           "balance": "1249.50",
                     *           "availableDelta": "0.00",
                     *           "heldDelta": "-250.50",
                     *           "createdAt": "2026-11-15T09:30:01.240Z"
                     *         }
                     *       ],
                     *       "chain": {
                     *         "before": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *         "after": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *         "sealedThrough": "le_2h5r8c0q1m4t7000000000001a"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AccountStatement"];
                    /**
                     * @example id,createdAt,kind,reference,description,amount,balance,availableDelta,heldDelta
                     *     le_2h5r8c0q1m4t7000000000001a,2026-11-15T09:30:01.240Z,capture,op_01jcqmkscge598zwq8q6dn7x2t,Card issued,-250.50,1249.50,0.00,-250.50
                     */
                    "text/csv": string;
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    listTransactions: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
                /** @example card_01jcqmkscge598zwq8q6dn7x2t */
                cardId?: string;
                /** @example holder_01jcqmkscge598zwq8q6dn7x2t */
                holderId?: string;
                status?: "pending" | "settled" | "declined" | "reversed";
                type?: "purchase" | "refund" | "reversal" | "withdrawal" | "fee";
                occurredFrom?: string;
                occurredTo?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of transactions */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "txn_01jcqmkscge598zwq8q6dn7x2t",
                     *           "cardId": "card_01jcqmkscge598zwq8q6dn7x2t",
                     *           "reference": "pay_5Q8M2X",
                     *           "type": "purchase",
                     *           "status": "settled",
                     *           "amount": "-12.34",
                     *           "currency": "USD",
                     *           "merchant": "Bookshop",
                     *           "country": "DE",
                     *           "description": "Two books",
                     *           "occurredAt": "2026-11-15T09:30:00.000Z",
                     *           "declineReason": ""
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Transaction"][];
                        /**
                         * @description null on the last page.
                         * @example null
                         */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example txn_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transaction */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "txn_01jcqmkscge598zwq8q6dn7x2t",
                     *       "cardId": "card_01jcqmkscge598zwq8q6dn7x2t",
                     *       "reference": "pay_5Q8M2X",
                     *       "type": "purchase",
                     *       "status": "settled",
                     *       "amount": "-12.34",
                     *       "currency": "USD",
                     *       "merchant": "Bookshop",
                     *       "country": "DE",
                     *       "description": "Two books",
                     *       "occurredAt": "2026-11-15T09:30:00.000Z",
                     *       "declineReason": ""
                     *     }
                     */
                    "application/json": components["schemas"]["Transaction"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of webhook endpoints */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "whe_01jcqmkscge598zwq8q6dn7x2t",
                     *           "url": "https://example.com/webhooks",
                     *           "events": [
                     *             "operation.completed",
                     *             "operation.failed"
                     *           ],
                     *           "description": "Orders in production",
                     *           "status": "enabled",
                     *           "createdAt": "2026-11-15T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WebhookEndpoint"][];
                    };
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/webhooks",
                 *       "events": [
                 *         "operation.completed",
                 *         "operation.failed"
                 *       ],
                 *       "description": "Orders in production"
                 *     }
                 */
                "application/json": components["schemas"]["NewWebhookEndpoint"];
            };
        };
        responses: {
            /** @description The webhook endpoint */
            201: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whe_01jcqmkscge598zwq8q6dn7x2t",
                     *       "url": "https://example.com/webhooks",
                     *       "events": [
                     *         "operation.completed",
                     *         "operation.failed"
                     *       ],
                     *       "description": "Orders in production",
                     *       "status": "enabled",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whe_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook endpoint */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whe_01jcqmkscge598zwq8q6dn7x2t",
                     *       "url": "https://example.com/webhooks",
                     *       "events": [
                     *         "operation.completed",
                     *         "operation.failed"
                     *       ],
                     *       "description": "Orders in production",
                     *       "status": "enabled",
                     *       "createdAt": "2026-11-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whe_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whe_01jcqmkscge598zwq8q6dn7x2t",
                     *       "deleted": true
                     *     }
                     */
                    "application/json": {
                        /** @example whe_01jcqmkscge598zwq8q6dn7x2t */
                        id: string;
                        /** @enum {boolean} */
                        deleted: true;
                    };
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    changeWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whe_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/webhooks",
                 *       "events": [
                 *         "operation.completed",
                 *         "operation.failed"
                 *       ],
                 *       "description": "Orders in production"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookEndpointChanges"];
            };
        };
        responses: {
            /** @description The webhook endpoint */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whe_01jcqmkscge598zwq8q6dn7x2t",
                     *       "url": "https://example.com/webhooks",
                     *       "events": [
                     *         "operation.completed",
                     *         "operation.failed"
                     *       ],
                     *       "description": "Orders in production",
                     *       "status": "enabled",
                     *       "createdAt": "2026-11-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whe_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook endpoint */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whe_01jcqmkscge598zwq8q6dn7x2t",
                     *       "url": "https://example.com/webhooks",
                     *       "events": [
                     *         "operation.completed",
                     *         "operation.failed"
                     *       ],
                     *       "description": "Orders in production",
                     *       "status": "enabled",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    confirmWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whe_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook endpoint */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whe_01jcqmkscge598zwq8q6dn7x2t",
                     *       "url": "https://example.com/webhooks",
                     *       "events": [
                     *         "operation.completed",
                     *         "operation.failed"
                     *       ],
                     *       "description": "Orders in production",
                     *       "status": "enabled",
                     *       "createdAt": "2026-11-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whe_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "eventId": "evt_01jcqmkscge598zwq8q6dn7x2t"
                     *     }
                     */
                    "application/json": {
                        /** @example evt_01jcqmkscge598zwq8q6dn7x2t */
                        eventId: string;
                    };
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
                status?: "pending" | "delivered" | "failed" | "canceled";
            };
            header?: never;
            path: {
                /** @example whe_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of webhook deliveries */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "dlv_01jcqmkscge598zwq8q6dn7x2t",
                     *           "eventId": "evt_01jcqmkscge598zwq8q6dn7x2t",
                     *           "eventType": "operation.completed",
                     *           "sequence": 42,
                     *           "status": "delivered",
                     *           "replayed": false,
                     *           "createdAt": "2026-11-15T09:30:00.000Z",
                     *           "nextAttemptAt": null,
                     *           "attempts": [
                     *             {
                     *               "number": 1,
                     *               "at": "2026-11-15T09:30:00.000Z",
                     *               "durationMs": 84,
                     *               "outcome": "delivered",
                     *               "status": 200,
                     *               "error": "",
                     *               "response": "ok"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"][];
                        /**
                         * @description null on the last page.
                         * @example null
                         */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    replayEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whe_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2026-11-14T00:00:00Z",
                 *       "to": "2026-11-15T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["NewReplay"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 12,
                     *       "replayed": false
                     *     }
                     */
                    "application/json": {
                        /** @example 12 */
                        count: number;
                        /** @example false */
                        replayed: boolean;
                    };
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    onOperationCompletedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<HMAC-SHA256 of "<t>.<body>" by the secret, in hex>`. */
                "Service-Signature": string;
                /** @description The same by the new secret, while it is being replaced. */
                "Service-Signature-Next"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jcqmkscge598zwq8q6dn7x2t",
                 *       "type": "operation.completed",
                 *       "createdAt": "2026-11-15T09:30:00.000Z",
                 *       "environment": "sandbox",
                 *       "companyId": "com_01jcqmkscge598zwq8q6dn7x2t",
                 *       "sequence": 42,
                 *       "data": {
                 *         "object": {
                 *           "id": "op_01jcqmkscge598zwq8q6dn7x2t",
                 *           "type": "issue",
                 *           "status": "completed",
                 *           "amount": "250.50",
                 *           "fee": "3.51",
                 *           "total": "254.01",
                 *           "result": {
                 *             "cardId": "card_01jcqmkscge598zwq8q6dn7x2t",
                 *             "receipt": "rcpt_7H2K9Q"
                 *           },
                 *           "createdAt": "2026-11-15T09:30:00.000Z",
                 *           "productId": "prod_01jcqmkscge598zwq8q6dn7x2t",
                 *           "holderId": "holder_01jcqmkscge598zwq8q6dn7x2t",
                 *           "cardId": "card_01jcqmkscge598zwq8q6dn7x2t",
                 *           "name": "Travel",
                 *           "recipient": "",
                 *           "metadata": {
                 *             "department": "sales",
                 *             "costCenter": "4711"
                 *           },
                 *           "updatedAt": "2026-11-15T09:30:01.240Z",
                 *           "completedAt": "2026-11-15T09:30:01.240Z"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OperationCompletedEvent"];
            };
        };
        responses: {
            /** @description You no longer want it: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You have it. Anything else, or nothing within ten seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOperationFailedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<HMAC-SHA256 of "<t>.<body>" by the secret, in hex>`. */
                "Service-Signature": string;
                /** @description The same by the new secret, while it is being replaced. */
                "Service-Signature-Next"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jcqmkscge598zwq8q6dn7x2t",
                 *       "type": "operation.failed",
                 *       "createdAt": "2026-11-15T09:30:00.000Z",
                 *       "environment": "sandbox",
                 *       "companyId": "com_01jcqmkscge598zwq8q6dn7x2t",
                 *       "sequence": 42,
                 *       "data": {
                 *         "object": {
                 *           "id": "op_01jcqmkscge598zwq8q6dn7x2t",
                 *           "type": "issue",
                 *           "status": "completed",
                 *           "amount": "250.50",
                 *           "fee": "3.51",
                 *           "total": "254.01",
                 *           "result": {
                 *             "cardId": "card_01jcqmkscge598zwq8q6dn7x2t",
                 *             "receipt": "rcpt_7H2K9Q"
                 *           },
                 *           "createdAt": "2026-11-15T09:30:00.000Z",
                 *           "productId": "prod_01jcqmkscge598zwq8q6dn7x2t",
                 *           "holderId": "holder_01jcqmkscge598zwq8q6dn7x2t",
                 *           "cardId": "card_01jcqmkscge598zwq8q6dn7x2t",
                 *           "name": "Travel",
                 *           "recipient": "",
                 *           "metadata": {
                 *             "department": "sales",
                 *             "costCenter": "4711"
                 *           },
                 *           "updatedAt": "2026-11-15T09:30:01.240Z",
                 *           "completedAt": "2026-11-15T09:30:01.240Z"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OperationFailedEvent"];
            };
        };
        responses: {
            /** @description You no longer want it: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You have it. Anything else, or nothing within ten seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOperationManualReviewEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<HMAC-SHA256 of "<t>.<body>" by the secret, in hex>`. */
                "Service-Signature": string;
                /** @description The same by the new secret, while it is being replaced. */
                "Service-Signature-Next"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jcqmkscge598zwq8q6dn7x2t",
                 *       "type": "operation.manual_review",
                 *       "createdAt": "2026-11-15T09:30:00.000Z",
                 *       "environment": "sandbox",
                 *       "companyId": "com_01jcqmkscge598zwq8q6dn7x2t",
                 *       "sequence": 42,
                 *       "data": {
                 *         "object": {
                 *           "id": "op_01jcqmkscge598zwq8q6dn7x2t",
                 *           "type": "issue",
                 *           "status": "completed",
                 *           "amount": "250.50",
                 *           "fee": "3.51",
                 *           "total": "254.01",
                 *           "result": {
                 *             "cardId": "card_01jcqmkscge598zwq8q6dn7x2t",
                 *             "receipt": "rcpt_7H2K9Q"
                 *           },
                 *           "createdAt": "2026-11-15T09:30:00.000Z",
                 *           "productId": "prod_01jcqmkscge598zwq8q6dn7x2t",
                 *           "holderId": "holder_01jcqmkscge598zwq8q6dn7x2t",
                 *           "cardId": "card_01jcqmkscge598zwq8q6dn7x2t",
                 *           "name": "Travel",
                 *           "recipient": "",
                 *           "metadata": {
                 *             "department": "sales",
                 *             "costCenter": "4711"
                 *           },
                 *           "updatedAt": "2026-11-15T09:30:01.240Z",
                 *           "completedAt": "2026-11-15T09:30:01.240Z"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OperationManualReviewEvent"];
            };
        };
        responses: {
            /** @description You no longer want it: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You have it. Anything else, or nothing within ten seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoicePendingEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<HMAC-SHA256 of "<t>.<body>" by the secret, in hex>`. */
                "Service-Signature": string;
                /** @description The same by the new secret, while it is being replaced. */
                "Service-Signature-Next"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jcqmkscge598zwq8q6dn7x2t",
                 *       "type": "invoice.pending",
                 *       "createdAt": "2026-11-15T09:30:00.000Z",
                 *       "environment": "sandbox",
                 *       "companyId": "com_01jcqmkscge598zwq8q6dn7x2t",
                 *       "sequence": 42,
                 *       "data": {
                 *         "object": {
                 *           "id": "inv_01jcqmkscge598zwq8q6dn7x2t",
                 *           "environment": "sandbox",
                 *           "status": "pending",
                 *           "depositAmount": "100.00",
                 *           "fee": "0.00",
                 *           "creditAmount": "100.00",
                 *           "address": "TJgsxpbw7dPjXe2UyHBvzzNzpCDGzPqKYt",
                 *           "payAmount": "100.004217",
                 *           "asset": "USDT",
                 *           "network": "TRON",
                 *           "expiresAt": "2026-11-15T09:30:00.000Z",
                 *           "createdAt": "2026-11-15T09:30:00.000Z",
                 *           "requestedAmount": "100.00",
                 *           "observedTransfers": [],
                 *           "policy": {
                 *             "exact": "Pay exactly payAmount to address before expiresAt: creditAmount is credited once the issuer confirms it.",
                 *             "less": "A smaller amount is not credited automatically: the invoice goes to manual_review and two operators decide.",
                 *             "more": "A larger amount is not credited automatically: the invoice goes to manual_review and two operators decide.",
                 *             "late": "A transfer after expiresAt is not credited automatically: observedTransfers lists it and operators decide.",
                 *             "again": "A second transfer is not credited automatically: observedTransfers lists it and operators decide.",
                 *             "networkFee": "The network fee of the transfer is paid in TRX from the sending wallet, on top of payAmount."
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["InvoicePendingEvent"];
            };
        };
        responses: {
            /** @description You no longer want it: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You have it. Anything else, or nothing within ten seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceCompletedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<HMAC-SHA256 of "<t>.<body>" by the secret, in hex>`. */
                "Service-Signature": string;
                /** @description The same by the new secret, while it is being replaced. */
                "Service-Signature-Next"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jcqmkscge598zwq8q6dn7x2t",
                 *       "type": "invoice.completed",
                 *       "createdAt": "2026-11-15T09:30:00.000Z",
                 *       "environment": "sandbox",
                 *       "companyId": "com_01jcqmkscge598zwq8q6dn7x2t",
                 *       "sequence": 42,
                 *       "data": {
                 *         "object": {
                 *           "id": "inv_01jcqmkscge598zwq8q6dn7x2t",
                 *           "environment": "sandbox",
                 *           "status": "pending",
                 *           "depositAmount": "100.00",
                 *           "fee": "0.00",
                 *           "creditAmount": "100.00",
                 *           "address": "TJgsxpbw7dPjXe2UyHBvzzNzpCDGzPqKYt",
                 *           "payAmount": "100.004217",
                 *           "asset": "USDT",
                 *           "network": "TRON",
                 *           "expiresAt": "2026-11-15T09:30:00.000Z",
                 *           "createdAt": "2026-11-15T09:30:00.000Z",
                 *           "requestedAmount": "100.00",
                 *           "observedTransfers": [],
                 *           "policy": {
                 *             "exact": "Pay exactly payAmount to address before expiresAt: creditAmount is credited once the issuer confirms it.",
                 *             "less": "A smaller amount is not credited automatically: the invoice goes to manual_review and two operators decide.",
                 *             "more": "A larger amount is not credited automatically: the invoice goes to manual_review and two operators decide.",
                 *             "late": "A transfer after expiresAt is not credited automatically: observedTransfers lists it and operators decide.",
                 *             "again": "A second transfer is not credited automatically: observedTransfers lists it and operators decide.",
                 *             "networkFee": "The network fee of the transfer is paid in TRX from the sending wallet, on top of payAmount."
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["InvoiceCompletedEvent"];
            };
        };
        responses: {
            /** @description You no longer want it: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You have it. Anything else, or nothing within ten seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceExpiredEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<HMAC-SHA256 of "<t>.<body>" by the secret, in hex>`. */
                "Service-Signature": string;
                /** @description The same by the new secret, while it is being replaced. */
                "Service-Signature-Next"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jcqmkscge598zwq8q6dn7x2t",
                 *       "type": "invoice.expired",
                 *       "createdAt": "2026-11-15T09:30:00.000Z",
                 *       "environment": "sandbox",
                 *       "companyId": "com_01jcqmkscge598zwq8q6dn7x2t",
                 *       "sequence": 42,
                 *       "data": {
                 *         "object": {
                 *           "id": "inv_01jcqmkscge598zwq8q6dn7x2t",
                 *           "environment": "sandbox",
                 *           "status": "pending",
                 *           "depositAmount": "100.00",
                 *           "fee": "0.00",
                 *           "creditAmount": "100.00",
                 *           "address": "TJgsxpbw7dPjXe2UyHBvzzNzpCDGzPqKYt",
                 *           "payAmount": "100.004217",
                 *           "asset": "USDT",
                 *           "network": "TRON",
                 *           "expiresAt": "2026-11-15T09:30:00.000Z",
                 *           "createdAt": "2026-11-15T09:30:00.000Z",
                 *           "requestedAmount": "100.00",
                 *           "observedTransfers": [],
                 *           "policy": {
                 *             "exact": "Pay exactly payAmount to address before expiresAt: creditAmount is credited once the issuer confirms it.",
                 *             "less": "A smaller amount is not credited automatically: the invoice goes to manual_review and two operators decide.",
                 *             "more": "A larger amount is not credited automatically: the invoice goes to manual_review and two operators decide.",
                 *             "late": "A transfer after expiresAt is not credited automatically: observedTransfers lists it and operators decide.",
                 *             "again": "A second transfer is not credited automatically: observedTransfers lists it and operators decide.",
                 *             "networkFee": "The network fee of the transfer is paid in TRX from the sending wallet, on top of payAmount."
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["InvoiceExpiredEvent"];
            };
        };
        responses: {
            /** @description You no longer want it: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You have it. Anything else, or nothing within ten seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceFailedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<HMAC-SHA256 of "<t>.<body>" by the secret, in hex>`. */
                "Service-Signature": string;
                /** @description The same by the new secret, while it is being replaced. */
                "Service-Signature-Next"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jcqmkscge598zwq8q6dn7x2t",
                 *       "type": "invoice.failed",
                 *       "createdAt": "2026-11-15T09:30:00.000Z",
                 *       "environment": "sandbox",
                 *       "companyId": "com_01jcqmkscge598zwq8q6dn7x2t",
                 *       "sequence": 42,
                 *       "data": {
                 *         "object": {
                 *           "id": "inv_01jcqmkscge598zwq8q6dn7x2t",
                 *           "environment": "sandbox",
                 *           "status": "pending",
                 *           "depositAmount": "100.00",
                 *           "fee": "0.00",
                 *           "creditAmount": "100.00",
                 *           "address": "TJgsxpbw7dPjXe2UyHBvzzNzpCDGzPqKYt",
                 *           "payAmount": "100.004217",
                 *           "asset": "USDT",
                 *           "network": "TRON",
                 *           "expiresAt": "2026-11-15T09:30:00.000Z",
                 *           "createdAt": "2026-11-15T09:30:00.000Z",
                 *           "requestedAmount": "100.00",
                 *           "observedTransfers": [],
                 *           "policy": {
                 *             "exact": "Pay exactly payAmount to address before expiresAt: creditAmount is credited once the issuer confirms it.",
                 *             "less": "A smaller amount is not credited automatically: the invoice goes to manual_review and two operators decide.",
                 *             "more": "A larger amount is not credited automatically: the invoice goes to manual_review and two operators decide.",
                 *             "late": "A transfer after expiresAt is not credited automatically: observedTransfers lists it and operators decide.",
                 *             "again": "A second transfer is not credited automatically: observedTransfers lists it and operators decide.",
                 *             "networkFee": "The network fee of the transfer is paid in TRX from the sending wallet, on top of payAmount."
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["InvoiceFailedEvent"];
            };
        };
        responses: {
            /** @description You no longer want it: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You have it. Anything else, or nothing within ten seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceManualReviewEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<HMAC-SHA256 of "<t>.<body>" by the secret, in hex>`. */
                "Service-Signature": string;
                /** @description The same by the new secret, while it is being replaced. */
                "Service-Signature-Next"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jcqmkscge598zwq8q6dn7x2t",
                 *       "type": "invoice.manual_review",
                 *       "createdAt": "2026-11-15T09:30:00.000Z",
                 *       "environment": "sandbox",
                 *       "companyId": "com_01jcqmkscge598zwq8q6dn7x2t",
                 *       "sequence": 42,
                 *       "data": {
                 *         "object": {
                 *           "id": "inv_01jcqmkscge598zwq8q6dn7x2t",
                 *           "environment": "sandbox",
                 *           "status": "pending",
                 *           "depositAmount": "100.00",
                 *           "fee": "0.00",
                 *           "creditAmount": "100.00",
                 *           "address": "TJgsxpbw7dPjXe2UyHBvzzNzpCDGzPqKYt",
                 *           "payAmount": "100.004217",
                 *           "asset": "USDT",
                 *           "network": "TRON",
                 *           "expiresAt": "2026-11-15T09:30:00.000Z",
                 *           "createdAt": "2026-11-15T09:30:00.000Z",
                 *           "requestedAmount": "100.00",
                 *           "observedTransfers": [],
                 *           "policy": {
                 *             "exact": "Pay exactly payAmount to address before expiresAt: creditAmount is credited once the issuer confirms it.",
                 *             "less": "A smaller amount is not credited automatically: the invoice goes to manual_review and two operators decide.",
                 *             "more": "A larger amount is not credited automatically: the invoice goes to manual_review and two operators decide.",
                 *             "late": "A transfer after expiresAt is not credited automatically: observedTransfers lists it and operators decide.",
                 *             "again": "A second transfer is not credited automatically: observedTransfers lists it and operators decide.",
                 *             "networkFee": "The network fee of the transfer is paid in TRX from the sending wallet, on top of payAmount."
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["InvoiceManualReviewEvent"];
            };
        };
        responses: {
            /** @description You no longer want it: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You have it. Anything else, or nothing within ten seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCardCreatedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<HMAC-SHA256 of "<t>.<body>" by the secret, in hex>`. */
                "Service-Signature": string;
                /** @description The same by the new secret, while it is being replaced. */
                "Service-Signature-Next"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jcqmkscge598zwq8q6dn7x2t",
                 *       "type": "card.created",
                 *       "createdAt": "2026-11-15T09:30:00.000Z",
                 *       "environment": "sandbox",
                 *       "companyId": "com_01jcqmkscge598zwq8q6dn7x2t",
                 *       "sequence": 42,
                 *       "data": {
                 *         "object": {
                 *           "id": "card_01jcqmkscge598zwq8q6dn7x2t",
                 *           "name": "Travel",
                 *           "holderId": "holder_01jcqmkscge598zwq8q6dn7x2t",
                 *           "last4": "4242",
                 *           "status": "active",
                 *           "balance": "250.50",
                 *           "productId": "prod_01jcqmkscge598zwq8q6dn7x2t",
                 *           "createdAt": "2026-11-15T09:30:00.000Z",
                 *           "limits": {
                 *             "perTransaction": "250.50",
                 *             "perDay": "250.50",
                 *             "perMonth": "250.50"
                 *           },
                 *           "metadata": {
                 *             "department": "sales",
                 *             "costCenter": "4711"
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CardCreatedEvent"];
            };
        };
        responses: {
            /** @description You no longer want it: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You have it. Anything else, or nothing within ten seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCardUpdatedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<HMAC-SHA256 of "<t>.<body>" by the secret, in hex>`. */
                "Service-Signature": string;
                /** @description The same by the new secret, while it is being replaced. */
                "Service-Signature-Next"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jcqmkscge598zwq8q6dn7x2t",
                 *       "type": "card.updated",
                 *       "createdAt": "2026-11-15T09:30:00.000Z",
                 *       "environment": "sandbox",
                 *       "companyId": "com_01jcqmkscge598zwq8q6dn7x2t",
                 *       "sequence": 42,
                 *       "data": {
                 *         "object": {
                 *           "id": "card_01jcqmkscge598zwq8q6dn7x2t",
                 *           "name": "Travel",
                 *           "holderId": "holder_01jcqmkscge598zwq8q6dn7x2t",
                 *           "last4": "4242",
                 *           "status": "active",
                 *           "balance": "250.50",
                 *           "productId": "prod_01jcqmkscge598zwq8q6dn7x2t",
                 *           "createdAt": "2026-11-15T09:30:00.000Z",
                 *           "limits": {
                 *             "perTransaction": "250.50",
                 *             "perDay": "250.50",
                 *             "perMonth": "250.50"
                 *           },
                 *           "metadata": {
                 *             "department": "sales",
                 *             "costCenter": "4711"
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CardUpdatedEvent"];
            };
        };
        responses: {
            /** @description You no longer want it: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You have it. Anything else, or nothing within ten seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onHolderCreatedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<HMAC-SHA256 of "<t>.<body>" by the secret, in hex>`. */
                "Service-Signature": string;
                /** @description The same by the new secret, while it is being replaced. */
                "Service-Signature-Next"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jcqmkscge598zwq8q6dn7x2t",
                 *       "type": "holder.created",
                 *       "createdAt": "2026-11-15T09:30:00.000Z",
                 *       "environment": "sandbox",
                 *       "companyId": "com_01jcqmkscge598zwq8q6dn7x2t",
                 *       "sequence": 42,
                 *       "data": {
                 *         "object": {
                 *           "id": "holder_01jcqmkscge598zwq8q6dn7x2t",
                 *           "name": "Ada Lovelace",
                 *           "email": "ada@example.com",
                 *           "kind": "individual",
                 *           "status": "active",
                 *           "externalId": "employee-17",
                 *           "metadata": {
                 *             "department": "sales",
                 *             "costCenter": "4711"
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["HolderCreatedEvent"];
            };
        };
        responses: {
            /** @description You no longer want it: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You have it. Anything else, or nothing within ten seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onHolderUpdatedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<HMAC-SHA256 of "<t>.<body>" by the secret, in hex>`. */
                "Service-Signature": string;
                /** @description The same by the new secret, while it is being replaced. */
                "Service-Signature-Next"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jcqmkscge598zwq8q6dn7x2t",
                 *       "type": "holder.updated",
                 *       "createdAt": "2026-11-15T09:30:00.000Z",
                 *       "environment": "sandbox",
                 *       "companyId": "com_01jcqmkscge598zwq8q6dn7x2t",
                 *       "sequence": 42,
                 *       "data": {
                 *         "object": {
                 *           "id": "holder_01jcqmkscge598zwq8q6dn7x2t",
                 *           "name": "Ada Lovelace",
                 *           "email": "ada@example.com",
                 *           "kind": "individual",
                 *           "status": "active",
                 *           "externalId": "employee-17",
                 *           "metadata": {
                 *             "department": "sales",
                 *             "costCenter": "4711"
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["HolderUpdatedEvent"];
            };
        };
        responses: {
            /** @description You no longer want it: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You have it. Anything else, or nothing within ten seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTransactionCreatedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<HMAC-SHA256 of "<t>.<body>" by the secret, in hex>`. */
                "Service-Signature": string;
                /** @description The same by the new secret, while it is being replaced. */
                "Service-Signature-Next"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jcqmkscge598zwq8q6dn7x2t",
                 *       "type": "transaction.created",
                 *       "createdAt": "2026-11-15T09:30:00.000Z",
                 *       "environment": "sandbox",
                 *       "companyId": "com_01jcqmkscge598zwq8q6dn7x2t",
                 *       "sequence": 42,
                 *       "data": {
                 *         "object": {
                 *           "id": "txn_01jcqmkscge598zwq8q6dn7x2t",
                 *           "cardId": "card_01jcqmkscge598zwq8q6dn7x2t",
                 *           "reference": "pay_5Q8M2X",
                 *           "type": "purchase",
                 *           "status": "settled",
                 *           "amount": "-12.34",
                 *           "currency": "USD",
                 *           "merchant": "Bookshop",
                 *           "country": "DE",
                 *           "description": "Two books",
                 *           "occurredAt": "2026-11-15T09:30:00.000Z",
                 *           "declineReason": ""
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TransactionCreatedEvent"];
            };
        };
        responses: {
            /** @description You no longer want it: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You have it. Anything else, or nothing within ten seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTransactionUpdatedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<HMAC-SHA256 of "<t>.<body>" by the secret, in hex>`. */
                "Service-Signature": string;
                /** @description The same by the new secret, while it is being replaced. */
                "Service-Signature-Next"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jcqmkscge598zwq8q6dn7x2t",
                 *       "type": "transaction.updated",
                 *       "createdAt": "2026-11-15T09:30:00.000Z",
                 *       "environment": "sandbox",
                 *       "companyId": "com_01jcqmkscge598zwq8q6dn7x2t",
                 *       "sequence": 42,
                 *       "data": {
                 *         "object": {
                 *           "id": "txn_01jcqmkscge598zwq8q6dn7x2t",
                 *           "cardId": "card_01jcqmkscge598zwq8q6dn7x2t",
                 *           "reference": "pay_5Q8M2X",
                 *           "type": "purchase",
                 *           "status": "settled",
                 *           "amount": "-12.34",
                 *           "currency": "USD",
                 *           "merchant": "Bookshop",
                 *           "country": "DE",
                 *           "description": "Two books",
                 *           "occurredAt": "2026-11-15T09:30:00.000Z",
                 *           "declineReason": ""
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TransactionUpdatedEvent"];
            };
        };
        responses: {
            /** @description You no longer want it: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You have it. Anything else, or nothing within ten seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookTestEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<HMAC-SHA256 of "<t>.<body>" by the secret, in hex>`. */
                "Service-Signature": string;
                /** @description The same by the new secret, while it is being replaced. */
                "Service-Signature-Next"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jcqmkscge598zwq8q6dn7x2t",
                 *       "type": "webhook.test",
                 *       "createdAt": "2026-11-15T09:30:00.000Z",
                 *       "environment": "sandbox",
                 *       "companyId": "com_01jcqmkscge598zwq8q6dn7x2t",
                 *       "sequence": 42,
                 *       "data": {
                 *         "object": {
                 *           "id": "whe_01jcqmkscge598zwq8q6dn7x2t",
                 *           "url": "https://example.com/webhooks",
                 *           "events": [
                 *             "operation.completed",
                 *             "operation.failed"
                 *           ],
                 *           "description": "Orders in production",
                 *           "status": "enabled",
                 *           "createdAt": "2026-11-15T09:30:00.000Z"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WebhookTestEvent"];
            };
        };
        responses: {
            /** @description You no longer want it: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You have it. Anything else, or nothing within ten seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookFailingEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<HMAC-SHA256 of "<t>.<body>" by the secret, in hex>`. */
                "Service-Signature": string;
                /** @description The same by the new secret, while it is being replaced. */
                "Service-Signature-Next"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jcqmkscge598zwq8q6dn7x2t",
                 *       "type": "webhook.failing",
                 *       "createdAt": "2026-11-15T09:30:00.000Z",
                 *       "environment": "sandbox",
                 *       "companyId": "com_01jcqmkscge598zwq8q6dn7x2t",
                 *       "sequence": 42,
                 *       "data": {
                 *         "object": {
                 *           "id": "whe_01jcqmkscge598zwq8q6dn7x2t",
                 *           "url": "https://example.com/webhooks",
                 *           "events": [
                 *             "operation.completed",
                 *             "operation.failed"
                 *           ],
                 *           "description": "Orders in production",
                 *           "status": "enabled",
                 *           "createdAt": "2026-11-15T09:30:00.000Z"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WebhookFailingEvent"];
            };
        };
        responses: {
            /** @description You no longer want it: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You have it. Anything else, or nothing within ten seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookDisabledEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<HMAC-SHA256 of "<t>.<body>" by the secret, in hex>`. */
                "Service-Signature": string;
                /** @description The same by the new secret, while it is being replaced. */
                "Service-Signature-Next"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jcqmkscge598zwq8q6dn7x2t",
                 *       "type": "webhook.disabled",
                 *       "createdAt": "2026-11-15T09:30:00.000Z",
                 *       "environment": "sandbox",
                 *       "companyId": "com_01jcqmkscge598zwq8q6dn7x2t",
                 *       "sequence": 42,
                 *       "data": {
                 *         "object": {
                 *           "id": "whe_01jcqmkscge598zwq8q6dn7x2t",
                 *           "url": "https://example.com/webhooks",
                 *           "events": [
                 *             "operation.completed",
                 *             "operation.failed"
                 *           ],
                 *           "description": "Orders in production",
                 *           "status": "enabled",
                 *           "createdAt": "2026-11-15T09:30:00.000Z"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WebhookDisabledEvent"];
            };
        };
        responses: {
            /** @description You no longer want it: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You have it. Anything else, or nothing within ten seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
