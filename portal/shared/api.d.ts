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
         * Change your own data of a card
         * @description Permission: `cards:write`. The name and the metadata, which is replaced as a whole. The issuer is not told.
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
         * Change your own data of a cardholder
         * @description Permission: `holders:write`. The external id and the metadata, which is replaced as a whole. Name and email are on record at the issuer and cannot be changed.
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
         * @description Permission: `cards:write` or `services:write`.
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
         * @description Permission: `webhooks:write`. This endpoint is told a `webhook.test`, whatever it listens to; its deliveries show what came of it.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Error: {
            statusCode: number;
            /** @description What is wrong and what to do, for people. */
            message: string;
            /** @description Stable: branch on this. */
            code: string;
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
        AccountStatement: {
            company: {
                id: string;
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
            /** @example -12.34 */
            openingBalance: string;
            /** @example -12.34 */
            closingBalance: string;
            /** @example 250.50 */
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
            };
        };
        StatementEntry: {
            /** @example le_2h5r8c0q1m4t7000000000001a */
            id: string;
            /** @description The operation or invoice that caused it. */
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
            /** @example 250.50 */
            available: string;
            /** @example 250.50 */
            held: string;
            /** @description What the held amount is for, oldest first, at most 1,000. */
            holds: {
                operationId: string;
                /** @example 250.50 */
                amount: string;
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
                id: string;
                name: string;
                kind: string;
                verification: string;
            };
            /** @enum {string} */
            environment: "sandbox" | "live";
            scopes: string[];
            capabilities: {
                /** @example direct_invoices */
                name: string;
                allowed: boolean;
                /** @description The error code of a refused request. */
                code?: string;
                message?: string;
            }[];
        };
        Card: {
            /** @example card_01jcp4vsb0e5d8zq6m5k1n7x2t */
            id: string;
            /** @example Travel */
            name: string;
            holderId: string;
            /** @example 4242 */
            last4: string;
            /** @enum {string} */
            status: "active" | "frozen" | "blocked" | "closed" | "expired";
            /** @example 250.50 */
            balance: string;
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
            /**
             * @description Addition: how far payments exceeded the funds. The balance is then shown as 0.00.
             * @example 1.25
             */
            overdrawn?: string;
        };
        Event: {
            /**
             * @description Identifies repeated deliveries of the same event.
             * @example evt_01jcp4vsb0e5d8zq6m5k1n7x2t
             */
            id: string;
            /** @enum {string} */
            type: "operation.completed" | "operation.failed" | "operation.manual_review" | "invoice.pending" | "invoice.completed" | "invoice.expired" | "invoice.failed" | "invoice.manual_review" | "card.created" | "card.updated" | "holder.created" | "holder.updated" | "transaction.created" | "transaction.updated" | "webhook.test" | "webhook.failing" | "webhook.disabled";
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            createdAt: string;
            /** @enum {string} */
            environment: "sandbox" | "live";
            companyId: string;
            /** @description Without a gap in each company and environment. */
            sequence: number;
            data: {
                /** @description The object as the API showed it at that time. */
                object: {
                    [key: string]: unknown;
                };
            };
        };
        FundingInvoice: {
            /** @example inv_01jcp4vsb0e5d8zq6m5k1n7x2t */
            id: string;
            /** @enum {string} */
            environment: "sandbox" | "live";
            /** @enum {string} */
            status: "creating" | "pending" | "completed" | "expired" | "failed" | "manual_review";
            /** @example 250.50 */
            depositAmount: string;
            /** @example 250.50 */
            fee: string;
            /** @example 250.50 */
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
             * @example 250.50
             */
            requestedAmount: string;
            /** @description Addition: every transfer that the issuer has seen, credited or not. */
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
            /** @description Addition: the rules for payments that are exact, too low, too high, late or repeated. */
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
            /** @example holder_01jcp4vsb0e5d8zq6m5k1n7x2t */
            id: string;
            /** @example Ada Lovelace */
            name: string;
            /** @example ada@example.com */
            email: string;
            /** @enum {string} */
            kind: "individual" | "corporate";
            /** @enum {string} */
            status: "pending" | "active" | "blocked" | "rejected";
            /** @description Your own id of this person; empty if you gave none. */
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
            key: string;
            /** @example POST */
            method: string;
            /** @example /api/v1/sandbox/funding */
            path: string;
            /**
             * @description The status of the first answer.
             * @example 200
             */
            status: number;
            /** @description What the request created. */
            resourceId: string;
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            createdAt: string;
        };
        Operation: {
            /** @example op_01jcp4vsb0e5d8zq6m5k1n7x2t */
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
            /** @example prod_01jcp4vsb0e5d8zq6m5k1n7x2t */
            id: string;
            name: string;
            /** @enum {string} */
            kind: "card" | "service";
            /** @enum {string} */
            status: "active" | "inactive";
            /** @description By type of operation. A card product serves issue and topup. */
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
            /** @example txn_01jcp4vsb0e5d8zq6m5k1n7x2t */
            id: string;
            cardId: string;
            /** @description The issuer’s reference. */
            reference: string;
            /** @enum {string} */
            type: "purchase" | "refund" | "reversal" | "withdrawal" | "fee";
            /** @enum {string} */
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
            description: string;
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            occurredAt: string;
            /**
             * @description Addition: why the issuer declined it; empty for every other payment.
             * @enum {string}
             */
            declineReason: "" | "insufficient_balance" | "card_frozen" | "card_closed" | "limit_exceeded" | "issuer_declined";
        };
        WebhookDelivery: {
            /** @example dlv_01jcp4vsb0e5d8zq6m5k1n7x2t */
            id: string;
            eventId: string;
            eventType: string;
            sequence: number;
            /**
             * @description failed: every attempt failed. canceled: the endpoint was disabled or deleted first.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed" | "canceled";
            /** @description It was created by a replay. */
            replayed: boolean;
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            createdAt: string;
            nextAttemptAt: string | null;
            attempts: {
                number: number;
                /**
                 * Format: date-time
                 * @example 2026-11-15T09:30:00.000Z
                 */
                at: string;
                durationMs: number;
                /** @enum {string} */
                outcome: "delivered" | "failed";
                /** @description null without a response. */
                status: number | null;
                /** @description Why there was no response. */
                error: string;
                /** @description The beginning of the response, up to 2 KiB. */
                response: string;
            }[];
        };
        WebhookEndpoint: {
            /** @example whe_01jcp4vsb0e5d8zq6m5k1n7x2t */
            id: string;
            /** @example https://example.com/webhooks */
            url: string;
            /** @description `*` is every present and future type. */
            events: ("*" | "operation.completed" | "operation.failed" | "operation.manual_review" | "invoice.pending" | "invoice.completed" | "invoice.expired" | "invoice.failed" | "invoice.manual_review" | "card.created" | "card.updated" | "holder.created" | "holder.updated" | "transaction.created" | "transaction.updated" | "webhook.test" | "webhook.failing" | "webhook.disabled")[];
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
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
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
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Balance"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                holderId?: string;
                status?: "active" | "frozen" | "blocked" | "closed" | "expired";
                productId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
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
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Card"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeCard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: free-text
                     * @description A label for the card; empty is the name of its product.
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
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Card"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revealCard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description A page at the issuer that shows number, expiry and security code. */
            201: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Capabilities"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
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
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
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
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createHolder: {
        parameters: {
            query?: never;
            header: {
                /** @description Yours to choose, one per thing you want to happen. Repeating the key and the request returns the first answer. */
                "idempotency-key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: free-text */
                    name: string;
                    /** Format: email */
                    email: string;
                    /** @enum {string} */
                    kind: "individual" | "corporate";
                    /** @description Your own id of this person. No other cardholder of the environment may have it; empty is none. */
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
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Holder"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getHolder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Holder"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeHolder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Your own id of this person. No other cardholder of the environment may have it; empty is none. */
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
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Holder"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getIdempotencyKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdempotencyKey"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FundingInvoice"][];
                        /** @description null on the last page. */
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
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createInvoice: {
        parameters: {
            query?: never;
            header: {
                /** @description Yours to choose, one per thing you want to happen. Repeating the key and the request returns the first answer. */
                "idempotency-key": string;
                /** @description Addition, sandbox only: the fault that the simulated issuer plays. */
                "sandbox-scenario"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The deposit, in whole US dollars.
                     * @example 100
                     */
                    amount: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FundingInvoice"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FundingInvoice"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                cardId?: string;
                holderId?: string;
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
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Operation"][];
                        /** @description null on the last page. */
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
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createOperation: {
        parameters: {
            query?: never;
            header: {
                /** @description Yours to choose, one per thing you want to happen. Repeating the key and the request returns the first answer. */
                "idempotency-key": string;
                /** @description Addition, sandbox only: the fault that the simulated issuer plays. */
                "sandbox-scenario"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    type: "issue" | "topup" | "service";
                    /** @description Required, except for a topup, which takes it from the card. */
                    productId?: string;
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
                    /** @description issue: required. */
                    holderId?: string;
                    /** @description topup: required. */
                    cardId?: string;
                    /**
                     * Format: free-text
                     * @description issue: a label for the card.
                     */
                    name?: string;
                    /** @description service: required. */
                    recipient?: string;
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
                } & (unknown & unknown & unknown);
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operation"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operation"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                "application/json": {
                    /** @enum {string} */
                    type: "issue" | "topup" | "service";
                    /** @description Required, except for a topup, which takes it from the card. */
                    productId?: string;
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
                    /** @description issue: required. */
                    holderId?: string;
                    /** @description topup: required. */
                    cardId?: string;
                    /**
                     * Format: free-text
                     * @description issue: a label for the card.
                     */
                    name?: string;
                    /** @description service: required. */
                    recipient?: string;
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
                } & (unknown & unknown & unknown);
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationPreview"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    cancelOperation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operation"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    freezeCard: {
        parameters: {
            query?: never;
            header: {
                /** @description Yours to choose, one per thing you want to happen. Repeating the key and the request returns the first answer. */
                "idempotency-key": string;
                /** @description Addition, sandbox only: the fault that the simulated issuer plays. */
                "sandbox-scenario"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operation"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    unfreezeCard: {
        parameters: {
            query?: never;
            header: {
                /** @description Yours to choose, one per thing you want to happen. Repeating the key and the request returns the first answer. */
                "idempotency-key": string;
                /** @description Addition, sandbox only: the fault that the simulated issuer plays. */
                "sandbox-scenario"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operation"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    closeCard: {
        parameters: {
            query?: never;
            header: {
                /** @description Yours to choose, one per thing you want to happen. Repeating the key and the request returns the first answer. */
                "idempotency-key": string;
                /** @description Addition, sandbox only: the fault that the simulated issuer plays. */
                "sandbox-scenario"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operation"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    limitCard: {
        parameters: {
            query?: never;
            header: {
                /** @description Yours to choose, one per thing you want to happen. Repeating the key and the request returns the first answer. */
                "idempotency-key": string;
                /** @description Addition, sandbox only: the fault that the simulated issuer plays. */
                "sandbox-scenario"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description The limits from now on. One that is null or left out is removed. */
        requestBody: {
            content: {
                "application/json": {
                    perTransaction?: string | null;
                    perDay?: string | null;
                    perMonth?: string | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operation"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
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
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    creditSandboxFunds: {
        parameters: {
            query?: never;
            header: {
                /** @description Yours to choose, one per thing you want to happen. Repeating the key and the request returns the first answer. */
                "idempotency-key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description US dollars, up to two decimals.
                     * @example 250.50
                     */
                    amount: string;
                };
            };
        };
        responses: {
            /** @description Credited. */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
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
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    simulateTransaction: {
        parameters: {
            query?: never;
            header: {
                /** @description Yours to choose, one per thing you want to happen. Repeating the key and the request returns the first answer. */
                "idempotency-key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    cardId: string;
                    /** @enum {string} */
                    type: "purchase" | "refund" | "reversal" | "withdrawal" | "fee";
                    /**
                     * @description Above zero. The sign of the payment follows from its type.
                     * @example 250.50
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
                    /** Format: free-text */
                    description?: string;
                    /**
                     * @description Left out, the simulated issuer decides as a real one would: `settled`, or `declined` with its reason.
                     * @enum {string}
                     */
                    status?: "pending" | "settled" | "declined" | "reversed";
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transaction"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                "application/json": {
                    /** @example 3600 */
                    seconds: number;
                };
            };
        };
        responses: {
            /** @description The time of the sandbox now. */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
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
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    completeSandboxInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FundingInvoice"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    simulateTransfer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description USDT, up to six decimals, above zero.
                     * @example 99.5
                     */
                    amount: string;
                    /** Format: date-time */
                    occurredAt?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FundingInvoice"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountStatement"];
                    "text/csv": string;
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                cardId?: string;
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
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Transaction"][];
                        /** @description null on the last page. */
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
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transaction"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
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
                    "application/json": components["schemas"]["Error"];
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
                "application/json": {
                    /** @description Public, https, without credentials. */
                    url: string;
                    /** @description `*` is every present and future type. */
                    events?: ("*" | "operation.completed" | "operation.failed" | "operation.manual_review" | "invoice.pending" | "invoice.completed" | "invoice.expired" | "invoice.failed" | "invoice.manual_review" | "card.created" | "card.updated" | "holder.created" | "holder.updated" | "transaction.created" | "transaction.updated" | "webhook.test" | "webhook.failing" | "webhook.disabled")[];
                    /** Format: free-text */
                    description?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Public, https, without credentials. */
                    url?: string;
                    /** @description `*` is every present and future type. */
                    events?: ("*" | "operation.completed" | "operation.failed" | "operation.manual_review" | "invoice.pending" | "invoice.completed" | "invoice.expired" | "invoice.failed" | "invoice.manual_review" | "card.created" | "card.updated" | "holder.created" | "holder.updated" | "transaction.created" | "transaction.updated" | "webhook.test" | "webhook.failing" | "webhook.disabled")[];
                    /** Format: free-text */
                    description?: string;
                    /** @enum {string} */
                    status?: "enabled" | "disabled";
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"][];
                        /** @description null on the last page. */
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
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replayEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    from: string;
                    /** Format: date-time */
                    to: string;
                    /** @description The number that you were shown; without it nothing is sent. */
                    count?: number;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
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
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    confirmWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
