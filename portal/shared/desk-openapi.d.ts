// Made from docs/api/desk-openapi.json by tools/generate.ts. Never edited.
export interface paths {
    "/desk/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was done, newest first
         * @description Act: `audit.read`.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/audit/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Walk the chain of the log and name the first act that is not what was sealed
         * @description Act: `audit.verify`.
         */
        post: operations["verifyAudit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List companies, newest first, or find them by name or id
         * @description Act: `companies.read`.
         */
        get: operations["listCompanies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/companies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See a company with its limits, balances and keys
         * @description Act: `companies.read`.
         */
        get: operations["getCompany"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/companies/{id}/capabilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Switch a live capability on or off
         * @description Act: `companies.capabilities`.
         */
        put: operations["setCapability"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/companies/{id}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Give a company rate limits of its own, all three at once
         * @description Act: `companies.limits`.
         */
        put: operations["setLimits"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/verifications/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark what a company handed in as approved; its owners get a mail
         * @description Act: `verifications.approve`, second factor again.
         */
        post: operations["approveVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/verifications/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark what a company handed in as rejected; its owners get a mail
         * @description Act: `verifications.reject`.
         */
        post: operations["rejectVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/verifications/{id}/documents/{document}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a document; who did is kept in the audit log
         * @description Act: `verifications.read`.
         */
        get: operations["getVerificationDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See how many jobs there are, and which gave up
         * @description Act: `jobs.read`.
         */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/jobs/redrive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try jobs again that gave up
         * @description Act: `jobs.redrive`.
         */
        post: operations["redriveJobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/companies/{id}/keys/{key}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a key: every server refuses it within a second
         * @description Act: `keys.revoke`.
         */
        post: operations["revokeKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See who is signed in
         * @description Act: `me`.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/step-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a code of the second factor again
         * @description Act: `step-up`.
         */
        post: operations["stepUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/operators/me/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make your own token for the command line; the one before is refused from now on
         * @description Act: `operators.token`, second factor again.
         */
        post: operations["replaceOwnToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/operators/{id}/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an operator a link to set their first password; later they ask for one themselves
         * @description Act: `operators.invite`, second factor again.
         */
        post: operations["inviteOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/operators/{id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End an operator: their token and their sessions are refused from now on
         * @description Act: `operators.disable`, second factor again.
         */
        post: operations["disableOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the operators, the first one first
         * @description Act: `operators.read`.
         */
        get: operations["listOperators"];
        put?: never;
        /**
         * Add an operator; a link to set their password goes to their address
         * @description Act: `operators.add`, second factor again.
         */
        post: operations["addOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/companies/{id}/owner-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite the first owner of a company by mail; an earlier invitation of operators ends
         * @description Act: `companies.invite_owner`, second factor again.
         */
        post: operations["inviteOwner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/pauses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what is not being sent
         * @description Act: `pauses.read`.
         */
        get: operations["listPauses"];
        put?: never;
        /**
         * Stop sending
         * @description Act: `pauses.add`.
         */
        post: operations["addPause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/pauses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Send again
         * @description Act: `pauses.remove`.
         */
        delete: operations["removePause"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List products with the history of their prices
         * @description Act: `products.read`.
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
    "/desk/v1/products/{id}/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a price from a moment on; what is ordered before costs what it cost
         * @description Act: `products.price`.
         */
        post: operations["setPrice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/proposals/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve what another operator proposed: at once, and for good
         * @description Act: `reviews.approve`, second factor again.
         */
        post: operations["approveProposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/proposals/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a proposal back that nobody approved yet
         * @description Act: `reviews.withdraw`.
         */
        post: operations["withdrawProposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/reviews/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * See what approving a decision would do, in numbers; nothing is proposed
         * @description Act: `reviews.propose`.
         */
        post: operations["previewProposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/reviews/{id}/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Propose a decision; nothing happens before another operator approves it
         * @description Act: `reviews.propose`.
         */
        post: operations["proposeDecision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/reconciliations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List reconciliations, newest first
         * @description Act: `reconciliations.read`.
         */
        get: operations["listReconciliations"];
        put?: never;
        /**
         * Ask for a reconciliation; a worker carries it out
         * @description Act: `reconciliations.begin`.
         */
        post: operations["beginReconciliation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/reconciliations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See every break of a reconciliation: both sides, since when, and the safe ways out
         * @description Act: `reconciliations.read`.
         */
        get: operations["getReconciliation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what waits for a decision in all companies, the longest first
         * @description Act: `reviews.read`.
         */
        get: operations["listReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/reviews/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See the evidence, the money held, what happened, and the ways out
         * @description Act: `reviews.read`.
         */
        get: operations["getReview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See what waits, what is stuck, and what to do next
         * @description Act: `status.read`.
         */
        get: operations["getStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/companies/{id}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop all writes of a company: its keys can only read, within a second
         * @description Act: `companies.suspend`, second factor again.
         */
        post: operations["suspendCompany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/companies/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a suspended company write again
         * @description Act: `companies.resume`.
         */
        post: operations["resumeCompany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/verifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what waits for a decision, the longest first
         * @description Act: `verifications.read`.
         */
        get: operations["listVerifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/verifications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See what a company handed in, by the id of the company
         * @description Act: `verifications.read`.
         */
        get: operations["getVerification"];
        put?: never;
        post?: never;
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
             * @description same_key: repeat later as it is, with the same Idempotency-Key. new_key: use another Idempotency-Key. never: repeated as it is, the answer stays no.
             * @enum {string}
             */
            retry: "same_key" | "new_key" | "never";
            /** @description The object that stands in the way. */
            resourceId?: string;
            /** @description The fields that differ from the first request. */
            differs?: string[];
            /** @description quote_changed: the total that holds now. */
            currentTotal?: string;
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
    listAudit: {
        parameters: {
            query?: {
                limit?: number;
                /** @description nextBefore of the page before. */
                before?: number;
                companyId?: string;
                operatorId?: string;
                /** @description Exactly this action. */
                action?: string;
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
                        data: {
                            sequence: number;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            at: string;
                            /** @description null: a person of a company, or the very first operator. */
                            operator: {
                                id: string;
                                name: string;
                            } | null;
                            /** @example review.approve */
                            action: string;
                            company: string | null;
                            environment: ("sandbox" | "live") | null;
                            subject: string;
                            details: {
                                [key: string]: unknown;
                            };
                        }[];
                        nextBefore: number | null;
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
    verifyAudit: {
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
                        ok: boolean;
                        acts: number;
                        /** @description False: the chain was walked, but nobody said where its heads are. */
                        comparedWithHeads: boolean;
                        bad: {
                            rule: string;
                            row: string;
                            expected: string;
                            found: string;
                        } | null;
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
    listCompanies: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description nextCursor of the page before. */
                cursor?: string;
                /** @description A whole id, or beginnings of words of the name: every one of them must be there. */
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
                        data: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            kind: "individual" | "corporate";
                            /** @enum {string} */
                            verification: "pending" | "approved" | "rejected";
                            verificationReason: string;
                            suspendedAt: string | null;
                            suspensionReason: string;
                            capabilities: {
                                directInvoices: boolean;
                                liveServices: boolean;
                            };
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            createdAt: string;
                        }[];
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
    getCompany: {
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
                        name: string;
                        /** @enum {string} */
                        kind: "individual" | "corporate";
                        /** @enum {string} */
                        verification: "pending" | "approved" | "rejected";
                        verificationReason: string;
                        suspendedAt: string | null;
                        suspensionReason: string;
                        capabilities: {
                            directInvoices: boolean;
                            liveServices: boolean;
                        };
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        createdAt: string;
                        /** @description Requests a second; null is the default of the cell. */
                        limits: {
                            reads: number | null;
                            writes: number | null;
                            statements: number | null;
                        };
                        balances: {
                            sandbox: {
                                /** @example -12.34 */
                                available: string;
                                /** @example -12.34 */
                                held: string;
                            };
                            live: {
                                /** @example -12.34 */
                                available: string;
                                /** @example -12.34 */
                                held: string;
                            };
                        };
                        /** @description Its people; none where an operator made it and nobody has joined yet. */
                        members: {
                            id: string;
                            name: string;
                            email: string;
                            role: string;
                            hasSecondFactor: boolean;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            since: string;
                        }[];
                        ownerInvitation: {
                            email: string;
                            /** @description The operator. */
                            invitedBy: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            invitedAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            expiresAt: string;
                            /**
                             * @description Whether the mail server has taken it. It is tried again for as long as the invitation counts.
                             * @enum {string}
                             */
                            letter: "waiting" | "sent" | "given_up";
                        } | null;
                        /** @description Of both environments, newest first; never their text, never those of people. */
                        keys: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            /** @description Its last characters. */
                            hint: string;
                            scopes: string[];
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            createdAt: string;
                            expiresAt: string | null;
                            revokedAt: string | null;
                            lastUsedAt: string | null;
                            rotatedFrom: string | null;
                            /** @enum {string} */
                            state: "works" | "revoked" | "expired";
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
    setCapability: {
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
                    /** @enum {string} */
                    capability: "direct_invoices" | "live_services";
                    enabled: boolean;
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
                        id: string;
                        name: string;
                        /** @enum {string} */
                        kind: "individual" | "corporate";
                        /** @enum {string} */
                        verification: "pending" | "approved" | "rejected";
                        verificationReason: string;
                        suspendedAt: string | null;
                        suspensionReason: string;
                        capabilities: {
                            directInvoices: boolean;
                            liveServices: boolean;
                        };
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        createdAt: string;
                        /** @description Requests a second; null is the default of the cell. */
                        limits: {
                            reads: number | null;
                            writes: number | null;
                            statements: number | null;
                        };
                        balances: {
                            sandbox: {
                                /** @example -12.34 */
                                available: string;
                                /** @example -12.34 */
                                held: string;
                            };
                            live: {
                                /** @example -12.34 */
                                available: string;
                                /** @example -12.34 */
                                held: string;
                            };
                        };
                        /** @description Its people; none where an operator made it and nobody has joined yet. */
                        members: {
                            id: string;
                            name: string;
                            email: string;
                            role: string;
                            hasSecondFactor: boolean;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            since: string;
                        }[];
                        ownerInvitation: {
                            email: string;
                            /** @description The operator. */
                            invitedBy: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            invitedAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            expiresAt: string;
                            /**
                             * @description Whether the mail server has taken it. It is tried again for as long as the invitation counts.
                             * @enum {string}
                             */
                            letter: "waiting" | "sent" | "given_up";
                        } | null;
                        /** @description Of both environments, newest first; never their text, never those of people. */
                        keys: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            /** @description Its last characters. */
                            hint: string;
                            scopes: string[];
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            createdAt: string;
                            expiresAt: string | null;
                            revokedAt: string | null;
                            lastUsedAt: string | null;
                            rotatedFrom: string | null;
                            /** @enum {string} */
                            state: "works" | "revoked" | "expired";
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
    setLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description Requests a second; null is the default of the cell. */
        requestBody: {
            content: {
                "application/json": {
                    reads: number | null;
                    writes: number | null;
                    statements: number | null;
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
                        id: string;
                        name: string;
                        /** @enum {string} */
                        kind: "individual" | "corporate";
                        /** @enum {string} */
                        verification: "pending" | "approved" | "rejected";
                        verificationReason: string;
                        suspendedAt: string | null;
                        suspensionReason: string;
                        capabilities: {
                            directInvoices: boolean;
                            liveServices: boolean;
                        };
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        createdAt: string;
                        /** @description Requests a second; null is the default of the cell. */
                        limits: {
                            reads: number | null;
                            writes: number | null;
                            statements: number | null;
                        };
                        balances: {
                            sandbox: {
                                /** @example -12.34 */
                                available: string;
                                /** @example -12.34 */
                                held: string;
                            };
                            live: {
                                /** @example -12.34 */
                                available: string;
                                /** @example -12.34 */
                                held: string;
                            };
                        };
                        /** @description Its people; none where an operator made it and nobody has joined yet. */
                        members: {
                            id: string;
                            name: string;
                            email: string;
                            role: string;
                            hasSecondFactor: boolean;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            since: string;
                        }[];
                        ownerInvitation: {
                            email: string;
                            /** @description The operator. */
                            invitedBy: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            invitedAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            expiresAt: string;
                            /**
                             * @description Whether the mail server has taken it. It is tried again for as long as the invitation counts.
                             * @enum {string}
                             */
                            letter: "waiting" | "sent" | "given_up";
                        } | null;
                        /** @description Of both environments, newest first; never their text, never those of people. */
                        keys: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            /** @description Its last characters. */
                            hint: string;
                            scopes: string[];
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            createdAt: string;
                            expiresAt: string | null;
                            revokedAt: string | null;
                            lastUsedAt: string | null;
                            rotatedFrom: string | null;
                            /** @enum {string} */
                            state: "works" | "revoked" | "expired";
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
    approveVerification: {
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
                     * @description What was checked, or what is wrong; the owners read it.
                     * @example register extract checked
                     */
                    reason: string;
                    /**
                     * Format: date-time
                     * @description Of what you looked at: refused if it is another by now.
                     */
                    submittedAt?: string;
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
                        company: {
                            id: string;
                            name: string;
                        };
                        /** @enum {string} */
                        kind: "individual" | "corporate";
                        /** @enum {string} */
                        state: "draft" | "submitted" | "approved" | "rejected";
                        /** @enum {string} */
                        verification: "pending" | "approved" | "rejected";
                        submittedAt: string | null;
                        /** @description In the order in which they are asked for. */
                        fields: {
                            name: string;
                            label: string;
                            value: string;
                        }[];
                        documents: {
                            id: string;
                            slot: string;
                            name: string;
                            mediaType: string;
                            bytes: number;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            uploadedAt: string;
                            label: string;
                        }[];
                        /** @description Newest first, each with what was decided about. */
                        decisions: {
                            /** @enum {string} */
                            decision: "approved" | "rejected";
                            reason: string;
                            decidedBy: {
                                id: string;
                                name: string;
                            } | null;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            decidedAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            submittedAt: string;
                            fields: {
                                [key: string]: string;
                            };
                            documents: {
                                id: string;
                                slot: string;
                                name: string;
                                mediaType: string;
                                bytes: number;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-15T09:30:00.000Z
                                 */
                                uploadedAt: string;
                            }[];
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
    rejectVerification: {
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
                     * @description What was checked, or what is wrong; the owners read it.
                     * @example register extract checked
                     */
                    reason: string;
                    /**
                     * Format: date-time
                     * @description Of what you looked at: refused if it is another by now.
                     */
                    submittedAt?: string;
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
                        company: {
                            id: string;
                            name: string;
                        };
                        /** @enum {string} */
                        kind: "individual" | "corporate";
                        /** @enum {string} */
                        state: "draft" | "submitted" | "approved" | "rejected";
                        /** @enum {string} */
                        verification: "pending" | "approved" | "rejected";
                        submittedAt: string | null;
                        /** @description In the order in which they are asked for. */
                        fields: {
                            name: string;
                            label: string;
                            value: string;
                        }[];
                        documents: {
                            id: string;
                            slot: string;
                            name: string;
                            mediaType: string;
                            bytes: number;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            uploadedAt: string;
                            label: string;
                        }[];
                        /** @description Newest first, each with what was decided about. */
                        decisions: {
                            /** @enum {string} */
                            decision: "approved" | "rejected";
                            reason: string;
                            decidedBy: {
                                id: string;
                                name: string;
                            } | null;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            decidedAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            submittedAt: string;
                            fields: {
                                [key: string]: string;
                            };
                            documents: {
                                id: string;
                                slot: string;
                                name: string;
                                mediaType: string;
                                bytes: number;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-15T09:30:00.000Z
                                 */
                                uploadedAt: string;
                            }[];
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
    getVerificationDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                document: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file itself. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
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
    listJobs: {
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
                        queues: {
                            name: string;
                            ready: number;
                            deferred: number;
                            active: number;
                            failed: number;
                            countedAt: string | null;
                        }[];
                        /** @description Oldest first, at most 100. */
                        dead: {
                            id: string;
                            /** @description Where it gave up, and where it goes when it is tried again. */
                            queue: string;
                            /** @description What it was about. */
                            data: unknown;
                            error: string | null;
                            tries: number;
                            createdAt: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            failedAt: string;
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
    redriveJobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: string[];
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
                        redriven: number;
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
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    environment: "sandbox" | "live";
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
                        id: string;
                        name: string;
                        /** @enum {string} */
                        kind: "individual" | "corporate";
                        /** @enum {string} */
                        verification: "pending" | "approved" | "rejected";
                        verificationReason: string;
                        suspendedAt: string | null;
                        suspensionReason: string;
                        capabilities: {
                            directInvoices: boolean;
                            liveServices: boolean;
                        };
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        createdAt: string;
                        /** @description Requests a second; null is the default of the cell. */
                        limits: {
                            reads: number | null;
                            writes: number | null;
                            statements: number | null;
                        };
                        balances: {
                            sandbox: {
                                /** @example -12.34 */
                                available: string;
                                /** @example -12.34 */
                                held: string;
                            };
                            live: {
                                /** @example -12.34 */
                                available: string;
                                /** @example -12.34 */
                                held: string;
                            };
                        };
                        /** @description Its people; none where an operator made it and nobody has joined yet. */
                        members: {
                            id: string;
                            name: string;
                            email: string;
                            role: string;
                            hasSecondFactor: boolean;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            since: string;
                        }[];
                        ownerInvitation: {
                            email: string;
                            /** @description The operator. */
                            invitedBy: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            invitedAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            expiresAt: string;
                            /**
                             * @description Whether the mail server has taken it. It is tried again for as long as the invitation counts.
                             * @enum {string}
                             */
                            letter: "waiting" | "sent" | "given_up";
                        } | null;
                        /** @description Of both environments, newest first; never their text, never those of people. */
                        keys: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            /** @description Its last characters. */
                            hint: string;
                            scopes: string[];
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            createdAt: string;
                            expiresAt: string | null;
                            revokedAt: string | null;
                            lastUsedAt: string | null;
                            rotatedFrom: string | null;
                            /** @enum {string} */
                            state: "works" | "revoked" | "expired";
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
                        operator: {
                            id: string;
                            name: string;
                            email: string;
                        };
                        steppedUpUntil: string | null;
                        /** @description Acts that need the second factor again. */
                        stepUpActs: string[];
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
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replaceOwnToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description For the command line. It is shown here once and can never be read again. */
                        token: string;
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
    inviteOperator: {
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
    disableOperator: {
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
                     * @description Why; kept in the audit log.
                     * @example register extract checked
                     */
                    reason: string;
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
                        id: string;
                        name: string;
                        email: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        createdAt: string;
                        disabledAt: string | null;
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
    listOperators: {
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
                        data: {
                            id: string;
                            name: string;
                            email: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            createdAt: string;
                            disabledAt: string | null;
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
    addOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description As it is shown in the audit log.
                     * @example register extract checked
                     */
                    name: string;
                    email: string;
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
                        operator: {
                            id: string;
                            name: string;
                            email: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            createdAt: string;
                            disabledAt: string | null;
                        };
                        /** @description Whether the link to set a password is on its way; if not, invite them again. */
                        mailed: boolean;
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
    inviteOwner: {
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
                    /** Format: email */
                    email: string;
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
                        id: string;
                        name: string;
                        /** @enum {string} */
                        kind: "individual" | "corporate";
                        /** @enum {string} */
                        verification: "pending" | "approved" | "rejected";
                        verificationReason: string;
                        suspendedAt: string | null;
                        suspensionReason: string;
                        capabilities: {
                            directInvoices: boolean;
                            liveServices: boolean;
                        };
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        createdAt: string;
                        /** @description Requests a second; null is the default of the cell. */
                        limits: {
                            reads: number | null;
                            writes: number | null;
                            statements: number | null;
                        };
                        balances: {
                            sandbox: {
                                /** @example -12.34 */
                                available: string;
                                /** @example -12.34 */
                                held: string;
                            };
                            live: {
                                /** @example -12.34 */
                                available: string;
                                /** @example -12.34 */
                                held: string;
                            };
                        };
                        /** @description Its people; none where an operator made it and nobody has joined yet. */
                        members: {
                            id: string;
                            name: string;
                            email: string;
                            role: string;
                            hasSecondFactor: boolean;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            since: string;
                        }[];
                        ownerInvitation: {
                            email: string;
                            /** @description The operator. */
                            invitedBy: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            invitedAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            expiresAt: string;
                            /**
                             * @description Whether the mail server has taken it. It is tried again for as long as the invitation counts.
                             * @enum {string}
                             */
                            letter: "waiting" | "sent" | "given_up";
                        } | null;
                        /** @description Of both environments, newest first; never their text, never those of people. */
                        keys: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            /** @description Its last characters. */
                            hint: string;
                            scopes: string[];
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            createdAt: string;
                            expiresAt: string | null;
                            revokedAt: string | null;
                            lastUsedAt: string | null;
                            rotatedFrom: string | null;
                            /** @enum {string} */
                            state: "works" | "revoked" | "expired";
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
    listPauses: {
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
                        /** @description Oldest first. */
                        data: {
                            id: string;
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            product: {
                                id: string;
                                name: string;
                            } | null;
                            reason: string;
                            pausedBy: {
                                id: string;
                                name: string;
                            };
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            pausedAt: string;
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
    addPause: {
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
                    environment: "sandbox" | "live";
                    /** @description Without it, everything that goes to the issuer. */
                    productId?: string;
                    /**
                     * @description Why; other operators see it, and it is kept in the audit log.
                     * @example register extract checked
                     */
                    reason: string;
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
                        /** @enum {string} */
                        environment: "sandbox" | "live";
                        product: {
                            id: string;
                            name: string;
                        } | null;
                        reason: string;
                        pausedBy: {
                            id: string;
                            name: string;
                        };
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        pausedAt: string;
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
    removePause: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            kind: "card" | "service";
                            /** @enum {string} */
                            status: "active" | "inactive";
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            createdAt: string;
                            /** @description By type of operation, newest first; what is scheduled stands first. */
                            prices: {
                                /** @enum {string} */
                                type: "issue" | "topup" | "service";
                                /** @example 250.50 */
                                fixedFee: string;
                                /** @description Basis points: 20 is 0.2 %. Fees are rounded up to the cent. */
                                rateBps: number;
                                /** @example 250.50 */
                                minimumFee: string;
                                /** @example 250.50 */
                                minimumAmount: string;
                                /** @example 250.50 */
                                maximumAmount: string;
                                /** @description null: from the beginning. */
                                effectiveFrom: string | null;
                                /** @enum {string} */
                                state: "past" | "current" | "scheduled";
                                setBy: {
                                    id: string;
                                    name: string;
                                } | null;
                                setAt: string | null;
                            }[];
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
    setPrice: {
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
                    /** @enum {string} */
                    type: "issue" | "topup" | "service";
                    /**
                     * @description US dollars, up to two decimals.
                     * @example 250.50
                     */
                    fixedFee: string;
                    rateBps: number;
                    /**
                     * @description US dollars, up to two decimals.
                     * @example 250.50
                     */
                    minimumFee: string;
                    /**
                     * @description US dollars, up to two decimals.
                     * @example 250.50
                     */
                    minimumAmount: string;
                    /**
                     * @description US dollars, up to two decimals.
                     * @example 250.50
                     */
                    maximumAmount: string;
                    /**
                     * Format: date-time
                     * @description Now or later; without it, now.
                     */
                    effectiveFrom?: string;
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
                        /** @enum {string} */
                        kind: "card" | "service";
                        /** @enum {string} */
                        status: "active" | "inactive";
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        createdAt: string;
                        /** @description By type of operation, newest first; what is scheduled stands first. */
                        prices: {
                            /** @enum {string} */
                            type: "issue" | "topup" | "service";
                            /** @example 250.50 */
                            fixedFee: string;
                            /** @description Basis points: 20 is 0.2 %. Fees are rounded up to the cent. */
                            rateBps: number;
                            /** @example 250.50 */
                            minimumFee: string;
                            /** @example 250.50 */
                            minimumAmount: string;
                            /** @example 250.50 */
                            maximumAmount: string;
                            /** @description null: from the beginning. */
                            effectiveFrom: string | null;
                            /** @enum {string} */
                            state: "past" | "current" | "scheduled";
                            setBy: {
                                id: string;
                                name: string;
                            } | null;
                            setAt: string | null;
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
    approveProposal: {
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
                        /** @description op_…, inv_… or case_… */
                        id: string;
                        /** @description issue, topup, service or invoice for a review; of a case contradiction, changed_notification, late_payment, repeated_payment or undone_twice. */
                        kind: string;
                        open: boolean;
                        company: {
                            id: string;
                            name: string;
                        };
                        /** @enum {string} */
                        environment: "sandbox" | "live";
                        operation: string | null;
                        invoice: string | null;
                        transaction: string | null;
                        status: string;
                        reason: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        since: string;
                        /** @example -12.34 */
                        total: string;
                        /** @example 250.50 */
                        held: string;
                        nextCheckAt: string | null;
                        openProposal: string | null;
                        about: {
                            operation: {
                                id: string;
                                type: string;
                                status: string;
                                /** @example 250.50 */
                                amount: string;
                                /** @example 250.50 */
                                fee: string;
                                /** @example 250.50 */
                                total: string;
                                /** @example 250.50 */
                                held: string;
                                name: string;
                                recipient: string;
                                cardLast4: string | null;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-15T09:30:00.000Z
                                 */
                                createdAt: string;
                                sentAt: string | null;
                                lastCheckAt: string | null;
                                nextCheckAt: string | null;
                                decidedAt: string | null;
                            } | null;
                            invoice: {
                                id: string;
                                status: string;
                                /** @example 250.50 */
                                requestedAmount: string;
                                /** @example 250.50 */
                                depositAmount: string;
                                /** @example 250.50 */
                                fee: string;
                                /** @example -12.34 */
                                creditAmount: string;
                                payAmount: string | null;
                                /** @example 100.004217 */
                                arrived: string;
                                address: string | null;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-15T09:30:00.000Z
                                 */
                                createdAt: string;
                                sentAt: string | null;
                                expiresAt: string | null;
                                lastCheckAt: string | null;
                                nextCheckAt: string | null;
                                decidedAt: string | null;
                                transfers: {
                                    id: string;
                                    /** @example 100.004217 */
                                    amount: string;
                                    /**
                                     * Format: date-time
                                     * @example 2026-11-15T09:30:00.000Z
                                     */
                                    occurredAt: string;
                                    fit: string;
                                }[];
                            } | null;
                            payment: {
                                id: string;
                                type: string;
                                status: string;
                                /** @example -12.34 */
                                amount: string;
                                currency: string;
                                merchant: string;
                                country: string;
                                reference: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-15T09:30:00.000Z
                                 */
                                occurredAt: string;
                                card: {
                                    id: string;
                                    last4: string;
                                    /** @example -12.34 */
                                    balance: string;
                                };
                            } | null;
                        };
                        /** @description Of the company, now. */
                        balance: {
                            /** @example -12.34 */
                            available: string;
                            /** @example -12.34 */
                            held: string;
                        };
                        /** @description What was tried and what the issuer said to it, the first one first. */
                        said: {
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            at: string;
                            how: string;
                            outcome: string;
                            detail: string;
                        }[];
                        timeline: {
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            at: string;
                            what: string;
                        }[];
                        cases: {
                            id: string;
                            kind: string;
                            detail: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            openedAt: string;
                            closedAt: string | null;
                            closingNote: string;
                        }[];
                        /** @description Those about its cases and its invoice as well. */
                        proposals: {
                            id: string;
                            /** @enum {string} */
                            action: "complete" | "accept" | "fail" | "adjust" | "close";
                            reason: string;
                            receipt: string;
                            cardToken: string;
                            last4: string;
                            amount: string | null;
                            /** @enum {string} */
                            state: "open" | "approved" | "withdrawn" | "overtaken";
                            proposedBy: {
                                id: string;
                                name: string;
                            };
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            proposedAt: string;
                            approvedBy: string | null;
                            approvedAt: string | null;
                            withdrawnBy: string | null;
                            withdrawnAt: string | null;
                            /** @description False for whoever proposed it, and for what is not open. */
                            mayApprove: boolean;
                            effect: {
                                sentences: string[];
                                available: {
                                    /** @example -12.34 */
                                    before: string;
                                    /** @example -12.34 */
                                    change: string;
                                    /** @example -12.34 */
                                    after: string;
                                };
                                held: {
                                    /** @example -12.34 */
                                    before: string;
                                    /** @example -12.34 */
                                    change: string;
                                    /** @example -12.34 */
                                    after: string;
                                };
                                /** @example 250.50 */
                                fee: string;
                                /** @example 250.50 */
                                toIssuer: string;
                                /** @example 250.50 */
                                card: string;
                                status: {
                                    before: string;
                                    after: string;
                                };
                            } | null;
                        }[];
                        /** @description Empty when nothing is left to decide, or a proposal is open. */
                        ways: {
                            /** @enum {string} */
                            kind: "propose" | "look" | "note";
                            words: string;
                            subject: string | null;
                            action: ("complete" | "accept" | "fail" | "adjust" | "close") | null;
                            /** @description USDT for accept, signed dollars for adjust; null where only people know it, or none is needed. */
                            amount: string | null;
                            needs: ("receipt" | "card")[];
                            effect: {
                                sentences: string[];
                                available: {
                                    /** @example -12.34 */
                                    before: string;
                                    /** @example -12.34 */
                                    change: string;
                                    /** @example -12.34 */
                                    after: string;
                                };
                                held: {
                                    /** @example -12.34 */
                                    before: string;
                                    /** @example -12.34 */
                                    change: string;
                                    /** @example -12.34 */
                                    after: string;
                                };
                                /** @example 250.50 */
                                fee: string;
                                /** @example 250.50 */
                                toIssuer: string;
                                /** @example 250.50 */
                                card: string;
                                status: {
                                    before: string;
                                    after: string;
                                };
                            } | null;
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
    withdrawProposal: {
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
                        /** @description op_…, inv_… or case_… */
                        id: string;
                        /** @description issue, topup, service or invoice for a review; of a case contradiction, changed_notification, late_payment, repeated_payment or undone_twice. */
                        kind: string;
                        open: boolean;
                        company: {
                            id: string;
                            name: string;
                        };
                        /** @enum {string} */
                        environment: "sandbox" | "live";
                        operation: string | null;
                        invoice: string | null;
                        transaction: string | null;
                        status: string;
                        reason: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        since: string;
                        /** @example -12.34 */
                        total: string;
                        /** @example 250.50 */
                        held: string;
                        nextCheckAt: string | null;
                        openProposal: string | null;
                        about: {
                            operation: {
                                id: string;
                                type: string;
                                status: string;
                                /** @example 250.50 */
                                amount: string;
                                /** @example 250.50 */
                                fee: string;
                                /** @example 250.50 */
                                total: string;
                                /** @example 250.50 */
                                held: string;
                                name: string;
                                recipient: string;
                                cardLast4: string | null;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-15T09:30:00.000Z
                                 */
                                createdAt: string;
                                sentAt: string | null;
                                lastCheckAt: string | null;
                                nextCheckAt: string | null;
                                decidedAt: string | null;
                            } | null;
                            invoice: {
                                id: string;
                                status: string;
                                /** @example 250.50 */
                                requestedAmount: string;
                                /** @example 250.50 */
                                depositAmount: string;
                                /** @example 250.50 */
                                fee: string;
                                /** @example -12.34 */
                                creditAmount: string;
                                payAmount: string | null;
                                /** @example 100.004217 */
                                arrived: string;
                                address: string | null;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-15T09:30:00.000Z
                                 */
                                createdAt: string;
                                sentAt: string | null;
                                expiresAt: string | null;
                                lastCheckAt: string | null;
                                nextCheckAt: string | null;
                                decidedAt: string | null;
                                transfers: {
                                    id: string;
                                    /** @example 100.004217 */
                                    amount: string;
                                    /**
                                     * Format: date-time
                                     * @example 2026-11-15T09:30:00.000Z
                                     */
                                    occurredAt: string;
                                    fit: string;
                                }[];
                            } | null;
                            payment: {
                                id: string;
                                type: string;
                                status: string;
                                /** @example -12.34 */
                                amount: string;
                                currency: string;
                                merchant: string;
                                country: string;
                                reference: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-15T09:30:00.000Z
                                 */
                                occurredAt: string;
                                card: {
                                    id: string;
                                    last4: string;
                                    /** @example -12.34 */
                                    balance: string;
                                };
                            } | null;
                        };
                        /** @description Of the company, now. */
                        balance: {
                            /** @example -12.34 */
                            available: string;
                            /** @example -12.34 */
                            held: string;
                        };
                        /** @description What was tried and what the issuer said to it, the first one first. */
                        said: {
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            at: string;
                            how: string;
                            outcome: string;
                            detail: string;
                        }[];
                        timeline: {
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            at: string;
                            what: string;
                        }[];
                        cases: {
                            id: string;
                            kind: string;
                            detail: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            openedAt: string;
                            closedAt: string | null;
                            closingNote: string;
                        }[];
                        /** @description Those about its cases and its invoice as well. */
                        proposals: {
                            id: string;
                            /** @enum {string} */
                            action: "complete" | "accept" | "fail" | "adjust" | "close";
                            reason: string;
                            receipt: string;
                            cardToken: string;
                            last4: string;
                            amount: string | null;
                            /** @enum {string} */
                            state: "open" | "approved" | "withdrawn" | "overtaken";
                            proposedBy: {
                                id: string;
                                name: string;
                            };
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            proposedAt: string;
                            approvedBy: string | null;
                            approvedAt: string | null;
                            withdrawnBy: string | null;
                            withdrawnAt: string | null;
                            /** @description False for whoever proposed it, and for what is not open. */
                            mayApprove: boolean;
                            effect: {
                                sentences: string[];
                                available: {
                                    /** @example -12.34 */
                                    before: string;
                                    /** @example -12.34 */
                                    change: string;
                                    /** @example -12.34 */
                                    after: string;
                                };
                                held: {
                                    /** @example -12.34 */
                                    before: string;
                                    /** @example -12.34 */
                                    change: string;
                                    /** @example -12.34 */
                                    after: string;
                                };
                                /** @example 250.50 */
                                fee: string;
                                /** @example 250.50 */
                                toIssuer: string;
                                /** @example 250.50 */
                                card: string;
                                status: {
                                    before: string;
                                    after: string;
                                };
                            } | null;
                        }[];
                        /** @description Empty when nothing is left to decide, or a proposal is open. */
                        ways: {
                            /** @enum {string} */
                            kind: "propose" | "look" | "note";
                            words: string;
                            subject: string | null;
                            action: ("complete" | "accept" | "fail" | "adjust" | "close") | null;
                            /** @description USDT for accept, signed dollars for adjust; null where only people know it, or none is needed. */
                            amount: string | null;
                            needs: ("receipt" | "card")[];
                            effect: {
                                sentences: string[];
                                available: {
                                    /** @example -12.34 */
                                    before: string;
                                    /** @example -12.34 */
                                    change: string;
                                    /** @example -12.34 */
                                    after: string;
                                };
                                held: {
                                    /** @example -12.34 */
                                    before: string;
                                    /** @example -12.34 */
                                    change: string;
                                    /** @example -12.34 */
                                    after: string;
                                };
                                /** @example 250.50 */
                                fee: string;
                                /** @example 250.50 */
                                toIssuer: string;
                                /** @example 250.50 */
                                card: string;
                                status: {
                                    before: string;
                                    after: string;
                                };
                            } | null;
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
    previewProposal: {
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
                    /** @enum {string} */
                    action: "complete" | "accept" | "fail" | "adjust" | "close";
                    receipt?: string;
                    cardToken?: string;
                    last4?: string;
                    /** @description accept: USDT as it arrived, such as 99.504217. adjust: dollars, such as 53.10 or -53.10. */
                    amount?: string;
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
                        sentences: string[];
                        available: {
                            /** @example -12.34 */
                            before: string;
                            /** @example -12.34 */
                            change: string;
                            /** @example -12.34 */
                            after: string;
                        };
                        held: {
                            /** @example -12.34 */
                            before: string;
                            /** @example -12.34 */
                            change: string;
                            /** @example -12.34 */
                            after: string;
                        };
                        /** @example 250.50 */
                        fee: string;
                        /** @example 250.50 */
                        toIssuer: string;
                        /** @example 250.50 */
                        card: string;
                        status: {
                            before: string;
                            after: string;
                        };
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
    proposeDecision: {
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
                    /** @enum {string} */
                    action: "complete" | "accept" | "fail" | "adjust" | "close";
                    /**
                     * @description What you found out, and from whom; kept in the audit log.
                     * @example register extract checked
                     */
                    reason: string;
                    receipt?: string;
                    cardToken?: string;
                    last4?: string;
                    /** @description accept: USDT as it arrived, such as 99.504217. adjust: dollars, such as 53.10 or -53.10. */
                    amount?: string;
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
                        /** @description op_…, inv_… or case_… */
                        id: string;
                        /** @description issue, topup, service or invoice for a review; of a case contradiction, changed_notification, late_payment, repeated_payment or undone_twice. */
                        kind: string;
                        open: boolean;
                        company: {
                            id: string;
                            name: string;
                        };
                        /** @enum {string} */
                        environment: "sandbox" | "live";
                        operation: string | null;
                        invoice: string | null;
                        transaction: string | null;
                        status: string;
                        reason: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        since: string;
                        /** @example -12.34 */
                        total: string;
                        /** @example 250.50 */
                        held: string;
                        nextCheckAt: string | null;
                        openProposal: string | null;
                        about: {
                            operation: {
                                id: string;
                                type: string;
                                status: string;
                                /** @example 250.50 */
                                amount: string;
                                /** @example 250.50 */
                                fee: string;
                                /** @example 250.50 */
                                total: string;
                                /** @example 250.50 */
                                held: string;
                                name: string;
                                recipient: string;
                                cardLast4: string | null;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-15T09:30:00.000Z
                                 */
                                createdAt: string;
                                sentAt: string | null;
                                lastCheckAt: string | null;
                                nextCheckAt: string | null;
                                decidedAt: string | null;
                            } | null;
                            invoice: {
                                id: string;
                                status: string;
                                /** @example 250.50 */
                                requestedAmount: string;
                                /** @example 250.50 */
                                depositAmount: string;
                                /** @example 250.50 */
                                fee: string;
                                /** @example -12.34 */
                                creditAmount: string;
                                payAmount: string | null;
                                /** @example 100.004217 */
                                arrived: string;
                                address: string | null;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-15T09:30:00.000Z
                                 */
                                createdAt: string;
                                sentAt: string | null;
                                expiresAt: string | null;
                                lastCheckAt: string | null;
                                nextCheckAt: string | null;
                                decidedAt: string | null;
                                transfers: {
                                    id: string;
                                    /** @example 100.004217 */
                                    amount: string;
                                    /**
                                     * Format: date-time
                                     * @example 2026-11-15T09:30:00.000Z
                                     */
                                    occurredAt: string;
                                    fit: string;
                                }[];
                            } | null;
                            payment: {
                                id: string;
                                type: string;
                                status: string;
                                /** @example -12.34 */
                                amount: string;
                                currency: string;
                                merchant: string;
                                country: string;
                                reference: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-15T09:30:00.000Z
                                 */
                                occurredAt: string;
                                card: {
                                    id: string;
                                    last4: string;
                                    /** @example -12.34 */
                                    balance: string;
                                };
                            } | null;
                        };
                        /** @description Of the company, now. */
                        balance: {
                            /** @example -12.34 */
                            available: string;
                            /** @example -12.34 */
                            held: string;
                        };
                        /** @description What was tried and what the issuer said to it, the first one first. */
                        said: {
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            at: string;
                            how: string;
                            outcome: string;
                            detail: string;
                        }[];
                        timeline: {
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            at: string;
                            what: string;
                        }[];
                        cases: {
                            id: string;
                            kind: string;
                            detail: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            openedAt: string;
                            closedAt: string | null;
                            closingNote: string;
                        }[];
                        /** @description Those about its cases and its invoice as well. */
                        proposals: {
                            id: string;
                            /** @enum {string} */
                            action: "complete" | "accept" | "fail" | "adjust" | "close";
                            reason: string;
                            receipt: string;
                            cardToken: string;
                            last4: string;
                            amount: string | null;
                            /** @enum {string} */
                            state: "open" | "approved" | "withdrawn" | "overtaken";
                            proposedBy: {
                                id: string;
                                name: string;
                            };
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            proposedAt: string;
                            approvedBy: string | null;
                            approvedAt: string | null;
                            withdrawnBy: string | null;
                            withdrawnAt: string | null;
                            /** @description False for whoever proposed it, and for what is not open. */
                            mayApprove: boolean;
                            effect: {
                                sentences: string[];
                                available: {
                                    /** @example -12.34 */
                                    before: string;
                                    /** @example -12.34 */
                                    change: string;
                                    /** @example -12.34 */
                                    after: string;
                                };
                                held: {
                                    /** @example -12.34 */
                                    before: string;
                                    /** @example -12.34 */
                                    change: string;
                                    /** @example -12.34 */
                                    after: string;
                                };
                                /** @example 250.50 */
                                fee: string;
                                /** @example 250.50 */
                                toIssuer: string;
                                /** @example 250.50 */
                                card: string;
                                status: {
                                    before: string;
                                    after: string;
                                };
                            } | null;
                        }[];
                        /** @description Empty when nothing is left to decide, or a proposal is open. */
                        ways: {
                            /** @enum {string} */
                            kind: "propose" | "look" | "note";
                            words: string;
                            subject: string | null;
                            action: ("complete" | "accept" | "fail" | "adjust" | "close") | null;
                            /** @description USDT for accept, signed dollars for adjust; null where only people know it, or none is needed. */
                            amount: string | null;
                            needs: ("receipt" | "card")[];
                            effect: {
                                sentences: string[];
                                available: {
                                    /** @example -12.34 */
                                    before: string;
                                    /** @example -12.34 */
                                    change: string;
                                    /** @example -12.34 */
                                    after: string;
                                };
                                held: {
                                    /** @example -12.34 */
                                    before: string;
                                    /** @example -12.34 */
                                    change: string;
                                    /** @example -12.34 */
                                    after: string;
                                };
                                /** @example 250.50 */
                                fee: string;
                                /** @example 250.50 */
                                toIssuer: string;
                                /** @example 250.50 */
                                card: string;
                                status: {
                                    before: string;
                                    after: string;
                                };
                            } | null;
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
    listReconciliations: {
        parameters: {
            query?: {
                limit?: number;
                /** @description nextBefore of the page before. */
                before?: string;
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
                        data: {
                            id: string;
                            /** @description null: every company. */
                            company: string | null;
                            /** @description null: both. */
                            environment: ("sandbox" | "live") | null;
                            /** @description null: the daily one. */
                            askedBy: {
                                id: string;
                                name: string;
                            } | null;
                            /** @enum {string} */
                            state: "waiting" | "under_way" | "over";
                            settledSeconds: number;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            startedAt: string;
                            finishedAt: string | null;
                            nextAt: string | null;
                            books: number;
                            compared: number;
                            onTheirWay: number;
                            notRead: number;
                            explained: number;
                            breaks: number;
                            suspects: number;
                        }[];
                        nextBefore: string | null;
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
    beginReconciliation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    companyId?: string;
                    /** @enum {string} */
                    environment?: "sandbox" | "live";
                    /** @description A difference counts when it is still the same after so long; 300 unless told otherwise. */
                    settledSeconds?: number;
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
                        /** @description null: every company. */
                        company: string | null;
                        /** @description null: both. */
                        environment: ("sandbox" | "live") | null;
                        /** @description null: the daily one. */
                        askedBy: {
                            id: string;
                            name: string;
                        } | null;
                        /** @enum {string} */
                        state: "waiting" | "under_way" | "over";
                        settledSeconds: number;
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        startedAt: string;
                        finishedAt: string | null;
                        nextAt: string | null;
                        books: number;
                        compared: number;
                        onTheirWay: number;
                        notRead: number;
                        explained: number;
                        breaks: number;
                        suspects: number;
                        /** @description At most 200; `breaks` counts all. */
                        data: {
                            company: string;
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            kind: string;
                            rule: string;
                            subject: string;
                            sides: {
                                ours: string;
                                theirs: string;
                            };
                            ours: string;
                            theirs: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            since: string;
                            ways: string[];
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
    getReconciliation: {
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
                        /** @description null: every company. */
                        company: string | null;
                        /** @description null: both. */
                        environment: ("sandbox" | "live") | null;
                        /** @description null: the daily one. */
                        askedBy: {
                            id: string;
                            name: string;
                        } | null;
                        /** @enum {string} */
                        state: "waiting" | "under_way" | "over";
                        settledSeconds: number;
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        startedAt: string;
                        finishedAt: string | null;
                        nextAt: string | null;
                        books: number;
                        compared: number;
                        onTheirWay: number;
                        notRead: number;
                        explained: number;
                        breaks: number;
                        suspects: number;
                        /** @description At most 200; `breaks` counts all. */
                        data: {
                            company: string;
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            kind: string;
                            rule: string;
                            subject: string;
                            sides: {
                                ours: string;
                                theirs: string;
                            };
                            ours: string;
                            theirs: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            since: string;
                            ways: string[];
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
    listReviews: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description nextCursor of the page before. */
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
                        data: {
                            /** @description op_…, inv_… or case_… */
                            id: string;
                            /** @description issue, topup, service or invoice for a review; of a case contradiction, changed_notification, late_payment, repeated_payment or undone_twice. */
                            kind: string;
                            open: boolean;
                            company: {
                                id: string;
                                name: string;
                            };
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            operation: string | null;
                            invoice: string | null;
                            transaction: string | null;
                            status: string;
                            reason: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            since: string;
                            /** @example -12.34 */
                            total: string;
                            /** @example 250.50 */
                            held: string;
                            nextCheckAt: string | null;
                            openProposal: string | null;
                        }[];
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
    getReview: {
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
                        /** @description op_…, inv_… or case_… */
                        id: string;
                        /** @description issue, topup, service or invoice for a review; of a case contradiction, changed_notification, late_payment, repeated_payment or undone_twice. */
                        kind: string;
                        open: boolean;
                        company: {
                            id: string;
                            name: string;
                        };
                        /** @enum {string} */
                        environment: "sandbox" | "live";
                        operation: string | null;
                        invoice: string | null;
                        transaction: string | null;
                        status: string;
                        reason: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        since: string;
                        /** @example -12.34 */
                        total: string;
                        /** @example 250.50 */
                        held: string;
                        nextCheckAt: string | null;
                        openProposal: string | null;
                        about: {
                            operation: {
                                id: string;
                                type: string;
                                status: string;
                                /** @example 250.50 */
                                amount: string;
                                /** @example 250.50 */
                                fee: string;
                                /** @example 250.50 */
                                total: string;
                                /** @example 250.50 */
                                held: string;
                                name: string;
                                recipient: string;
                                cardLast4: string | null;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-15T09:30:00.000Z
                                 */
                                createdAt: string;
                                sentAt: string | null;
                                lastCheckAt: string | null;
                                nextCheckAt: string | null;
                                decidedAt: string | null;
                            } | null;
                            invoice: {
                                id: string;
                                status: string;
                                /** @example 250.50 */
                                requestedAmount: string;
                                /** @example 250.50 */
                                depositAmount: string;
                                /** @example 250.50 */
                                fee: string;
                                /** @example -12.34 */
                                creditAmount: string;
                                payAmount: string | null;
                                /** @example 100.004217 */
                                arrived: string;
                                address: string | null;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-15T09:30:00.000Z
                                 */
                                createdAt: string;
                                sentAt: string | null;
                                expiresAt: string | null;
                                lastCheckAt: string | null;
                                nextCheckAt: string | null;
                                decidedAt: string | null;
                                transfers: {
                                    id: string;
                                    /** @example 100.004217 */
                                    amount: string;
                                    /**
                                     * Format: date-time
                                     * @example 2026-11-15T09:30:00.000Z
                                     */
                                    occurredAt: string;
                                    fit: string;
                                }[];
                            } | null;
                            payment: {
                                id: string;
                                type: string;
                                status: string;
                                /** @example -12.34 */
                                amount: string;
                                currency: string;
                                merchant: string;
                                country: string;
                                reference: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-15T09:30:00.000Z
                                 */
                                occurredAt: string;
                                card: {
                                    id: string;
                                    last4: string;
                                    /** @example -12.34 */
                                    balance: string;
                                };
                            } | null;
                        };
                        /** @description Of the company, now. */
                        balance: {
                            /** @example -12.34 */
                            available: string;
                            /** @example -12.34 */
                            held: string;
                        };
                        /** @description What was tried and what the issuer said to it, the first one first. */
                        said: {
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            at: string;
                            how: string;
                            outcome: string;
                            detail: string;
                        }[];
                        timeline: {
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            at: string;
                            what: string;
                        }[];
                        cases: {
                            id: string;
                            kind: string;
                            detail: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            openedAt: string;
                            closedAt: string | null;
                            closingNote: string;
                        }[];
                        /** @description Those about its cases and its invoice as well. */
                        proposals: {
                            id: string;
                            /** @enum {string} */
                            action: "complete" | "accept" | "fail" | "adjust" | "close";
                            reason: string;
                            receipt: string;
                            cardToken: string;
                            last4: string;
                            amount: string | null;
                            /** @enum {string} */
                            state: "open" | "approved" | "withdrawn" | "overtaken";
                            proposedBy: {
                                id: string;
                                name: string;
                            };
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            proposedAt: string;
                            approvedBy: string | null;
                            approvedAt: string | null;
                            withdrawnBy: string | null;
                            withdrawnAt: string | null;
                            /** @description False for whoever proposed it, and for what is not open. */
                            mayApprove: boolean;
                            effect: {
                                sentences: string[];
                                available: {
                                    /** @example -12.34 */
                                    before: string;
                                    /** @example -12.34 */
                                    change: string;
                                    /** @example -12.34 */
                                    after: string;
                                };
                                held: {
                                    /** @example -12.34 */
                                    before: string;
                                    /** @example -12.34 */
                                    change: string;
                                    /** @example -12.34 */
                                    after: string;
                                };
                                /** @example 250.50 */
                                fee: string;
                                /** @example 250.50 */
                                toIssuer: string;
                                /** @example 250.50 */
                                card: string;
                                status: {
                                    before: string;
                                    after: string;
                                };
                            } | null;
                        }[];
                        /** @description Empty when nothing is left to decide, or a proposal is open. */
                        ways: {
                            /** @enum {string} */
                            kind: "propose" | "look" | "note";
                            words: string;
                            subject: string | null;
                            action: ("complete" | "accept" | "fail" | "adjust" | "close") | null;
                            /** @description USDT for accept, signed dollars for adjust; null where only people know it, or none is needed. */
                            amount: string | null;
                            needs: ("receipt" | "card")[];
                            effect: {
                                sentences: string[];
                                available: {
                                    /** @example -12.34 */
                                    before: string;
                                    /** @example -12.34 */
                                    change: string;
                                    /** @example -12.34 */
                                    after: string;
                                };
                                held: {
                                    /** @example -12.34 */
                                    before: string;
                                    /** @example -12.34 */
                                    change: string;
                                    /** @example -12.34 */
                                    after: string;
                                };
                                /** @example 250.50 */
                                fee: string;
                                /** @example 250.50 */
                                toIssuer: string;
                                /** @example 250.50 */
                                card: string;
                                status: {
                                    before: string;
                                    after: string;
                                };
                            } | null;
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
    getStatus: {
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
                        at: string;
                        /**
                         * @description A count above it means "more than that".
                         * @example 10000
                         */
                        mostCounted: number;
                        /** @description What needs somebody, the worst first. */
                        problems: {
                            problem: string;
                            why: string;
                            /** @description A command to copy, or where the steps stand. */
                            next: string;
                        }[];
                        waiting: {
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            /** @enum {string} */
                            reason: "paused" | "suspended" | "unreachable" | "waiting";
                            pause: string | null;
                            operations: number;
                            /** @example 250.50 */
                            held: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            oldestAt: string;
                        }[];
                        sending: {
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            operations: number;
                            silent: number;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            oldestAt: string;
                        }[];
                        reviews: {
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            operations: number;
                            forPeople: number;
                            /** @example 250.50 */
                            held: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            oldestAt: string;
                            nextCheckAt: string | null;
                        }[];
                        invoices: {
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            /** @enum {string} */
                            state: "creating" | "paused" | "suspended" | "sent" | "due" | "review";
                            invoices: number;
                            forPeople: number;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            oldestAt: string;
                            nextCheckAt: string | null;
                        }[];
                        held: {
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            /** @example -12.34 */
                            byLedger: string;
                            /** @example -12.34 */
                            byOperations: string;
                            isWhole: boolean;
                        }[];
                        backlogs: {
                            /** @enum {string} */
                            backlog: "notifications" | "payments" | "holders" | "simulations" | "cases" | "proposals" | "seals";
                            environment: ("sandbox" | "live") | null;
                            waiting: number;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            oldestAt: string;
                        }[];
                        reconciled: {
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            breaks: number;
                            oldestAt: string | null;
                            notRead: number;
                            lastAt: string | null;
                        }[];
                        webhooks: {
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            /** @enum {string} */
                            state: "behind" | "due" | "failing" | "disabled";
                            webhooks: number;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            oldestAt: string;
                        }[];
                        queues: {
                            name: string;
                            ready: number;
                            deferred: number;
                            active: number;
                            failed: number;
                            countedAt: string | null;
                        }[];
                        pauses: {
                            id: string;
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            product: {
                                id: string;
                                name: string;
                            } | null;
                            reason: string;
                            pausedBy: {
                                id: string;
                                name: string;
                            };
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            pausedAt: string;
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
    suspendCompany: {
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
                     * @description Why; kept in the audit log.
                     * @example register extract checked
                     */
                    reason: string;
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
                        id: string;
                        name: string;
                        /** @enum {string} */
                        kind: "individual" | "corporate";
                        /** @enum {string} */
                        verification: "pending" | "approved" | "rejected";
                        verificationReason: string;
                        suspendedAt: string | null;
                        suspensionReason: string;
                        capabilities: {
                            directInvoices: boolean;
                            liveServices: boolean;
                        };
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        createdAt: string;
                        /** @description Requests a second; null is the default of the cell. */
                        limits: {
                            reads: number | null;
                            writes: number | null;
                            statements: number | null;
                        };
                        balances: {
                            sandbox: {
                                /** @example -12.34 */
                                available: string;
                                /** @example -12.34 */
                                held: string;
                            };
                            live: {
                                /** @example -12.34 */
                                available: string;
                                /** @example -12.34 */
                                held: string;
                            };
                        };
                        /** @description Its people; none where an operator made it and nobody has joined yet. */
                        members: {
                            id: string;
                            name: string;
                            email: string;
                            role: string;
                            hasSecondFactor: boolean;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            since: string;
                        }[];
                        ownerInvitation: {
                            email: string;
                            /** @description The operator. */
                            invitedBy: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            invitedAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            expiresAt: string;
                            /**
                             * @description Whether the mail server has taken it. It is tried again for as long as the invitation counts.
                             * @enum {string}
                             */
                            letter: "waiting" | "sent" | "given_up";
                        } | null;
                        /** @description Of both environments, newest first; never their text, never those of people. */
                        keys: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            /** @description Its last characters. */
                            hint: string;
                            scopes: string[];
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            createdAt: string;
                            expiresAt: string | null;
                            revokedAt: string | null;
                            lastUsedAt: string | null;
                            rotatedFrom: string | null;
                            /** @enum {string} */
                            state: "works" | "revoked" | "expired";
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
    resumeCompany: {
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
                        name: string;
                        /** @enum {string} */
                        kind: "individual" | "corporate";
                        /** @enum {string} */
                        verification: "pending" | "approved" | "rejected";
                        verificationReason: string;
                        suspendedAt: string | null;
                        suspensionReason: string;
                        capabilities: {
                            directInvoices: boolean;
                            liveServices: boolean;
                        };
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        createdAt: string;
                        /** @description Requests a second; null is the default of the cell. */
                        limits: {
                            reads: number | null;
                            writes: number | null;
                            statements: number | null;
                        };
                        balances: {
                            sandbox: {
                                /** @example -12.34 */
                                available: string;
                                /** @example -12.34 */
                                held: string;
                            };
                            live: {
                                /** @example -12.34 */
                                available: string;
                                /** @example -12.34 */
                                held: string;
                            };
                        };
                        /** @description Its people; none where an operator made it and nobody has joined yet. */
                        members: {
                            id: string;
                            name: string;
                            email: string;
                            role: string;
                            hasSecondFactor: boolean;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            since: string;
                        }[];
                        ownerInvitation: {
                            email: string;
                            /** @description The operator. */
                            invitedBy: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            invitedAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            expiresAt: string;
                            /**
                             * @description Whether the mail server has taken it. It is tried again for as long as the invitation counts.
                             * @enum {string}
                             */
                            letter: "waiting" | "sent" | "given_up";
                        } | null;
                        /** @description Of both environments, newest first; never their text, never those of people. */
                        keys: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            /** @description Its last characters. */
                            hint: string;
                            scopes: string[];
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            createdAt: string;
                            expiresAt: string | null;
                            revokedAt: string | null;
                            lastUsedAt: string | null;
                            rotatedFrom: string | null;
                            /** @enum {string} */
                            state: "works" | "revoked" | "expired";
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
    listVerifications: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description nextCursor of the page before. */
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
                        data: {
                            company: {
                                id: string;
                                name: string;
                            };
                            /** @enum {string} */
                            kind: "individual" | "corporate";
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            submittedAt: string;
                        }[];
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
    getVerification: {
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
                        company: {
                            id: string;
                            name: string;
                        };
                        /** @enum {string} */
                        kind: "individual" | "corporate";
                        /** @enum {string} */
                        state: "draft" | "submitted" | "approved" | "rejected";
                        /** @enum {string} */
                        verification: "pending" | "approved" | "rejected";
                        submittedAt: string | null;
                        /** @description In the order in which they are asked for. */
                        fields: {
                            name: string;
                            label: string;
                            value: string;
                        }[];
                        documents: {
                            id: string;
                            slot: string;
                            name: string;
                            mediaType: string;
                            bytes: number;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            uploadedAt: string;
                            label: string;
                        }[];
                        /** @description Newest first, each with what was decided about. */
                        decisions: {
                            /** @enum {string} */
                            decision: "approved" | "rejected";
                            reason: string;
                            decidedBy: {
                                id: string;
                                name: string;
                            } | null;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            decidedAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            submittedAt: string;
                            fields: {
                                [key: string]: string;
                            };
                            documents: {
                                id: string;
                                slot: string;
                                name: string;
                                mediaType: string;
                                bytes: number;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-15T09:30:00.000Z
                                 */
                                uploadedAt: string;
                            }[];
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
}
