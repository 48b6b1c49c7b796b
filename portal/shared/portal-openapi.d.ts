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
        get: operations["listCompanyKeys"];
        put?: never;
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
        post: operations["revokeCompanyKey"];
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
        get: operations["watchEvents"];
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
    "/portal/v1/statements.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getStatementCsv"];
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
        put: operations["putVerificationDocument"];
        post?: never;
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
            about: {
                holder?: {
                    id: string;
                    name: string;
                };
                card?: {
                    id: string;
                    name: string;
                };
                /** @description The name of the ordered card; empty if none was given. */
                name: string;
                /** @description Of a service; otherwise empty. */
                recipient: string;
            };
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
            /** @description The oldest open holds. */
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
                what: string;
            }[];
            /** @description The number of further open holds. */
            moreHolds: number;
            /** @description Thirty UTC days, the oldest first; the last one is today. */
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
                    "application/json": components["schemas"]["Error"];
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
                        user: {
                            id: string;
                            name: string;
                            email: string;
                            hasSecondFactor: boolean;
                        };
                        steppedUpUntil: string | null;
                        companies: components["schemas"]["OwnCompany"][];
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
                    "application/json": components["schemas"]["Error"];
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
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
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
                    "application/json": components["schemas"]["Error"];
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
                    "application/json": components["schemas"]["Error"];
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
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
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
                    "application/json": components["schemas"]["Error"];
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
                    "application/json": components["schemas"]["Error"];
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
                    "application/json": components["schemas"]["Error"];
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
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
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
                    "application/json": components["schemas"]["Error"];
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
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
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
                    "application/json": components["schemas"]["Error"];
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
                    "application/json": components["schemas"]["Error"];
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
                    "application/json": components["schemas"]["Error"];
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
                    "application/json": components["schemas"]["Error"];
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
                    "application/json": components["schemas"]["Error"];
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
                    "application/json": components["schemas"]["Error"];
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
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
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
                    "application/json": components["schemas"]["Error"];
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
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
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
                    "application/json": components["schemas"]["Error"];
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
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOverview: {
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
                    "application/json": components["schemas"]["Overview"];
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
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
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
                    "application/json": components["schemas"]["Error"];
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
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
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
                    "application/json": components["schemas"]["Error"];
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
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
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
                    "application/json": components["schemas"]["Error"];
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
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
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
                    "application/json": components["schemas"]["Error"];
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
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
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
                    "application/json": components["schemas"]["Error"];
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
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
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
                    "application/json": components["schemas"]["Error"];
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
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
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
                    "application/json": components["schemas"]["Error"];
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
                    /** @description Names this request; quote it when you ask for help. */
                    "Request-Id"?: string;
                    /** @description The limit: q requests in w seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left: r requests, t seconds to the next window. */
                    RateLimit?: string;
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
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
