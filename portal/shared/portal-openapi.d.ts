// Made from docs/api/portal-openapi.json by tools/generate.ts. Never edited.
export interface paths {
    "/portal/v1/step-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Enter a two-factor code again */
        post: operations["stepUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your passkeys, and whether you have an authenticator app */
        get: operations["listPasskeys"];
        put?: never;
        /** Add a passkey */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin to add a passkey */
        post: operations["beginPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a passkey */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/step-up/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin to confirm with a passkey */
        post: operations["beginStepUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/step-up/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirm with a passkey instead of a code */
        post: operations["stepUpWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read your profile and your companies */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Open a company */
        post: operations["openCompany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an invitation to your address */
        get: operations["getInvitation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/invitations/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept an invitation */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List members and invitations */
        get: operations["getTeam"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/team/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Invite a member by email */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/team/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an invitation */
        delete: operations["withdrawInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/team/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a member */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /** Change the role of a member */
        patch: operations["changeMember"];
        trace?: never;
    };
    "/portal/v1/scopes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the permissions that a key can have */
        get: operations["listScopes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the company's API keys */
        get: operations["listCompanyKeys"];
        put?: never;
        /** Create an API key */
        post: operations["createCompanyKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace an API key */
        post: operations["rotateCompanyKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/keys/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revoke an API key */
        post: operations["revokeCompanyKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/imports/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Preview the orders of a file: what each row costs, and every reason to refuse it */
        post: operations["previewImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List imports, newest first */
        get: operations["listImports"];
        put?: never;
        /** Confirm the orders of a file that a preview has shown */
        post: operations["confirmImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/imports/{id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Order the next rows of an import
         * @description Call it until no row is waiting. No row is ordered twice, however often and by whom it is called.
         */
        post: operations["runImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/imports/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let the refused rows of an import wait again
         * @description The next run orders them under their own keys, at the totals that were confirmed.
         */
        post: operations["retryImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an import and the outcomes of its orders */
        get: operations["getImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/imports/{id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the rows of an import in the order of the file */
        get: operations["listImportRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Follow events as they happen */
        get: operations["watchEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/names": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the names of cards and cardholders by their ids */
        get: operations["getNames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/events/newest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the end of the event feed, from which pages read backwards */
        get: operations["getNewestEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the overview */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/time": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the company's clock; a sandbox clock may run ahead */
        get: operations["getTime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/statements/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a statement by operations and deposits, newest first */
        get: operations["getStatementActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find anything by a few words or an id
         * @description At most five of each kind. Everything is found, however old it is.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/cards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List cards by words of their name, their last four digits or words of their cardholder */
        get: operations["searchCards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/holders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List cardholders by words of their name, their email address or their external id */
        get: operations["searchHolders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List card payments by words of their merchant */
        get: operations["searchTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/transactions.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download card payments as CSV
         * @description All that match the filters, newest first. More than 10,000 payments, or a search that more than 20 merchants match, is 400 export_too_large.
         */
        get: operations["exportTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/spend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the spend of each of the last months
         * @description What payments that are pending or settled took from the balances of cards, less refunds and reversals, by occurredAt in UTC. Of one card, of one cardholder, or of all cards.
         */
        get: operations["getSpend"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/spend/cards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the spend of this month, and the five cards that spent most */
        get: operations["getCardSpend"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/cards/totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the number of cards and the sum of their balances, of all and by status */
        get: operations["getCardTotals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List operations by words of their card, their cardholder or their recipient */
        get: operations["searchOperations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/statements.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download a statement as CSV */
        get: operations["getStatementCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/statements/activity.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download the operations and deposits of a statement as CSV */
        get: operations["getStatementActivityCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/statements.ofx": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download a statement as OFX 2.2, for accounting programs */
        get: operations["getStatementOfx"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/statements.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download a statement as PDF */
        get: operations["getStatementPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/operations/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** See what happened to an operation, step by step */
        get: operations["getOperationTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the company's verification */
        get: operations["getVerification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/verification/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Fill in the verification */
        put: operations["fillVerification"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/verification/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Submit the verification */
        post: operations["submitVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/verification/documents/{slot}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Upload a document */
        put: operations["putVerificationDocument"];
        post?: never;
        /** Delete a document */
        delete: operations["deleteVerificationDocument"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ApiError: {
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
        StatementActivity: {
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
            /** @description By their last entry in the range, newest first. */
            data: {
                /**
                 * @description The operation or invoice that caused it.
                 * @example op_01jcqmkscge598zwq8q6dn7x2t
                 */
                reference: string;
                /** @enum {string} */
                type: "issue" | "topup" | "service" | "close" | "operation" | "deposit" | "sandbox_credit" | "card_return" | "adjustment";
                /**
                 * @description What it is about, by current names; may be empty.
                 * @example Travel ••4242
                 */
                detail: string;
                /** @enum {string} */
                status: "on_hold" | "charged" | "released" | "received";
                /**
                 * @description incoming - outgoing.
                 * @example -12.34
                 */
                amount: string;
                /** @example 250.50 */
                incoming: string;
                /** @example 250.50 */
                outgoing: string;
                /**
                 * @description The part of outgoing that is our fee.
                 * @example 250.50
                 */
                fee: string;
                /**
                 * @description What it holds at the end of the range.
                 * @example 250.50
                 */
                held: string;
                /**
                 * @description Available and held together, after its last entry.
                 * @example -12.34
                 */
                balance: string;
                /**
                 * Format: date-time
                 * @description Its last entry.
                 * @example 2026-11-15T09:30:00.000Z
                 */
                at: string;
                /** @description Its entries in the range, oldest first. */
                entries: {
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
                }[];
            }[];
            /** @description null on the last page. */
            nextCursor: string | null;
        };
        CompanyKey: {
            id: string;
            name: string;
            /** @enum {string} */
            environment: "sandbox" | "live";
            /** @description The last characters of the text, to tell keys apart. */
            hint: string;
            scopes: ("funding:write" | "cards:write" | "services:write" | "cards:read" | "holders:read" | "operations:read" | "balance:read" | "holders:write" | "cards:reveal" | "webhooks:read" | "webhooks:write")[];
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            createdAt: string;
            /** @description null: made by us. */
            createdBy: string | null;
            expiresAt: string | null;
            revokedAt: string | null;
            lastUsedAt: string | null;
            rotatedFrom: string | null;
            /** @enum {string} */
            state: "active" | "expiring" | "expired" | "revoked";
        };
        FoundCard: components["schemas"]["Card"] & {
            holderName: string;
        };
        ImportedRow: {
            number: number;
            /** @description Of the card to issue; empty for a top-up. */
            holderId: string;
            /** @description To top up; empty for an issue. */
            cardId: string;
            name: string;
            /** @example 250.50 */
            amount: string;
            /** @example 250.50 */
            fee: string;
            /** @example 250.50 */
            total: string;
            operation: {
                /** @example op_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
                /** @enum {string} */
                status: "queued" | "processing" | "completed" | "failed" | "manual_review";
            } | null;
            reason: {
                code: string;
                message: string;
            } | null;
        };
        ImportPreview: {
            rows: {
                /** @description The row below the heading, from 1. */
                number: number;
                /** @description The card or the cardholder as the file names it. */
                given: string;
                holderName: string;
                card: {
                    /** @example card_01jcqmkscge598zwq8q6dn7x2t */
                    id: string;
                    name: string;
                    last4: string;
                } | null;
                /** @description The name of the card to issue. */
                name: string;
                /** @description As it is written, if it is not an amount. */
                amount: string;
                fee: string | null;
                total: string | null;
                /** @description Every reason to refuse the row; none if it can be ordered. */
                reasons: {
                    code: string;
                    message: string;
                }[];
            }[];
            /** @description The rows that can be ordered. Only these are confirmed. */
            allowed: {
                rows: number;
                /** @example 250.50 */
                amount: string;
                /** @example 250.50 */
                fee: string;
                /** @example 250.50 */
                total: string;
                /** @description Send it with the confirmation: it stands for exactly these rows. */
                digest: string;
            };
        };
        ImportProgress: components["schemas"]["Import"] & {
            /** @description Orders that are queued or with the issuer. */
            underWay: number;
            completed: number;
            failed: number;
            /** @description Orders with an unknown outcome. */
            inReview: number;
            /** @example 250.50 */
            refusedTotal: string;
            /** @example 250.50 */
            waitingTotal: string;
        };
        Import: {
            /** @example import_01jcqmkscge598zwq8q6dn7x2t */
            id: string;
            /** @enum {string} */
            type: "issue" | "topup";
            rows: number;
            /** @description Rows with an order. */
            accepted: number;
            /** @description Rows that were refused. They can be tried again. */
            refused: number;
            /** @description Rows to be ordered by the next runs. */
            waiting: number;
            /** @example 250.50 */
            amount: string;
            /** @example 250.50 */
            fee: string;
            /** @example 250.50 */
            total: string;
            /**
             * Format: date-time
             * @example 2026-11-15T09:30:00.000Z
             */
            createdAt: string;
        };
        OperationTimeline: {
            /** @description The history, oldest first. */
            steps: {
                /**
                 * Format: date-time
                 * @example 2026-11-15T09:30:00.000Z
                 */
                at: string;
                /** @enum {string} */
                kind: "ordered" | "held" | "not_connected" | "sent" | "asked_absent" | "asked_pending" | "asked_unknown" | "proposed" | "approved" | "confirmed" | "rejected" | "review_opened" | "completed" | "failed" | "taken" | "fee_taken" | "given_back" | "returned" | "told";
                /** @description Why it is in review or failed, as shown on the operation. */
                words?: string;
                /** @example 250.50 */
                amount?: string;
                /** @enum {string} */
                actor?: "an operator";
                /** @description not_connected: the number of attempts. told: the number of webhook endpoints. */
                count?: number;
            }[];
        };
        Overview: {
            balance: {
                /** @example 250.50 */
                available: string;
                /** @example 250.50 */
                held: string;
                /** @example USD */
                currency: string;
            };
            /** @description The oldest open holds. Texts are empty where an operation has none. */
            holds: {
                operationId: string;
                type: string;
                status: string;
                /** @example 250.50 */
                amount: string;
                /**
                 * Format: date-time
                 * @example 2026-11-15T09:30:00.000Z
                 */
                since: string;
                cardId: string;
                holderId: string;
                /** @description The name of the card to come. */
                name: string;
                /** @description Of a service. */
                recipient: string;
            }[];
            /** @description The number of further open holds. */
            moreHolds: number;
            /** @description Money in and out since the first day of the month, in UTC. */
            month: {
                /** @example 250.50 */
                in: string;
                /** @example 250.50 */
                out: string;
            };
            /** @description UTC days, the oldest first; the last one is today. */
            movement: {
                /** @example 2026-11-15 */
                day: string;
                /** @example 250.50 */
                in: string;
                /** @example 250.50 */
                out: string;
                /** @example -12.34 */
                closing: string;
            }[];
            /** @description What the member can act on. */
            attention: {
                kind: string;
                words: string;
                link: string;
            }[];
        };
        OwnCompany: {
            id: string;
            name: string;
            /** @enum {string} */
            kind: "individual" | "corporate";
            /** @enum {string} */
            role: "owner" | "finance" | "developer" | "viewer";
            /** @enum {string} */
            verification: "pending" | "approved" | "rejected";
            verificationReason: string | null;
            suspended: boolean;
            suspensionReason: string | null;
            capabilities: {
                directInvoices: boolean;
                liveServices: boolean;
            };
        };
        Search: {
            cards: {
                /** @example card_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
                name: string;
                last4: string;
                holderName: string;
                /** @enum {string} */
                status: "active" | "frozen" | "blocked" | "closed" | "expired";
            }[];
            holders: {
                /** @example holder_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
                name: string;
                email: string;
            }[];
            merchants: {
                name: string;
            }[];
            /** @description What a pasted id names: at most one object. */
            named: {
                /** @enum {string} */
                kind: "operation" | "card" | "holder" | "invoice" | "transaction";
                id: string;
                /** @description The type of an operation, otherwise a name; empty if it has none. */
                label: string;
                status: string;
            }[];
        };
        Verification: {
            /** @enum {string} */
            state: "draft" | "submitted" | "approved" | "rejected";
            /** @enum {string} */
            kind: "individual" | "corporate";
            /** @description The reason for the decision. */
            reason: string;
            fields: {
                [key: string]: string;
            };
            documents: {
                id: string;
                /** @enum {string} */
                slot: "id_front" | "id_back" | "proof_of_address" | "certificate_of_incorporation" | "ownership_chart" | "director_id";
                name: string;
                bytes: number;
                /**
                 * Format: date-time
                 * @example 2026-11-15T09:30:00.000Z
                 */
                uploadedAt: string;
            }[];
            required: {
                fields: {
                    name: string;
                    label: string;
                    help: string;
                }[];
                documents: {
                    /** @enum {string} */
                    slot: "id_front" | "id_back" | "proof_of_address" | "certificate_of_incorporation" | "ownership_chart" | "director_id";
                    label: string;
                    help: string;
                }[];
            };
            missing: {
                name: string;
                label: string;
            }[];
            submittedAt: string | null;
            decidedAt: string | null;
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
    stepUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        steppedUpUntil: string;
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
    listPasskeys: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hasApp: boolean;
                        data: {
                            id: string;
                            name: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            createdAt: string;
                            lastUsedAt: string | null;
                        }[];
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
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: free-text */
                    name: string;
                    credential: {
                        id: string;
                        rawId: string;
                        /** @enum {string} */
                        type: "public-key";
                        response: {
                            clientDataJSON: string;
                            attestationObject: string;
                            transports?: string[];
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        createdAt: string;
                        lastUsedAt: string | null;
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
    beginPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rp: {
                            id: string;
                            name: string;
                        };
                        user: {
                            id: string;
                            name: string;
                            displayName: string;
                        };
                        challenge: string;
                        pubKeyCredParams: {
                            alg: number;
                            type: string;
                        }[];
                        timeout: number;
                        excludeCredentials: {
                            id: string;
                            type: string;
                            transports?: string[];
                        }[];
                        authenticatorSelection: {
                            residentKey: string;
                            userVerification: string;
                        };
                        attestation: string;
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
    removePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example passkey_01jcqmkscge598zwq8q6dn7x2t */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
    beginStepUp: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rpId: string;
                        challenge: string;
                        timeout: number;
                        userVerification: string;
                        allowCredentials?: {
                            id: string;
                            type: string;
                            transports?: string[];
                        }[];
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
    stepUpWithPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    credential: {
                        id: string;
                        rawId: string;
                        /** @enum {string} */
                        type: "public-key";
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        steppedUpUntil: string;
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
    getMe: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: {
                            id: string;
                            name: string;
                            email: string;
                            hasSecondFactor: boolean;
                        };
                        steppedUpUntil: string | null;
                        companies: components["schemas"]["OwnCompany"][];
                        apiUrl: string | null;
                        docsUrl: string | null;
                        development: boolean;
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
    openCompany: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: free-text */
                    name: string;
                    /** @enum {string} */
                    kind: "individual" | "corporate";
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnCompany"];
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
    getInvitation: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        companyId: string;
                        companyName: string;
                        /** @enum {string} */
                        role: "owner" | "finance" | "developer" | "viewer";
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        expiresAt: string;
                        /** @description Null: Cardwright itself. */
                        invitedBy: string | null;
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
    acceptInvitation: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnCompany"];
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
    getTeam: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        members: {
                            userId: string;
                            name: string;
                            email: string;
                            /** @enum {string} */
                            role: "owner" | "finance" | "developer" | "viewer";
                            hasSecondFactor: boolean;
                            /** Format: date-time */
                            since: string;
                        }[];
                        invitations: {
                            id: string;
                            email: string;
                            /** @enum {string} */
                            role: "owner" | "finance" | "developer" | "viewer";
                            /** Format: date-time */
                            expiresAt: string;
                            invitedBy: string;
                        }[];
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
    inviteMember: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    /** @enum {string} */
                    role: "owner" | "finance" | "developer" | "viewer";
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        email: string;
                        /** @enum {string} */
                        role: "owner" | "finance" | "developer" | "viewer";
                        /** Format: date-time */
                        expiresAt: string;
                        invitedBy: string;
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
    withdrawInvitation: {
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
                    [name: string]: unknown;
                };
                content: {
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
    removeMember: {
        parameters: {
            query?: {
                /** @description What happens to the API keys that they created, in both environments. */
                keys?: "revoke" | "keep";
            };
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
    changeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    role: "owner" | "finance" | "developer" | "viewer";
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        userId: string;
                        name: string;
                        email: string;
                        /** @enum {string} */
                        role: "owner" | "finance" | "developer" | "viewer";
                        hasSecondFactor: boolean;
                        /** Format: date-time */
                        since: string;
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
    listScopes: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @enum {string} */
                            name: "funding:write" | "cards:write" | "services:write" | "cards:read" | "holders:read" | "operations:read" | "balance:read" | "holders:write" | "cards:reveal" | "webhooks:read" | "webhooks:write";
                            meaning: string;
                        }[];
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
    listCompanyKeys: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["CompanyKey"][];
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
    createCompanyKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: free-text */
                    name: string;
                    /** @enum {string} */
                    environment: "sandbox" | "live";
                    scopes: ("funding:write" | "cards:write" | "services:write" | "cards:read" | "holders:read" | "operations:read" | "balance:read" | "holders:write" | "cards:reveal" | "webhooks:read" | "webhooks:write")[];
                    /**
                     * Format: date-time
                     * @example 2026-11-15T09:30:00.000Z
                     */
                    expiresAt?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key: components["schemas"]["CompanyKey"];
                        /** @description The key itself. It is shown here once and can never be read again. */
                        text: string;
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
    rotateCompanyKey: {
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
                    /** @default 24 */
                    overlapHours: number;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key: components["schemas"]["CompanyKey"];
                        /** @description The key itself. It is shown here once and can never be read again. */
                        text: string;
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
    revokeCompanyKey: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompanyKey"];
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
    previewImport: {
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
                    type: "issue" | "topup";
                    /**
                     * @description For issues: a top-up has the product of its card.
                     * @example prod_01jcqmkscge598zwq8q6dn7x2t
                     */
                    productId?: string;
                    /**
                     * @description CSV with a heading. issue: cardholder (ID, external ID or email), name, amount. topup: card (ID or last four), cardholder, amount. At most 500 rows.
                     * @example cardholder,name,amount
                     *     ada@example.com,Travel,250.00
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportPreview"];
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
    listImports: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Import"][];
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
    confirmImport: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Yours to choose, one per thing you want to happen. Repeating the key and the request returns the first answer.
                 * @example order-2026-11-15-0042
                 */
                "idempotency-key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    type: "issue" | "topup";
                    /**
                     * @description For issues: a top-up has the product of its card.
                     * @example prod_01jcqmkscge598zwq8q6dn7x2t
                     */
                    productId?: string;
                    /**
                     * @description CSV with a heading. issue: cardholder (ID, external ID or email), name, amount. topup: card (ID or last four), cardholder, amount. At most 500 rows.
                     * @example cardholder,name,amount
                     *     ada@example.com,Travel,250.00
                     */
                    file: string;
                    /** @example 250.50 */
                    expectedTotal: string;
                    /** @description Of the preview that was shown. */
                    digest: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example import_01jcqmkscge598zwq8q6dn7x2t */
                        id: string;
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
    runImport: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportProgress"];
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
    retryImport: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportProgress"];
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
    getImport: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportProgress"];
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
    listImportRows: {
        parameters: {
            query?: {
                /** @description Rows after this number. */
                after?: number;
                /** @description Only refused rows. */
                refused?: boolean;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ImportedRow"][];
                        /** @description after of the next page. */
                        next: number | null;
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
    watchEvents: {
        parameters: {
            query?: {
                company?: string;
                environment?: "sandbox" | "live";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events as they happen */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
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
    getNames: {
        parameters: {
            query?: {
                /** @description Card ids, separated by commas. */
                cards?: string;
                /** @description Cardholder ids, separated by commas. */
                holders?: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        cards: {
                            /** @example card_01jcqmkscge598zwq8q6dn7x2t */
                            id: string;
                            name: string;
                            /** @example 2001 */
                            last4: string;
                            holder: {
                                /** @example holder_01jcqmkscge598zwq8q6dn7x2t */
                                id: string;
                                name: string;
                            };
                        }[];
                        holders: {
                            /** @example holder_01jcqmkscge598zwq8q6dn7x2t */
                            id: string;
                            name: string;
                        }[];
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
    getNewestEvent: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The sequence of the newest event; 0 if there is none. */
                        sequence: number;
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
    getOverview: {
        parameters: {
            query: {
                /** @description Days of movement. */
                days: number;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
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
    getTime: {
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getStatementActivity: {
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
                /** @description nextCursor of the previous page. */
                cursor?: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatementActivity"];
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
    search: {
        parameters: {
            query: {
                /** @description Words, their beginnings, or an id. */
                q: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Search"];
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
    searchCards: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
                /**
                 * @description Words, or their beginnings; all must match. Less than two characters match nothing.
                 * @example ada lov
                 */
                search?: string;
                /** @example holder_01jcqmkscge598zwq8q6dn7x2t */
                holderId?: string;
                status?: "active" | "frozen" | "blocked" | "closed" | "expired";
                /** @description Sorts the newest 1,000: by name, or by balance, largest first. Otherwise newest first. */
                sort?: "name" | "balance";
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FoundCard"][];
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
    searchHolders: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
                /**
                 * @description Words, or their beginnings; all must match. Less than two characters match nothing.
                 * @example ada lov
                 */
                search?: string;
                kind?: "individual" | "corporate";
                status?: "pending" | "active" | "blocked" | "rejected";
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Holder"][];
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
    searchTransactions: {
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
                /**
                 * @description Words, or their beginnings; all must match. Less than two characters match nothing.
                 * @example ada lov
                 */
                search?: string;
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
                    [name: string]: unknown;
                };
                content: {
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
    exportTransactions: {
        parameters: {
            query?: {
                /** @example card_01jcqmkscge598zwq8q6dn7x2t */
                cardId?: string;
                /** @example holder_01jcqmkscge598zwq8q6dn7x2t */
                holderId?: string;
                status?: "pending" | "settled" | "declined" | "reversed";
                type?: "purchase" | "refund" | "reversal" | "withdrawal" | "fee";
                occurredFrom?: string;
                occurredTo?: string;
                /**
                 * @description Words, or their beginnings; all must match. Less than two characters match nothing.
                 * @example ada lov
                 */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
    getSpend: {
        parameters: {
            query: {
                /** @description The last is this month. */
                months: number;
                /** @example card_01jcqmkscge598zwq8q6dn7x2t */
                cardId?: string;
                /** @example holder_01jcqmkscge598zwq8q6dn7x2t */
                holderId?: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example USD */
                        currency: string;
                        /** @description Oldest first. */
                        months: {
                            /** @example 2026-11 */
                            month: string;
                            /**
                             * @description Below zero if more came back than was spent.
                             * @example -12.34
                             */
                            spent: string;
                        }[];
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
    getCardSpend: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description In UTC, by the clock of the company.
                         * @example 2026-11
                         */
                        month: string;
                        /**
                         * @description Of all cards.
                         * @example -12.34
                         */
                        total: string;
                        /** @description The largest first. */
                        cards: {
                            /** @example card_01jcqmkscge598zwq8q6dn7x2t */
                            cardId: string;
                            name: string;
                            last4: string;
                            holderName: string;
                            /** @example 250.50 */
                            spent: string;
                        }[];
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
    getCardTotals: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        cards: number;
                        /**
                         * @description An overdrawn card counts as 0.00.
                         * @example 250.50
                         */
                        balance: string;
                        /** @description Statuses without cards are left out. */
                        byStatus: {
                            /** @enum {string} */
                            status: "active" | "frozen" | "blocked" | "closed" | "expired";
                            cards: number;
                            /**
                             * @description An overdrawn card counts as 0.00.
                             * @example 250.50
                             */
                            balance: string;
                        }[];
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
    searchOperations: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
                /**
                 * @description Words, or their beginnings; all must match. Less than two characters match nothing.
                 * @example ada lov
                 */
                search?: string;
                type?: "issue" | "topup" | "service" | "freeze" | "unfreeze" | "close" | "limits";
                status?: "queued" | "processing" | "completed" | "failed" | "manual_review";
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
                    [name: string]: unknown;
                };
                content: {
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
    getStatementCsv: {
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
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
    getStatementActivityCsv: {
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
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
    getStatementOfx: {
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
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ofx": string;
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
    getStatementPdf: {
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
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
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
    getOperationTimeline: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationTimeline"];
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
    getVerification: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verification"];
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
    fillVerification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: free-text */
                    legalName?: string;
                    /** Format: free-text */
                    dateOfBirth?: string;
                    /** Format: free-text */
                    registrationNumber?: string;
                    /** Format: free-text */
                    country?: string;
                    /** Format: free-text */
                    address?: string;
                    /** Format: free-text */
                    website?: string;
                    /** Format: free-text */
                    businessDescription?: string;
                    /** Format: free-text */
                    expectedMonthlyVolume?: string;
                    /** Format: free-text */
                    directors?: string;
                    /** Format: free-text */
                    beneficialOwners?: string;
                    /** Format: free-text */
                    sourceOfFunds?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verification"];
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
    submitVerification: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verification"];
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
    putVerificationDocument: {
        parameters: {
            query: {
                name: string;
            };
            header?: never;
            path: {
                slot: "id_front" | "id_back" | "proof_of_address" | "certificate_of_incorporation" | "ownership_chart" | "director_id";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verification"];
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
    deleteVerificationDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slot: "id_front" | "id_back" | "proof_of_address" | "certificate_of_incorporation" | "ownership_chart" | "director_id";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verification"];
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
}
