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
