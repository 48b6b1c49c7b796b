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
         * List audit entries, newest first
         * @description Action: `audit.read`.
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
         * Walk the chain of the log and name the first entry that is not what was sealed
         * @description Action: `audit.verify`.
         */
        post: operations["verifyAudit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/companies/{id}/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the operations of a company, newest first
         * @description Action: `companies.read`.
         */
        get: operations["listOperations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/companies/{id}/cards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the cards of a company by name and last four digits, newest first
         * @description Action: `companies.read`.
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
    "/desk/v1/companies/{id}/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the invoices of a company, newest first
         * @description Action: `companies.read`.
         */
        get: operations["listInvoices"];
        put?: never;
        post?: never;
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
         * @description Action: `companies.read`.
         */
        get: operations["listCompanies"];
        put?: never;
        /**
         * Create a company: its keys are refused until it is approved
         * @description Action: `companies.create`.
         */
        post: operations["createCompany"];
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
         * @description Action: `companies.read`.
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
         * Propose to switch a live capability on, or switch it off
         * @description Action: `companies.capabilities`.
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
         * Propose rate limits of its own for a company, all three at once
         * @description Action: `companies.limits`.
         */
        put: operations["setLimits"];
        post?: never;
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
         * Approve what another operator proposed: it happens now
         * @description Action: `proposals.approve`, second factor again, exported.
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
         * @description Action: `proposals.withdraw`.
         */
        post: operations["withdrawProposal"];
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
         * Mark a submission as approved; the company’s owners get an email
         * @description Action: `verifications.approve`, second factor again.
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
         * Mark a submission as rejected; the company’s owners get an email
         * @description Action: `verifications.reject`.
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
         * Download a document; the audit log records who did
         * @description Action: `verifications.open_document`.
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
    "/desk/v1/found": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find what ids name in all companies; ids that name nothing are left out
         * @description Action: `companies.read`.
         */
        get: operations["findByIds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/cards/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See a card: its name and last four digits, and whose it is
         * @description Action: `companies.read`.
         */
        get: operations["getCard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/holders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See a cardholder by name
         * @description Action: `companies.read`.
         */
        get: operations["getHolder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/companies/{id}/holders/{holder}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Propose to erase name, email, external id and metadata of a cardholder, wherever they are stored
         * @description Action: `holders.erase`.
         */
        post: operations["eraseHolder"];
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
         * See how many jobs there are, and which failed
         * @description Action: `jobs.read`.
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
         * Retry failed jobs
         * @description Action: `jobs.redrive`.
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
         * Revoke a key: every server refuses it within a second
         * @description Action: `keys.revoke`, exported.
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
         * @description Action: `me`.
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
         * Enter a code of the second factor again
         * @description Action: `step-up`.
         */
        post: operations["stepUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/companies/{id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a sandbox key, or propose a live one; its text is returned once
         * @description Action: `keys.create`.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/companies/{id}/keys/{key}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a sandbox key, or propose it for a live one; the new text is returned once
         * @description Action: `keys.rotate`, exported.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notifications that could not be placed
         * @description Action: `notifications.read`.
         */
        get: operations["listUnplacedNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/notifications/{id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a notification that cannot be placed
         * @description Action: `notifications.close`.
         */
        post: operations["closeNotification"];
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
         * @description Action: `operators.invite`, second factor again.
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
         * Disable an operator: their tokens and sessions are refused from now on
         * @description Action: `operators.disable`, second factor again, exported.
         */
        post: operations["disableOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/operators/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Propose to enable a disabled operator
         * @description Action: `operators.enable`.
         */
        post: operations["enableOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/operators/{id}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Propose to remove the second factor of an operator who lost it
         * @description Action: `operators.reset`.
         */
        post: operations["resetOperator"];
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
         * @description Action: `operators.read`.
         */
        get: operations["listOperators"];
        put?: never;
        /**
         * Propose a new operator; once approved, they get a link to choose a password
         * @description Action: `operators.add`.
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
         * Propose to invite the first owner of a company by email; an earlier invitation of operators ends
         * @description Action: `companies.invite_owner`.
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
         * List pauses
         * @description Action: `pauses.read`.
         */
        get: operations["listPauses"];
        put?: never;
        /**
         * Stop sending
         * @description Action: `pauses.add`, exported.
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
         * @description Action: `pauses.remove`.
         */
        delete: operations["removePause"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/products/{id}/prices/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview what a new price changes, with an example; nothing is proposed
         * @description Action: `products.price`.
         */
        post: operations["previewPrice"];
        delete?: never;
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
         * @description Action: `products.read`.
         */
        get: operations["listProducts"];
        put?: never;
        /**
         * Propose a product, or a change of one
         * @description Action: `products.set`.
         */
        post: operations["setProduct"];
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
         * Propose a price from a given time on; earlier orders keep their price
         * @description Action: `products.price`.
         */
        post: operations["setPrice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List proposals, newest first
         * @description Action: `proposals.read`.
         */
        get: operations["listProposals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/proposals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See a proposal and what approving it does
         * @description Action: `proposals.read`.
         */
        get: operations["getProposal"];
        put?: never;
        post?: never;
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
         * Preview the effect of a decision in numbers; nothing is proposed
         * @description Action: `reviews.propose`.
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
         * @description Action: `reviews.propose`.
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
         * @description Action: `reconciliations.read`.
         */
        get: operations["listReconciliations"];
        put?: never;
        /**
         * Request a reconciliation; a worker carries it out
         * @description Action: `reconciliations.begin`.
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
         * See every break of a reconciliation: both sides, since when, and the safe next steps
         * @description Action: `reconciliations.read`.
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
    "/desk/v1/recovery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See what a fenced database has lost, and what to do next
         * @description Action: `recovery.read`.
         */
        get: operations["getRecovery"];
        put?: never;
        /**
         * Propose to accept what is lost
         * @description Action: `recovery.propose`.
         */
        post: operations["proposeRecovery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/recovery/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay the exported audit entries, and end every session
         * @description Action: `recovery.replay`.
         */
        post: operations["replayExports"];
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
         * @description Action: `reviews.read`.
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
         * See the evidence, the money held, the history, and the next steps
         * @description Action: `reviews.read`.
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
    "/desk/v1/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See how many rows need which version of the keys that hash and seal
         * @description Action: `secrets.read`.
         */
        get: operations["listSecretVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/secrets/rewrap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move one page of webhook secrets or documents to the current version
         * @description Action: `secrets.rewrap`.
         */
        post: operations["rewrapSecrets"];
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
         * @description Action: `status.read`.
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
         * @description Action: `companies.suspend`, second factor again, exported.
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
         * @description Action: `companies.resume`.
         */
        post: operations["resumeCompany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/operators/me/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your own tokens, newest first
         * @description Action: `tokens.read`.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Create a token of your own
         * @description Action: `tokens.make`, second factor again.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/operators/me/tokens/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a token of your own: it is refused from now on
         * @description Action: `tokens.revoke`, exported.
         */
        post: operations["revokeToken"];
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
         * @description Action: `verifications.read`.
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
         * See the submission of a company, by the id of the company
         * @description Action: `verifications.read`.
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
    "/desk/v1/companies/{id}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhook endpoints of a company, newest first
         * @description Action: `webhooks.read`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register a webhook endpoint; its secret is shown only now
         * @description Action: `webhooks.change`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/companies/{id}/webhooks/{webhook}": {
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
         * Delete a webhook endpoint: what was not sent to it yet never is
         * @description Action: `webhooks.change`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint: only what is given changes
         * @description Action: `webhooks.change`.
         */
        patch: operations["changeWebhook"];
        trace?: never;
    };
    "/desk/v1/companies/{id}/webhooks/{webhook}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was sent to an endpoint with every attempt, newest first
         * @description Action: `webhooks.read`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/companies/{id}/webhooks/{webhook}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a second secret, shown only now, which replaces the first within a day
         * @description Action: `webhooks.change`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/companies/{id}/webhooks/{webhook}/confirm-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a rotation: from now on the new secret alone signs
         * @description Action: `webhooks.change`.
         */
        post: operations["confirmWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/companies/{id}/webhooks/{webhook}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a webhook.test to an endpoint
         * @description Action: `webhooks.change`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/companies/{id}/webhooks/{webhook}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count the events of a time range, and with that number tell the endpoint again
         * @description Action: `webhooks.change`.
         */
        post: operations["replayEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/work/parked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List parked work
         * @description Action: `work.read`.
         */
        get: operations["listParkedWork"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/v1/work/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release parked work
         * @description Action: `work.release`.
         */
        post: operations["releaseWork"];
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
                            /** @description null: `actor` says who it was. */
                            operator: {
                                id: string;
                                name: string;
                            } | null;
                            /** @description Without a name: someone who is no longer a member, or the system itself. */
                            actor: {
                                /** @enum {string} */
                                kind: "operator" | "member" | "key" | "system";
                                name: string | null;
                            };
                            /** @example review.approve */
                            action: string;
                            company: string | null;
                            environment: ("sandbox" | "live") | null;
                            subject: string;
                            /** @description Of a member or a key of the company. */
                            subjectName: string | null;
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
                    "application/json": components["schemas"]["ApiError"];
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
                        entries: number;
                        /** @description False: the chain was verified, but no location of its heads is configured. */
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    listOperations: {
        parameters: {
            query: {
                environment: "sandbox" | "live";
                /** @description Rows per page. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
                /** @description Only of this card. */
                cardId?: string;
                /** @description Only of this cardholder. */
                holderId?: string;
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
                        data: {
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
                            card: {
                                id: string;
                                name: string;
                                last4: string;
                            } | null;
                            holder: {
                                id: string;
                                name: string;
                            } | null;
                            /** @description Of the card to issue; empty for other types. */
                            name: string;
                            /** @description Of a service; empty for other types. */
                            recipient: string;
                            /** @description Its name. */
                            product: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            createdAt: string;
                        }[];
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
    listCards: {
        parameters: {
            query: {
                environment: "sandbox" | "live";
                /** @description Rows per page. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
                /** @description Only of this cardholder. */
                holderId?: string;
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
                        data: {
                            id: string;
                            name: string;
                            last4: string;
                            /** @enum {string} */
                            status: "active" | "frozen" | "blocked" | "closed" | "expired";
                            /** @example 250.50 */
                            balance: string;
                            holder: {
                                id: string;
                                name: string;
                            } | null;
                            /** @description Its name. */
                            product: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            createdAt: string;
                        }[];
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
    listInvoices: {
        parameters: {
            query: {
                environment: "sandbox" | "live";
                /** @description Rows per page. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
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
                        data: {
                            id: string;
                            /** @enum {string} */
                            status: "creating" | "pending" | "completed" | "expired" | "failed" | "manual_review";
                            /** @example 250.50 */
                            depositAmount: string;
                            /** @example 250.50 */
                            fee: string;
                            /** @example 250.50 */
                            creditAmount: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            createdAt: string;
                            expiresAt: string | null;
                        }[];
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
    listCompanies: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
                /** @description Start after this company, instead of at a cursor. */
                before?: string;
                /** @description A whole id, or beginnings of words of the name, all of which must match. */
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
                            /**
                             * @description As people see it: pending is a draft until the company submits it.
                             * @enum {string}
                             */
                            verificationState: "draft" | "submitted" | "approved" | "rejected";
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
    createCompany: {
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
                     * Format: free-text
                     * @description As it is shown to people.
                     * @example register extract checked
                     */
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
                    "application/json": {
                        id: string;
                        name: string;
                        /** @enum {string} */
                        kind: "individual" | "corporate";
                        /** @enum {string} */
                        verification: "pending" | "approved" | "rejected";
                        /**
                         * @description As people see it: pending is a draft until the company submits it.
                         * @enum {string}
                         */
                        verificationState: "draft" | "submitted" | "approved" | "rejected";
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
                        /** @description Requests per second; null is the default of the cell. */
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
                        /** @description Its members; empty if an operator created it and nobody has joined yet. */
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
                             * @description Whether the mail server has accepted it. It is retried while the invitation is valid.
                             * @enum {string}
                             */
                            emailStatus: "waiting" | "sent" | "given_up";
                        } | null;
                        /** @description Of both environments, newest first; never their text, and without members’ session keys. */
                        keys: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            /** @description Its last characters. */
                            hint: string;
                            scopes: ("funding:write" | "cards:write" | "services:write" | "cards:read" | "holders:read" | "operations:read" | "balance:read" | "holders:write" | "cards:reveal" | "webhooks:read" | "webhooks:write")[];
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
                    "application/json": components["schemas"]["ApiError"];
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
                        /**
                         * @description As people see it: pending is a draft until the company submits it.
                         * @enum {string}
                         */
                        verificationState: "draft" | "submitted" | "approved" | "rejected";
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
                        /** @description Requests per second; null is the default of the cell. */
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
                        /** @description Its members; empty if an operator created it and nobody has joined yet. */
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
                             * @description Whether the mail server has accepted it. It is retried while the invitation is valid.
                             * @enum {string}
                             */
                            emailStatus: "waiting" | "sent" | "given_up";
                        } | null;
                        /** @description Of both environments, newest first; never their text, and without members’ session keys. */
                        keys: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            /** @description Its last characters. */
                            hint: string;
                            scopes: ("funding:write" | "cards:write" | "services:write" | "cards:read" | "holders:read" | "operations:read" | "balance:read" | "holders:write" | "cards:reveal" | "webhooks:read" | "webhooks:write")[];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    /** @description true: proposed, and switched on once another operator approves. false: off now. */
                    enabled: boolean;
                    /**
                     * Format: free-text
                     * @description Why. The approver reads it, and the audit log keeps it.
                     * @example register extract checked
                     */
                    reason?: string;
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
                        /**
                         * @description As people see it: pending is a draft until the company submits it.
                         * @enum {string}
                         */
                        verificationState: "draft" | "submitted" | "approved" | "rejected";
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
                        /** @description Requests per second; null is the default of the cell. */
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
                        /** @description Its members; empty if an operator created it and nobody has joined yet. */
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
                             * @description Whether the mail server has accepted it. It is retried while the invitation is valid.
                             * @enum {string}
                             */
                            emailStatus: "waiting" | "sent" | "given_up";
                        } | null;
                        /** @description Of both environments, newest first; never their text, and without members’ session keys. */
                        keys: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            /** @description Its last characters. */
                            hint: string;
                            scopes: ("funding:write" | "cards:write" | "services:write" | "cards:read" | "holders:read" | "operations:read" | "balance:read" | "holders:write" | "cards:reveal" | "webhooks:read" | "webhooks:write")[];
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
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        proposal: {
                            id: string;
                            /** @example company.limits */
                            action: string;
                            /** @description Its subject: an id, or the address of a new operator. */
                            subject: string;
                            /** @description Its name, if it has one. */
                            subjectName: string | null;
                            companyId: string | null;
                            companyName: string | null;
                            environment: ("sandbox" | "live") | null;
                            /** @description The review or case that it decides. */
                            reviewId: string | null;
                            reason: string;
                            details: {
                                [key: string]: unknown;
                            };
                            /** @description The effect of approving, one sentence each. Empty for a decided review. */
                            effect: string[];
                            /** @description What an open proposal of prices changes, compared with the prices of today; otherwise empty. */
                            priceChanges: {
                                product: {
                                    id: string;
                                    name: string;
                                };
                                /** @example topup */
                                type: string;
                                parts: {
                                    /** @enum {string} */
                                    part: "fixedFee" | "rateBps" | "minimumFee" | "minimumAmount" | "maximumAmount";
                                    before: string | null;
                                    change: string | null;
                                    after: string;
                                }[];
                                /** @description The total of one operation with its fee, today and with the new price. */
                                example: {
                                    /** @example 250.50 */
                                    amount: string;
                                    /** @description null: it cannot be ordered today. */
                                    before: string | null;
                                    /** @example 250.50 */
                                    after: string;
                                };
                            }[];
                            proposer: {
                                id: string;
                                name: string;
                            };
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            proposedAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            expiresAt: string;
                            approver: {
                                id: string;
                                name: string;
                            } | null;
                            approvedAt: string | null;
                            withdrawer: {
                                id: string;
                                name: string;
                            } | null;
                            withdrawnAt: string | null;
                            /** @enum {string} */
                            state: "open" | "approved" | "withdrawn" | "expired";
                            /** @description Whether you may, with a fresh code. */
                            mayApprove: boolean;
                            /** @description The code that approving would be refused with. */
                            whyNot: string | null;
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
                    "application/json": components["schemas"]["ApiError"];
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
        requestBody: {
            content: {
                "application/json": {
                    reads: number | null;
                    writes: number | null;
                    statements: number | null;
                    /**
                     * Format: free-text
                     * @description Why. The approver reads it, and the audit log keeps it.
                     * @example register extract checked
                     */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        proposal: {
                            id: string;
                            /** @example company.limits */
                            action: string;
                            /** @description Its subject: an id, or the address of a new operator. */
                            subject: string;
                            /** @description Its name, if it has one. */
                            subjectName: string | null;
                            companyId: string | null;
                            companyName: string | null;
                            environment: ("sandbox" | "live") | null;
                            /** @description The review or case that it decides. */
                            reviewId: string | null;
                            reason: string;
                            details: {
                                [key: string]: unknown;
                            };
                            /** @description The effect of approving, one sentence each. Empty for a decided review. */
                            effect: string[];
                            /** @description What an open proposal of prices changes, compared with the prices of today; otherwise empty. */
                            priceChanges: {
                                product: {
                                    id: string;
                                    name: string;
                                };
                                /** @example topup */
                                type: string;
                                parts: {
                                    /** @enum {string} */
                                    part: "fixedFee" | "rateBps" | "minimumFee" | "minimumAmount" | "maximumAmount";
                                    before: string | null;
                                    change: string | null;
                                    after: string;
                                }[];
                                /** @description The total of one operation with its fee, today and with the new price. */
                                example: {
                                    /** @example 250.50 */
                                    amount: string;
                                    /** @description null: it cannot be ordered today. */
                                    before: string | null;
                                    /** @example 250.50 */
                                    after: string;
                                };
                            }[];
                            proposer: {
                                id: string;
                                name: string;
                            };
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            proposedAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            expiresAt: string;
                            approver: {
                                id: string;
                                name: string;
                            } | null;
                            approvedAt: string | null;
                            withdrawer: {
                                id: string;
                                name: string;
                            } | null;
                            withdrawnAt: string | null;
                            /** @enum {string} */
                            state: "open" | "approved" | "withdrawn" | "expired";
                            /** @description Whether you may, with a fresh code. */
                            mayApprove: boolean;
                            /** @description The code that approving would be refused with. */
                            whyNot: string | null;
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
                    "application/json": components["schemas"]["ApiError"];
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
                        id: string;
                        /** @example company.limits */
                        action: string;
                        /** @description Its subject: an id, or the address of a new operator. */
                        subject: string;
                        /** @description Its name, if it has one. */
                        subjectName: string | null;
                        companyId: string | null;
                        companyName: string | null;
                        environment: ("sandbox" | "live") | null;
                        /** @description The review or case that it decides. */
                        reviewId: string | null;
                        reason: string;
                        details: {
                            [key: string]: unknown;
                        };
                        /** @description The effect of approving, one sentence each. Empty for a decided review. */
                        effect: string[];
                        /** @description What an open proposal of prices changes, compared with the prices of today; otherwise empty. */
                        priceChanges: {
                            product: {
                                id: string;
                                name: string;
                            };
                            /** @example topup */
                            type: string;
                            parts: {
                                /** @enum {string} */
                                part: "fixedFee" | "rateBps" | "minimumFee" | "minimumAmount" | "maximumAmount";
                                before: string | null;
                                change: string | null;
                                after: string;
                            }[];
                            /** @description The total of one operation with its fee, today and with the new price. */
                            example: {
                                /** @example 250.50 */
                                amount: string;
                                /** @description null: it cannot be ordered today. */
                                before: string | null;
                                /** @example 250.50 */
                                after: string;
                            };
                        }[];
                        proposer: {
                            id: string;
                            name: string;
                        };
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        proposedAt: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        expiresAt: string;
                        approver: {
                            id: string;
                            name: string;
                        } | null;
                        approvedAt: string | null;
                        withdrawer: {
                            id: string;
                            name: string;
                        } | null;
                        withdrawnAt: string | null;
                        /** @enum {string} */
                        state: "open" | "approved" | "withdrawn" | "expired";
                        /** @description Whether you may, with a fresh code. */
                        mayApprove: boolean;
                        /** @description The code that approving would be refused with. */
                        whyNot: string | null;
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
                        id: string;
                        /** @example company.limits */
                        action: string;
                        /** @description Its subject: an id, or the address of a new operator. */
                        subject: string;
                        /** @description Its name, if it has one. */
                        subjectName: string | null;
                        companyId: string | null;
                        companyName: string | null;
                        environment: ("sandbox" | "live") | null;
                        /** @description The review or case that it decides. */
                        reviewId: string | null;
                        reason: string;
                        details: {
                            [key: string]: unknown;
                        };
                        /** @description The effect of approving, one sentence each. Empty for a decided review. */
                        effect: string[];
                        /** @description What an open proposal of prices changes, compared with the prices of today; otherwise empty. */
                        priceChanges: {
                            product: {
                                id: string;
                                name: string;
                            };
                            /** @example topup */
                            type: string;
                            parts: {
                                /** @enum {string} */
                                part: "fixedFee" | "rateBps" | "minimumFee" | "minimumAmount" | "maximumAmount";
                                before: string | null;
                                change: string | null;
                                after: string;
                            }[];
                            /** @description The total of one operation with its fee, today and with the new price. */
                            example: {
                                /** @example 250.50 */
                                amount: string;
                                /** @description null: it cannot be ordered today. */
                                before: string | null;
                                /** @example 250.50 */
                                after: string;
                            };
                        }[];
                        proposer: {
                            id: string;
                            name: string;
                        };
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        proposedAt: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        expiresAt: string;
                        approver: {
                            id: string;
                            name: string;
                        } | null;
                        approvedAt: string | null;
                        withdrawer: {
                            id: string;
                            name: string;
                        } | null;
                        withdrawnAt: string | null;
                        /** @enum {string} */
                        state: "open" | "approved" | "withdrawn" | "expired";
                        /** @description Whether you may, with a fresh code. */
                        mayApprove: boolean;
                        /** @description The code that approving would be refused with. */
                        whyNot: string | null;
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
                     * Format: free-text
                     * @description What was checked, or what is wrong; the owners read it.
                     * @example register extract checked
                     */
                    reason: string;
                    /**
                     * Format: date-time
                     * @description The version that you read: refused if it has changed.
                     */
                    submittedAt?: string;
                    /** @description Decide without a submission: a company that an operator created has none. */
                    evenUnsubmitted?: boolean;
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
                        /** @description Newest first, each with the submission that it decided. */
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
                    "application/json": components["schemas"]["ApiError"];
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
                     * Format: free-text
                     * @description What was checked, or what is wrong; the owners read it.
                     * @example register extract checked
                     */
                    reason: string;
                    /**
                     * Format: date-time
                     * @description The version that you read: refused if it has changed.
                     */
                    submittedAt?: string;
                    /** @description Decide without a submission: a company that an operator created has none. */
                    evenUnsubmitted?: boolean;
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
                        /** @description Newest first, each with the submission that it decided. */
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    findByIds: {
        parameters: {
            query: {
                /** @description Ids, separated by commas. */
                ids: string;
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
                            /** @enum {string} */
                            kind: "company" | "operator" | "product" | "operation" | "invoice" | "card" | "holder" | "case" | "proposal";
                            id: string;
                            /** @description The type of an operation, the kind of a case or the action of a proposal. */
                            what: string;
                            /** @description A name, a card with its last four digits, or a recipient; may be empty. */
                            name: string;
                            amount: string | null;
                            status: string;
                            company: {
                                id: string;
                                name: string;
                            } | null;
                            environment: ("sandbox" | "live") | null;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        last4: string;
                        /** @enum {string} */
                        status: "active" | "frozen" | "blocked" | "closed" | "expired";
                        /** @example 250.50 */
                        balance: string;
                        holder: {
                            id: string;
                            name: string;
                        } | null;
                        /** @description Its name. */
                        product: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        createdAt: string;
                        company: {
                            id: string;
                            name: string;
                        };
                        /** @enum {string} */
                        environment: "sandbox" | "live";
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        /** @enum {string} */
                        kind: "individual" | "corporate";
                        /** @enum {string} */
                        status: "pending" | "active" | "blocked" | "rejected";
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        createdAt: string;
                        company: {
                            id: string;
                            name: string;
                        };
                        /** @enum {string} */
                        environment: "sandbox" | "live";
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
    eraseHolder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                holder: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    environment: "sandbox" | "live";
                    /**
                     * Format: free-text
                     * @description Why. The approver reads it, and the audit log keeps it.
                     * @example register extract checked
                     */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        proposal: {
                            id: string;
                            /** @example company.limits */
                            action: string;
                            /** @description Its subject: an id, or the address of a new operator. */
                            subject: string;
                            /** @description Its name, if it has one. */
                            subjectName: string | null;
                            companyId: string | null;
                            companyName: string | null;
                            environment: ("sandbox" | "live") | null;
                            /** @description The review or case that it decides. */
                            reviewId: string | null;
                            reason: string;
                            details: {
                                [key: string]: unknown;
                            };
                            /** @description The effect of approving, one sentence each. Empty for a decided review. */
                            effect: string[];
                            /** @description What an open proposal of prices changes, compared with the prices of today; otherwise empty. */
                            priceChanges: {
                                product: {
                                    id: string;
                                    name: string;
                                };
                                /** @example topup */
                                type: string;
                                parts: {
                                    /** @enum {string} */
                                    part: "fixedFee" | "rateBps" | "minimumFee" | "minimumAmount" | "maximumAmount";
                                    before: string | null;
                                    change: string | null;
                                    after: string;
                                }[];
                                /** @description The total of one operation with its fee, today and with the new price. */
                                example: {
                                    /** @example 250.50 */
                                    amount: string;
                                    /** @description null: it cannot be ordered today. */
                                    before: string | null;
                                    /** @example 250.50 */
                                    after: string;
                                };
                            }[];
                            proposer: {
                                id: string;
                                name: string;
                            };
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            proposedAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            expiresAt: string;
                            approver: {
                                id: string;
                                name: string;
                            } | null;
                            approvedAt: string | null;
                            withdrawer: {
                                id: string;
                                name: string;
                            } | null;
                            withdrawnAt: string | null;
                            /** @enum {string} */
                            state: "open" | "approved" | "withdrawn" | "expired";
                            /** @description Whether you may, with a fresh code. */
                            mayApprove: boolean;
                            /** @description The code that approving would be refused with. */
                            whyNot: string | null;
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
                    "application/json": components["schemas"]["ApiError"];
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
                            /** @description Its input. */
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                        /**
                         * @description As people see it: pending is a draft until the company submits it.
                         * @enum {string}
                         */
                        verificationState: "draft" | "submitted" | "approved" | "rejected";
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
                        /** @description Requests per second; null is the default of the cell. */
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
                        /** @description Its members; empty if an operator created it and nobody has joined yet. */
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
                             * @description Whether the mail server has accepted it. It is retried while the invitation is valid.
                             * @enum {string}
                             */
                            emailStatus: "waiting" | "sent" | "given_up";
                        } | null;
                        /** @description Of both environments, newest first; never their text, and without members’ session keys. */
                        keys: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            /** @description Its last characters. */
                            hint: string;
                            scopes: ("funding:write" | "cards:write" | "services:write" | "cards:read" | "holders:read" | "operations:read" | "balance:read" | "holders:write" | "cards:reveal" | "webhooks:read" | "webhooks:write")[];
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
                        operator: {
                            id: string;
                            name: string;
                            email: string;
                        };
                        steppedUpUntil: string | null;
                        /** @description Actions that need the second factor again. */
                        stepUpActions: string[];
                        /** @description Whether writes are refused until the database is verified or recovered. */
                        recovering: boolean;
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
    createKey: {
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
                    environment: "sandbox" | "live";
                    /**
                     * Format: free-text
                     * @description So that people can tell keys apart.
                     * @example register extract checked
                     */
                    name: string;
                    scopes: ("funding:write" | "cards:write" | "services:write" | "cards:read" | "holders:read" | "operations:read" | "balance:read" | "holders:write" | "cards:reveal" | "webhooks:read" | "webhooks:write")[];
                    expiresInDays?: number;
                    /**
                     * Format: free-text
                     * @description Required for a live key. The approver reads it.
                     * @example register extract checked
                     */
                    reason?: string;
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
                        /** @description Its text. It is shown here once and can never be read again. */
                        key: string;
                        /** @description The id of the company. */
                        company: string;
                        /** @enum {string} */
                        environment: "sandbox" | "live";
                        name: string;
                        scopes: ("funding:write" | "cards:write" | "services:write" | "cards:read" | "holders:read" | "operations:read" | "balance:read" | "holders:write" | "cards:reveal" | "webhooks:read" | "webhooks:write")[];
                        expiresAt: string | null;
                        warnings: string[];
                        replaced?: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            /** @description Its last characters. */
                            hint: string;
                            scopes: ("funding:write" | "cards:write" | "services:write" | "cards:read" | "holders:read" | "operations:read" | "balance:read" | "holders:write" | "cards:reveal" | "webhooks:read" | "webhooks:write")[];
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
                        };
                        proposal?: {
                            id: string;
                            /** @example company.limits */
                            action: string;
                            /** @description Its subject: an id, or the address of a new operator. */
                            subject: string;
                            /** @description Its name, if it has one. */
                            subjectName: string | null;
                            companyId: string | null;
                            companyName: string | null;
                            environment: ("sandbox" | "live") | null;
                            /** @description The review or case that it decides. */
                            reviewId: string | null;
                            reason: string;
                            details: {
                                [key: string]: unknown;
                            };
                            /** @description The effect of approving, one sentence each. Empty for a decided review. */
                            effect: string[];
                            /** @description What an open proposal of prices changes, compared with the prices of today; otherwise empty. */
                            priceChanges: {
                                product: {
                                    id: string;
                                    name: string;
                                };
                                /** @example topup */
                                type: string;
                                parts: {
                                    /** @enum {string} */
                                    part: "fixedFee" | "rateBps" | "minimumFee" | "minimumAmount" | "maximumAmount";
                                    before: string | null;
                                    change: string | null;
                                    after: string;
                                }[];
                                /** @description The total of one operation with its fee, today and with the new price. */
                                example: {
                                    /** @example 250.50 */
                                    amount: string;
                                    /** @description null: it cannot be ordered today. */
                                    before: string | null;
                                    /** @example 250.50 */
                                    after: string;
                                };
                            }[];
                            proposer: {
                                id: string;
                                name: string;
                            };
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            proposedAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            expiresAt: string;
                            approver: {
                                id: string;
                                name: string;
                            } | null;
                            approvedAt: string | null;
                            withdrawer: {
                                id: string;
                                name: string;
                            } | null;
                            withdrawnAt: string | null;
                            /** @enum {string} */
                            state: "open" | "approved" | "withdrawn" | "expired";
                            /** @description Whether you may, with a fresh code. */
                            mayApprove: boolean;
                            /** @description The code that approving would be refused with. */
                            whyNot: string | null;
                        };
                    };
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description Its text. It is shown here once and can never be read again. */
                        key: string;
                        /** @description The id of the company. */
                        company: string;
                        /** @enum {string} */
                        environment: "sandbox" | "live";
                        name: string;
                        scopes: ("funding:write" | "cards:write" | "services:write" | "cards:read" | "holders:read" | "operations:read" | "balance:read" | "holders:write" | "cards:reveal" | "webhooks:read" | "webhooks:write")[];
                        expiresAt: string | null;
                        warnings: string[];
                        replaced?: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            /** @description Its last characters. */
                            hint: string;
                            scopes: ("funding:write" | "cards:write" | "services:write" | "cards:read" | "holders:read" | "operations:read" | "balance:read" | "holders:write" | "cards:reveal" | "webhooks:read" | "webhooks:write")[];
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
                        };
                        proposal?: {
                            id: string;
                            /** @example company.limits */
                            action: string;
                            /** @description Its subject: an id, or the address of a new operator. */
                            subject: string;
                            /** @description Its name, if it has one. */
                            subjectName: string | null;
                            companyId: string | null;
                            companyName: string | null;
                            environment: ("sandbox" | "live") | null;
                            /** @description The review or case that it decides. */
                            reviewId: string | null;
                            reason: string;
                            details: {
                                [key: string]: unknown;
                            };
                            /** @description The effect of approving, one sentence each. Empty for a decided review. */
                            effect: string[];
                            /** @description What an open proposal of prices changes, compared with the prices of today; otherwise empty. */
                            priceChanges: {
                                product: {
                                    id: string;
                                    name: string;
                                };
                                /** @example topup */
                                type: string;
                                parts: {
                                    /** @enum {string} */
                                    part: "fixedFee" | "rateBps" | "minimumFee" | "minimumAmount" | "maximumAmount";
                                    before: string | null;
                                    change: string | null;
                                    after: string;
                                }[];
                                /** @description The total of one operation with its fee, today and with the new price. */
                                example: {
                                    /** @example 250.50 */
                                    amount: string;
                                    /** @description null: it cannot be ordered today. */
                                    before: string | null;
                                    /** @example 250.50 */
                                    after: string;
                                };
                            }[];
                            proposer: {
                                id: string;
                                name: string;
                            };
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            proposedAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            expiresAt: string;
                            approver: {
                                id: string;
                                name: string;
                            } | null;
                            approvedAt: string | null;
                            withdrawer: {
                                id: string;
                                name: string;
                            } | null;
                            withdrawnAt: string | null;
                            /** @enum {string} */
                            state: "open" | "approved" | "withdrawn" | "expired";
                            /** @description Whether you may, with a fresh code. */
                            mayApprove: boolean;
                            /** @description The code that approving would be refused with. */
                            whyNot: string | null;
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    rotateKey: {
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
                    /** @default 24 */
                    overlapHours: number;
                    /**
                     * Format: free-text
                     * @description Required for a live key. The approver reads it.
                     * @example register extract checked
                     */
                    reason?: string;
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
                        /** @description Its text. It is shown here once and can never be read again. */
                        key: string;
                        /** @description The id of the company. */
                        company: string;
                        /** @enum {string} */
                        environment: "sandbox" | "live";
                        name: string;
                        scopes: ("funding:write" | "cards:write" | "services:write" | "cards:read" | "holders:read" | "operations:read" | "balance:read" | "holders:write" | "cards:reveal" | "webhooks:read" | "webhooks:write")[];
                        expiresAt: string | null;
                        warnings: string[];
                        replaced?: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            /** @description Its last characters. */
                            hint: string;
                            scopes: ("funding:write" | "cards:write" | "services:write" | "cards:read" | "holders:read" | "operations:read" | "balance:read" | "holders:write" | "cards:reveal" | "webhooks:read" | "webhooks:write")[];
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
                        };
                        proposal?: {
                            id: string;
                            /** @example company.limits */
                            action: string;
                            /** @description Its subject: an id, or the address of a new operator. */
                            subject: string;
                            /** @description Its name, if it has one. */
                            subjectName: string | null;
                            companyId: string | null;
                            companyName: string | null;
                            environment: ("sandbox" | "live") | null;
                            /** @description The review or case that it decides. */
                            reviewId: string | null;
                            reason: string;
                            details: {
                                [key: string]: unknown;
                            };
                            /** @description The effect of approving, one sentence each. Empty for a decided review. */
                            effect: string[];
                            /** @description What an open proposal of prices changes, compared with the prices of today; otherwise empty. */
                            priceChanges: {
                                product: {
                                    id: string;
                                    name: string;
                                };
                                /** @example topup */
                                type: string;
                                parts: {
                                    /** @enum {string} */
                                    part: "fixedFee" | "rateBps" | "minimumFee" | "minimumAmount" | "maximumAmount";
                                    before: string | null;
                                    change: string | null;
                                    after: string;
                                }[];
                                /** @description The total of one operation with its fee, today and with the new price. */
                                example: {
                                    /** @example 250.50 */
                                    amount: string;
                                    /** @description null: it cannot be ordered today. */
                                    before: string | null;
                                    /** @example 250.50 */
                                    after: string;
                                };
                            }[];
                            proposer: {
                                id: string;
                                name: string;
                            };
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            proposedAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            expiresAt: string;
                            approver: {
                                id: string;
                                name: string;
                            } | null;
                            approvedAt: string | null;
                            withdrawer: {
                                id: string;
                                name: string;
                            } | null;
                            withdrawnAt: string | null;
                            /** @enum {string} */
                            state: "open" | "approved" | "withdrawn" | "expired";
                            /** @description Whether you may, with a fresh code. */
                            mayApprove: boolean;
                            /** @description The code that approving would be refused with. */
                            whyNot: string | null;
                        };
                    };
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description Its text. It is shown here once and can never be read again. */
                        key: string;
                        /** @description The id of the company. */
                        company: string;
                        /** @enum {string} */
                        environment: "sandbox" | "live";
                        name: string;
                        scopes: ("funding:write" | "cards:write" | "services:write" | "cards:read" | "holders:read" | "operations:read" | "balance:read" | "holders:write" | "cards:reveal" | "webhooks:read" | "webhooks:write")[];
                        expiresAt: string | null;
                        warnings: string[];
                        replaced?: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            /** @description Its last characters. */
                            hint: string;
                            scopes: ("funding:write" | "cards:write" | "services:write" | "cards:read" | "holders:read" | "operations:read" | "balance:read" | "holders:write" | "cards:reveal" | "webhooks:read" | "webhooks:write")[];
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
                        };
                        proposal?: {
                            id: string;
                            /** @example company.limits */
                            action: string;
                            /** @description Its subject: an id, or the address of a new operator. */
                            subject: string;
                            /** @description Its name, if it has one. */
                            subjectName: string | null;
                            companyId: string | null;
                            companyName: string | null;
                            environment: ("sandbox" | "live") | null;
                            /** @description The review or case that it decides. */
                            reviewId: string | null;
                            reason: string;
                            details: {
                                [key: string]: unknown;
                            };
                            /** @description The effect of approving, one sentence each. Empty for a decided review. */
                            effect: string[];
                            /** @description What an open proposal of prices changes, compared with the prices of today; otherwise empty. */
                            priceChanges: {
                                product: {
                                    id: string;
                                    name: string;
                                };
                                /** @example topup */
                                type: string;
                                parts: {
                                    /** @enum {string} */
                                    part: "fixedFee" | "rateBps" | "minimumFee" | "minimumAmount" | "maximumAmount";
                                    before: string | null;
                                    change: string | null;
                                    after: string;
                                }[];
                                /** @description The total of one operation with its fee, today and with the new price. */
                                example: {
                                    /** @example 250.50 */
                                    amount: string;
                                    /** @description null: it cannot be ordered today. */
                                    before: string | null;
                                    /** @example 250.50 */
                                    after: string;
                                };
                            }[];
                            proposer: {
                                id: string;
                                name: string;
                            };
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            proposedAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            expiresAt: string;
                            approver: {
                                id: string;
                                name: string;
                            } | null;
                            approvedAt: string | null;
                            withdrawer: {
                                id: string;
                                name: string;
                            } | null;
                            withdrawnAt: string | null;
                            /** @enum {string} */
                            state: "open" | "approved" | "withdrawn" | "expired";
                            /** @description Whether you may, with a fresh code. */
                            mayApprove: boolean;
                            /** @description The code that approving would be refused with. */
                            whyNot: string | null;
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    listUnplacedNotifications: {
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
                        /** @description Oldest first, at most 100. */
                        unplaced: {
                            id: string;
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            /** @description The issuer’s id of it. */
                            event: string;
                            /** @description Its type, and the reference in it. */
                            about: string;
                            /** @description The amount in it; empty when it has none. */
                            amount: string;
                            /** @description Why it cannot be placed. */
                            reason: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            receivedAt: string;
                            attempts: number;
                            nextAt: string | null;
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
    closeNotification: {
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
                     * @description Why; it is kept in the audit log.
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
                    "application/json": components["schemas"]["ApiError"];
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
                     * Format: free-text
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
                        /**
                         * Format: date-time
                         * @description From then on they may propose and approve.
                         */
                        ableFrom: string;
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
    enableOperator: {
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
                     * @description Why. The approver reads it, and the audit log keeps it.
                     * @example register extract checked
                     */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        proposal: {
                            id: string;
                            /** @example company.limits */
                            action: string;
                            /** @description Its subject: an id, or the address of a new operator. */
                            subject: string;
                            /** @description Its name, if it has one. */
                            subjectName: string | null;
                            companyId: string | null;
                            companyName: string | null;
                            environment: ("sandbox" | "live") | null;
                            /** @description The review or case that it decides. */
                            reviewId: string | null;
                            reason: string;
                            details: {
                                [key: string]: unknown;
                            };
                            /** @description The effect of approving, one sentence each. Empty for a decided review. */
                            effect: string[];
                            /** @description What an open proposal of prices changes, compared with the prices of today; otherwise empty. */
                            priceChanges: {
                                product: {
                                    id: string;
                                    name: string;
                                };
                                /** @example topup */
                                type: string;
                                parts: {
                                    /** @enum {string} */
                                    part: "fixedFee" | "rateBps" | "minimumFee" | "minimumAmount" | "maximumAmount";
                                    before: string | null;
                                    change: string | null;
                                    after: string;
                                }[];
                                /** @description The total of one operation with its fee, today and with the new price. */
                                example: {
                                    /** @example 250.50 */
                                    amount: string;
                                    /** @description null: it cannot be ordered today. */
                                    before: string | null;
                                    /** @example 250.50 */
                                    after: string;
                                };
                            }[];
                            proposer: {
                                id: string;
                                name: string;
                            };
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            proposedAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            expiresAt: string;
                            approver: {
                                id: string;
                                name: string;
                            } | null;
                            approvedAt: string | null;
                            withdrawer: {
                                id: string;
                                name: string;
                            } | null;
                            withdrawnAt: string | null;
                            /** @enum {string} */
                            state: "open" | "approved" | "withdrawn" | "expired";
                            /** @description Whether you may, with a fresh code. */
                            mayApprove: boolean;
                            /** @description The code that approving would be refused with. */
                            whyNot: string | null;
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    resetOperator: {
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
                     * @description Why. The approver reads it, and the audit log keeps it.
                     * @example register extract checked
                     */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        proposal: {
                            id: string;
                            /** @example company.limits */
                            action: string;
                            /** @description Its subject: an id, or the address of a new operator. */
                            subject: string;
                            /** @description Its name, if it has one. */
                            subjectName: string | null;
                            companyId: string | null;
                            companyName: string | null;
                            environment: ("sandbox" | "live") | null;
                            /** @description The review or case that it decides. */
                            reviewId: string | null;
                            reason: string;
                            details: {
                                [key: string]: unknown;
                            };
                            /** @description The effect of approving, one sentence each. Empty for a decided review. */
                            effect: string[];
                            /** @description What an open proposal of prices changes, compared with the prices of today; otherwise empty. */
                            priceChanges: {
                                product: {
                                    id: string;
                                    name: string;
                                };
                                /** @example topup */
                                type: string;
                                parts: {
                                    /** @enum {string} */
                                    part: "fixedFee" | "rateBps" | "minimumFee" | "minimumAmount" | "maximumAmount";
                                    before: string | null;
                                    change: string | null;
                                    after: string;
                                }[];
                                /** @description The total of one operation with its fee, today and with the new price. */
                                example: {
                                    /** @example 250.50 */
                                    amount: string;
                                    /** @description null: it cannot be ordered today. */
                                    before: string | null;
                                    /** @example 250.50 */
                                    after: string;
                                };
                            }[];
                            proposer: {
                                id: string;
                                name: string;
                            };
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            proposedAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            expiresAt: string;
                            approver: {
                                id: string;
                                name: string;
                            } | null;
                            approvedAt: string | null;
                            withdrawer: {
                                id: string;
                                name: string;
                            } | null;
                            withdrawnAt: string | null;
                            /** @enum {string} */
                            state: "open" | "approved" | "withdrawn" | "expired";
                            /** @description Whether you may, with a fresh code. */
                            mayApprove: boolean;
                            /** @description The code that approving would be refused with. */
                            whyNot: string | null;
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
                    "application/json": components["schemas"]["ApiError"];
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
                            /**
                             * Format: date-time
                             * @description From then on they may propose and approve.
                             */
                            ableFrom: string;
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
                     * Format: free-text
                     * @description As it is shown in the audit log.
                     * @example register extract checked
                     */
                    name: string;
                    email: string;
                    /**
                     * Format: free-text
                     * @description Why. The approver reads it, and the audit log keeps it.
                     * @example register extract checked
                     */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        proposal: {
                            id: string;
                            /** @example company.limits */
                            action: string;
                            /** @description Its subject: an id, or the address of a new operator. */
                            subject: string;
                            /** @description Its name, if it has one. */
                            subjectName: string | null;
                            companyId: string | null;
                            companyName: string | null;
                            environment: ("sandbox" | "live") | null;
                            /** @description The review or case that it decides. */
                            reviewId: string | null;
                            reason: string;
                            details: {
                                [key: string]: unknown;
                            };
                            /** @description The effect of approving, one sentence each. Empty for a decided review. */
                            effect: string[];
                            /** @description What an open proposal of prices changes, compared with the prices of today; otherwise empty. */
                            priceChanges: {
                                product: {
                                    id: string;
                                    name: string;
                                };
                                /** @example topup */
                                type: string;
                                parts: {
                                    /** @enum {string} */
                                    part: "fixedFee" | "rateBps" | "minimumFee" | "minimumAmount" | "maximumAmount";
                                    before: string | null;
                                    change: string | null;
                                    after: string;
                                }[];
                                /** @description The total of one operation with its fee, today and with the new price. */
                                example: {
                                    /** @example 250.50 */
                                    amount: string;
                                    /** @description null: it cannot be ordered today. */
                                    before: string | null;
                                    /** @example 250.50 */
                                    after: string;
                                };
                            }[];
                            proposer: {
                                id: string;
                                name: string;
                            };
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            proposedAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            expiresAt: string;
                            approver: {
                                id: string;
                                name: string;
                            } | null;
                            approvedAt: string | null;
                            withdrawer: {
                                id: string;
                                name: string;
                            } | null;
                            withdrawnAt: string | null;
                            /** @enum {string} */
                            state: "open" | "approved" | "withdrawn" | "expired";
                            /** @description Whether you may, with a fresh code. */
                            mayApprove: boolean;
                            /** @description The code that approving would be refused with. */
                            whyNot: string | null;
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
                    "application/json": components["schemas"]["ApiError"];
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
                    /**
                     * Format: free-text
                     * @description Why. The approver reads it, and the audit log keeps it.
                     * @example register extract checked
                     */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        proposal: {
                            id: string;
                            /** @example company.limits */
                            action: string;
                            /** @description Its subject: an id, or the address of a new operator. */
                            subject: string;
                            /** @description Its name, if it has one. */
                            subjectName: string | null;
                            companyId: string | null;
                            companyName: string | null;
                            environment: ("sandbox" | "live") | null;
                            /** @description The review or case that it decides. */
                            reviewId: string | null;
                            reason: string;
                            details: {
                                [key: string]: unknown;
                            };
                            /** @description The effect of approving, one sentence each. Empty for a decided review. */
                            effect: string[];
                            /** @description What an open proposal of prices changes, compared with the prices of today; otherwise empty. */
                            priceChanges: {
                                product: {
                                    id: string;
                                    name: string;
                                };
                                /** @example topup */
                                type: string;
                                parts: {
                                    /** @enum {string} */
                                    part: "fixedFee" | "rateBps" | "minimumFee" | "minimumAmount" | "maximumAmount";
                                    before: string | null;
                                    change: string | null;
                                    after: string;
                                }[];
                                /** @description The total of one operation with its fee, today and with the new price. */
                                example: {
                                    /** @example 250.50 */
                                    amount: string;
                                    /** @description null: it cannot be ordered today. */
                                    before: string | null;
                                    /** @example 250.50 */
                                    after: string;
                                };
                            }[];
                            proposer: {
                                id: string;
                                name: string;
                            };
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            proposedAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            expiresAt: string;
                            approver: {
                                id: string;
                                name: string;
                            } | null;
                            approvedAt: string | null;
                            withdrawer: {
                                id: string;
                                name: string;
                            } | null;
                            withdrawnAt: string | null;
                            /** @enum {string} */
                            state: "open" | "approved" | "withdrawn" | "expired";
                            /** @description Whether you may, with a fresh code. */
                            mayApprove: boolean;
                            /** @description The code that approving would be refused with. */
                            whyNot: string | null;
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    /** @description Without it, all orders to the issuer. */
                    productId?: string;
                    /**
                     * Format: free-text
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    previewPrice: {
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
                        product: {
                            id: string;
                            name: string;
                        };
                        /** @example topup */
                        type: string;
                        parts: {
                            /** @enum {string} */
                            part: "fixedFee" | "rateBps" | "minimumFee" | "minimumAmount" | "maximumAmount";
                            before: string | null;
                            change: string | null;
                            after: string;
                        }[];
                        /** @description The total of one operation with its fee, today and with the new price. */
                        example: {
                            /** @example 250.50 */
                            amount: string;
                            /** @description null: it cannot be ordered today. */
                            before: string | null;
                            /** @example 250.50 */
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
                            /** @description By type of operation, newest first; scheduled prices come first. */
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
                                /** @description null: always. */
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    setProduct: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The product to change; without it, a new one is added. */
                    productId?: string;
                    /**
                     * Format: free-text
                     * @description As clients see it.
                     * @example register extract checked
                     */
                    name: string;
                    /** @enum {string} */
                    kind: "card" | "service";
                    /** @enum {string} */
                    status: "active" | "inactive";
                    /** @description From the approval on. Other prices stay unchanged. */
                    prices: {
                        issue?: {
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
                        };
                        topup?: {
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
                        };
                        service?: {
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
                        };
                    };
                    /**
                     * Format: free-text
                     * @description Why. The approver reads it, and the audit log keeps it.
                     * @example register extract checked
                     */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        proposal: {
                            id: string;
                            /** @example company.limits */
                            action: string;
                            /** @description Its subject: an id, or the address of a new operator. */
                            subject: string;
                            /** @description Its name, if it has one. */
                            subjectName: string | null;
                            companyId: string | null;
                            companyName: string | null;
                            environment: ("sandbox" | "live") | null;
                            /** @description The review or case that it decides. */
                            reviewId: string | null;
                            reason: string;
                            details: {
                                [key: string]: unknown;
                            };
                            /** @description The effect of approving, one sentence each. Empty for a decided review. */
                            effect: string[];
                            /** @description What an open proposal of prices changes, compared with the prices of today; otherwise empty. */
                            priceChanges: {
                                product: {
                                    id: string;
                                    name: string;
                                };
                                /** @example topup */
                                type: string;
                                parts: {
                                    /** @enum {string} */
                                    part: "fixedFee" | "rateBps" | "minimumFee" | "minimumAmount" | "maximumAmount";
                                    before: string | null;
                                    change: string | null;
                                    after: string;
                                }[];
                                /** @description The total of one operation with its fee, today and with the new price. */
                                example: {
                                    /** @example 250.50 */
                                    amount: string;
                                    /** @description null: it cannot be ordered today. */
                                    before: string | null;
                                    /** @example 250.50 */
                                    after: string;
                                };
                            }[];
                            proposer: {
                                id: string;
                                name: string;
                            };
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            proposedAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            expiresAt: string;
                            approver: {
                                id: string;
                                name: string;
                            } | null;
                            approvedAt: string | null;
                            withdrawer: {
                                id: string;
                                name: string;
                            } | null;
                            withdrawnAt: string | null;
                            /** @enum {string} */
                            state: "open" | "approved" | "withdrawn" | "expired";
                            /** @description Whether you may, with a fresh code. */
                            mayApprove: boolean;
                            /** @description The code that approving would be refused with. */
                            whyNot: string | null;
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
                    "application/json": components["schemas"]["ApiError"];
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
                     * @description Now or later; without it, from the approval on.
                     */
                    effectiveFrom?: string;
                    /**
                     * Format: free-text
                     * @description Why. The approver reads it, and the audit log keeps it.
                     * @example register extract checked
                     */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        proposal: {
                            id: string;
                            /** @example company.limits */
                            action: string;
                            /** @description Its subject: an id, or the address of a new operator. */
                            subject: string;
                            /** @description Its name, if it has one. */
                            subjectName: string | null;
                            companyId: string | null;
                            companyName: string | null;
                            environment: ("sandbox" | "live") | null;
                            /** @description The review or case that it decides. */
                            reviewId: string | null;
                            reason: string;
                            details: {
                                [key: string]: unknown;
                            };
                            /** @description The effect of approving, one sentence each. Empty for a decided review. */
                            effect: string[];
                            /** @description What an open proposal of prices changes, compared with the prices of today; otherwise empty. */
                            priceChanges: {
                                product: {
                                    id: string;
                                    name: string;
                                };
                                /** @example topup */
                                type: string;
                                parts: {
                                    /** @enum {string} */
                                    part: "fixedFee" | "rateBps" | "minimumFee" | "minimumAmount" | "maximumAmount";
                                    before: string | null;
                                    change: string | null;
                                    after: string;
                                }[];
                                /** @description The total of one operation with its fee, today and with the new price. */
                                example: {
                                    /** @example 250.50 */
                                    amount: string;
                                    /** @description null: it cannot be ordered today. */
                                    before: string | null;
                                    /** @example 250.50 */
                                    after: string;
                                };
                            }[];
                            proposer: {
                                id: string;
                                name: string;
                            };
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            proposedAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            expiresAt: string;
                            approver: {
                                id: string;
                                name: string;
                            } | null;
                            approvedAt: string | null;
                            withdrawer: {
                                id: string;
                                name: string;
                            } | null;
                            withdrawnAt: string | null;
                            /** @enum {string} */
                            state: "open" | "approved" | "withdrawn" | "expired";
                            /** @description Whether you may, with a fresh code. */
                            mayApprove: boolean;
                            /** @description The code that approving would be refused with. */
                            whyNot: string | null;
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    listProposals: {
        parameters: {
            query?: {
                /** @description true: only those that wait for an approval. */
                open?: boolean;
                /** @description The last proposal of the page before. */
                before?: string;
                limit?: number;
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
                            /** @example company.limits */
                            action: string;
                            /** @description Its subject: an id, or the address of a new operator. */
                            subject: string;
                            /** @description Its name, if it has one. */
                            subjectName: string | null;
                            companyId: string | null;
                            companyName: string | null;
                            environment: ("sandbox" | "live") | null;
                            /** @description The review or case that it decides. */
                            reviewId: string | null;
                            reason: string;
                            details: {
                                [key: string]: unknown;
                            };
                            /** @description The effect of approving, one sentence each. Empty for a decided review. */
                            effect: string[];
                            /** @description What an open proposal of prices changes, compared with the prices of today; otherwise empty. */
                            priceChanges: {
                                product: {
                                    id: string;
                                    name: string;
                                };
                                /** @example topup */
                                type: string;
                                parts: {
                                    /** @enum {string} */
                                    part: "fixedFee" | "rateBps" | "minimumFee" | "minimumAmount" | "maximumAmount";
                                    before: string | null;
                                    change: string | null;
                                    after: string;
                                }[];
                                /** @description The total of one operation with its fee, today and with the new price. */
                                example: {
                                    /** @example 250.50 */
                                    amount: string;
                                    /** @description null: it cannot be ordered today. */
                                    before: string | null;
                                    /** @example 250.50 */
                                    after: string;
                                };
                            }[];
                            proposer: {
                                id: string;
                                name: string;
                            };
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            proposedAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            expiresAt: string;
                            approver: {
                                id: string;
                                name: string;
                            } | null;
                            approvedAt: string | null;
                            withdrawer: {
                                id: string;
                                name: string;
                            } | null;
                            withdrawnAt: string | null;
                            /** @enum {string} */
                            state: "open" | "approved" | "withdrawn" | "expired";
                            /** @description Whether you may, with a fresh code. */
                            mayApprove: boolean;
                            /** @description The code that approving would be refused with. */
                            whyNot: string | null;
                        }[];
                        hasMore: boolean;
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
    getProposal: {
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
                        /** @example company.limits */
                        action: string;
                        /** @description Its subject: an id, or the address of a new operator. */
                        subject: string;
                        /** @description Its name, if it has one. */
                        subjectName: string | null;
                        companyId: string | null;
                        companyName: string | null;
                        environment: ("sandbox" | "live") | null;
                        /** @description The review or case that it decides. */
                        reviewId: string | null;
                        reason: string;
                        details: {
                            [key: string]: unknown;
                        };
                        /** @description The effect of approving, one sentence each. Empty for a decided review. */
                        effect: string[];
                        /** @description What an open proposal of prices changes, compared with the prices of today; otherwise empty. */
                        priceChanges: {
                            product: {
                                id: string;
                                name: string;
                            };
                            /** @example topup */
                            type: string;
                            parts: {
                                /** @enum {string} */
                                part: "fixedFee" | "rateBps" | "minimumFee" | "minimumAmount" | "maximumAmount";
                                before: string | null;
                                change: string | null;
                                after: string;
                            }[];
                            /** @description The total of one operation with its fee, today and with the new price. */
                            example: {
                                /** @example 250.50 */
                                amount: string;
                                /** @description null: it cannot be ordered today. */
                                before: string | null;
                                /** @example 250.50 */
                                after: string;
                            };
                        }[];
                        proposer: {
                            id: string;
                            name: string;
                        };
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        proposedAt: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        expiresAt: string;
                        approver: {
                            id: string;
                            name: string;
                        } | null;
                        approvedAt: string | null;
                        withdrawer: {
                            id: string;
                            name: string;
                        } | null;
                        withdrawnAt: string | null;
                        /** @enum {string} */
                        state: "open" | "approved" | "withdrawn" | "expired";
                        /** @description Whether you may, with a fresh code. */
                        mayApprove: boolean;
                        /** @description The code that approving would be refused with. */
                        whyNot: string | null;
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
                    decision: "complete" | "accept" | "fail" | "adjust" | "close" | "adopt";
                    /** Format: free-text */
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
                    "application/json": components["schemas"]["ApiError"];
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
                    decision: "complete" | "accept" | "fail" | "adjust" | "close" | "adopt";
                    /**
                     * Format: free-text
                     * @description What you found out, and from whom; kept in the audit log.
                     * @example register extract checked
                     */
                    reason: string;
                    /** Format: free-text */
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
                        /** @description issue, topup, service, freeze, unfreeze, close, limits or invoice for a review; of a case contradiction, changed_notification, late_payment, repeated_payment, undone_twice or unknown_here. */
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
                        /** @description What only the issuer has: the id that it gets here when it is adopted. */
                        unknown: string | null;
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
                                limits: {
                                    perTransaction: string | null;
                                    perDay: string | null;
                                    perMonth: string | null;
                                } | null;
                                /** @description What the issuer says it returned from a closed card. */
                                returned: string | null;
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
                                /** @description Reads that repeated the one before. They add no evidence. */
                                repeatedReads: number;
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
                            unknown: {
                                id: string;
                                /** @enum {string} */
                                kind: "order" | "deposit" | "card" | "holder";
                                type: string | null;
                                /** @description The issuer’s status. */
                                status: string;
                                amount: string | null;
                                /** @description Ours, if it is adopted; null if there is no price. */
                                fee: string | null;
                                name: string | null;
                                recipient: string | null;
                                product: string | null;
                                holder: string | null;
                                last4: string | null;
                                receipt: string | null;
                                createdAt: string | null;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-15T09:30:00.000Z
                                 */
                                foundAt: string;
                                resolvedAt: string | null;
                                resolution: string | null;
                            } | null;
                        };
                        /** @description Of the company, now. */
                        balance: {
                            /** @example -12.34 */
                            available: string;
                            /** @example -12.34 */
                            held: string;
                        };
                        /** @description The attempts and the issuer’s answers, oldest first. */
                        said: {
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            at: string;
                            how: string;
                            /** @description The issuer’s id of it. */
                            notification: string | null;
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
                        /** @description Including those about its cases and its invoice. */
                        proposals: {
                            id: string;
                            /** @description The subject: this, one of its cases or its invoice. */
                            subject: string;
                            /** @enum {string} */
                            decision: "complete" | "accept" | "fail" | "adjust" | "close" | "adopt";
                            reason: string;
                            receipt: string;
                            cardToken: string;
                            last4: string;
                            amount: string | null;
                            /** @enum {string} */
                            state: "open" | "approved" | "withdrawn" | "expired" | "overtaken";
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
                            /** @description False for the proposer, and for a proposal that is not open. */
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
                            decision: ("complete" | "accept" | "fail" | "adjust" | "close" | "adopt") | null;
                            /** @description USDT for accept, signed dollars for adjust; null if only an operator can know it, or none is needed. */
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    /** @description A difference counts if it is unchanged after this time; 300 by default. */
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getRecovery: {
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
                        /** @description Whether the database is fenced until two people recover it. */
                        recovering: boolean;
                        /** @description Whether this desk accepts writes. It checks the database once a second. */
                        isVerified: boolean;
                        /** @description Why it is fenced, or not verified. Empty while writes are accepted. */
                        why: string;
                        since: string | null;
                        /** @description When the newest exported mark was committed. */
                        newestMark: string | null;
                        /** @description How many recoveries there were. */
                        epoch: number;
                        lost: {
                            since: string | null;
                            until: string | null;
                            ledgerEntries: number;
                            /** @description Exported, and not in the audit log: a replay brings them back. */
                            auditEntries: number;
                        };
                        isReplayed: boolean;
                        /** @description The replays behind this fence. */
                        replayed: {
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            at: string;
                            by: {
                                id: string;
                                name: string;
                            } | null;
                            written: number;
                            applied: number;
                        } | null;
                        /** @description The last recovery. */
                        last: {
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            at: string;
                            approvedBy: {
                                id: string;
                                name: string;
                            } | null;
                            proposal: string | null;
                            reason: string;
                            lostSince: string | null;
                            lostUntil: string | null;
                            lostEntries: number;
                            books: number;
                        } | null;
                        /** @description The first 200. */
                        missing: {
                            number: number;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            at: string;
                            action: string;
                            subject: string;
                        }[];
                        /** @description The first 200. */
                        books: {
                            company: string;
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            /** @description The number of the last ledger entry that is left. */
                            after: number;
                            /** @description How many sealed entries after it are lost. */
                            lost: number;
                        }[];
                        operations: {
                            queued: number;
                            processing: number;
                        };
                        proposal: string | null;
                        /** @enum {string} */
                        next: "nothing" | "replay" | "propose" | "approve";
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
    proposeRecovery: {
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
                     * Format: free-text
                     * @description Why the loss is accepted; it is kept in the audit log.
                     * @example register extract checked
                     */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        proposal: {
                            id: string;
                            /** @example company.limits */
                            action: string;
                            /** @description Its subject: an id, or the address of a new operator. */
                            subject: string;
                            /** @description Its name, if it has one. */
                            subjectName: string | null;
                            companyId: string | null;
                            companyName: string | null;
                            environment: ("sandbox" | "live") | null;
                            /** @description The review or case that it decides. */
                            reviewId: string | null;
                            reason: string;
                            details: {
                                [key: string]: unknown;
                            };
                            /** @description The effect of approving, one sentence each. Empty for a decided review. */
                            effect: string[];
                            /** @description What an open proposal of prices changes, compared with the prices of today; otherwise empty. */
                            priceChanges: {
                                product: {
                                    id: string;
                                    name: string;
                                };
                                /** @example topup */
                                type: string;
                                parts: {
                                    /** @enum {string} */
                                    part: "fixedFee" | "rateBps" | "minimumFee" | "minimumAmount" | "maximumAmount";
                                    before: string | null;
                                    change: string | null;
                                    after: string;
                                }[];
                                /** @description The total of one operation with its fee, today and with the new price. */
                                example: {
                                    /** @example 250.50 */
                                    amount: string;
                                    /** @description null: it cannot be ordered today. */
                                    before: string | null;
                                    /** @example 250.50 */
                                    after: string;
                                };
                            }[];
                            proposer: {
                                id: string;
                                name: string;
                            };
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            proposedAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            expiresAt: string;
                            approver: {
                                id: string;
                                name: string;
                            } | null;
                            approvedAt: string | null;
                            withdrawer: {
                                id: string;
                                name: string;
                            } | null;
                            withdrawnAt: string | null;
                            /** @enum {string} */
                            state: "open" | "approved" | "withdrawn" | "expired";
                            /** @description Whether you may, with a fresh code. */
                            mayApprove: boolean;
                            /** @description The code that approving would be refused with. */
                            whyNot: string | null;
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    replayExports: {
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
                        written: number;
                        applied: number;
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
    listReviews: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
                /** @description The last one of the previous page, instead of a cursor. */
                after?: string;
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
                            /** @description issue, topup, service, freeze, unfreeze, close, limits or invoice for a review; of a case contradiction, changed_notification, late_payment, repeated_payment, undone_twice or unknown_here. */
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
                            /** @description What only the issuer has: the id that it gets here when it is adopted. */
                            unknown: string | null;
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
                        /** @description issue, topup, service, freeze, unfreeze, close, limits or invoice for a review; of a case contradiction, changed_notification, late_payment, repeated_payment, undone_twice or unknown_here. */
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
                        /** @description What only the issuer has: the id that it gets here when it is adopted. */
                        unknown: string | null;
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
                                limits: {
                                    perTransaction: string | null;
                                    perDay: string | null;
                                    perMonth: string | null;
                                } | null;
                                /** @description What the issuer says it returned from a closed card. */
                                returned: string | null;
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
                                /** @description Reads that repeated the one before. They add no evidence. */
                                repeatedReads: number;
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
                            unknown: {
                                id: string;
                                /** @enum {string} */
                                kind: "order" | "deposit" | "card" | "holder";
                                type: string | null;
                                /** @description The issuer’s status. */
                                status: string;
                                amount: string | null;
                                /** @description Ours, if it is adopted; null if there is no price. */
                                fee: string | null;
                                name: string | null;
                                recipient: string | null;
                                product: string | null;
                                holder: string | null;
                                last4: string | null;
                                receipt: string | null;
                                createdAt: string | null;
                                /**
                                 * Format: date-time
                                 * @example 2026-11-15T09:30:00.000Z
                                 */
                                foundAt: string;
                                resolvedAt: string | null;
                                resolution: string | null;
                            } | null;
                        };
                        /** @description Of the company, now. */
                        balance: {
                            /** @example -12.34 */
                            available: string;
                            /** @example -12.34 */
                            held: string;
                        };
                        /** @description The attempts and the issuer’s answers, oldest first. */
                        said: {
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            at: string;
                            how: string;
                            /** @description The issuer’s id of it. */
                            notification: string | null;
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
                        /** @description Including those about its cases and its invoice. */
                        proposals: {
                            id: string;
                            /** @description The subject: this, one of its cases or its invoice. */
                            subject: string;
                            /** @enum {string} */
                            decision: "complete" | "accept" | "fail" | "adjust" | "close" | "adopt";
                            reason: string;
                            receipt: string;
                            cardToken: string;
                            last4: string;
                            amount: string | null;
                            /** @enum {string} */
                            state: "open" | "approved" | "withdrawn" | "expired" | "overtaken";
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
                            /** @description False for the proposer, and for a proposal that is not open. */
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
                            decision: ("complete" | "accept" | "fail" | "adjust" | "close" | "adopt") | null;
                            /** @description USDT for accept, signed dollars for adjust; null if only an operator can know it, or none is needed. */
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    listSecretVersions: {
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
                            /** @enum {string} */
                            kind: "api_key" | "webhook_secret" | "document" | "second_factor" | "operator_second_factor";
                            version: number;
                            /** @description How many need this version. One that no row needs can be retired. */
                            rows: number;
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
    rewrapSecrets: {
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
                    what: "webhookSecrets" | "documents";
                    after?: {
                        /** Format: uuid */
                        companyId: string;
                        environment: ("sandbox" | "live") | null;
                        /** Format: uuid */
                        id: string;
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
                        rewrapped: number;
                        /** @description Changed meanwhile, or no configured version opens it. */
                        skipped: number;
                        /** @description Where the next page begins; null when nothing is left. */
                        next: {
                            /** Format: uuid */
                            companyId: string;
                            environment: ("sandbox" | "live") | null;
                            /** Format: uuid */
                            id: string;
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
                    "application/json": components["schemas"]["ApiError"];
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
                            /** @description A command to copy, or where the steps are documented. */
                            next: string;
                        }[];
                        waiting: {
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            /** @enum {string} */
                            reason: "paused" | "suspended" | "unreachable" | "unanswered" | "waiting";
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
                            backlog: "notifications" | "unplaced" | "cases" | "proposals" | "verifications" | "seals" | "actions";
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
                        /** @description The last verification of the ledger and of the audit log; `bad` is the first row that is wrong. */
                        verified: {
                            /** @enum {string} */
                            subject: "ledger" | "audit";
                            lastAt: string | null;
                            books: number | null;
                            entries: number | null;
                            comparedWithHeads: boolean | null;
                            bad: {
                                rule: string;
                                row: string;
                                expected: string;
                                found: string;
                                company?: string;
                                environment?: string;
                            } | null;
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
                        /** @description Background work, by kind and environment. Kinds without any are left out. */
                        work: {
                            /** @example holder */
                            kind: string;
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            open: number;
                            due: number;
                            dueSince: string | null;
                            failing: number;
                            failingReason: string | null;
                            parked: number;
                            parkedSince: string | null;
                            parkedReason: string | null;
                        }[];
                        /** @description The workers that run. A stop file keeps those with `stoppedSince` from claiming and sending. */
                        workers: {
                            host: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            startedAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            seenAt: string;
                            stoppedSince: string | null;
                            stopReason: string;
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
                    "application/json": components["schemas"]["ApiError"];
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
                     * Format: free-text
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
                        /**
                         * @description As people see it: pending is a draft until the company submits it.
                         * @enum {string}
                         */
                        verificationState: "draft" | "submitted" | "approved" | "rejected";
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
                        /** @description Requests per second; null is the default of the cell. */
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
                        /** @description Its members; empty if an operator created it and nobody has joined yet. */
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
                             * @description Whether the mail server has accepted it. It is retried while the invitation is valid.
                             * @enum {string}
                             */
                            emailStatus: "waiting" | "sent" | "given_up";
                        } | null;
                        /** @description Of both environments, newest first; never their text, and without members’ session keys. */
                        keys: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            /** @description Its last characters. */
                            hint: string;
                            scopes: ("funding:write" | "cards:write" | "services:write" | "cards:read" | "holders:read" | "operations:read" | "balance:read" | "holders:write" | "cards:reveal" | "webhooks:read" | "webhooks:write")[];
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
                    "application/json": components["schemas"]["ApiError"];
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
                        /**
                         * @description As people see it: pending is a draft until the company submits it.
                         * @enum {string}
                         */
                        verificationState: "draft" | "submitted" | "approved" | "rejected";
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
                        /** @description Requests per second; null is the default of the cell. */
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
                        /** @description Its members; empty if an operator created it and nobody has joined yet. */
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
                             * @description Whether the mail server has accepted it. It is retried while the invitation is valid.
                             * @enum {string}
                             */
                            emailStatus: "waiting" | "sent" | "given_up";
                        } | null;
                        /** @description Of both environments, newest first; never their text, and without members’ session keys. */
                        keys: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            /** @description Its last characters. */
                            hint: string;
                            scopes: ("funding:write" | "cards:write" | "services:write" | "cards:read" | "holders:read" | "operations:read" | "balance:read" | "holders:write" | "cards:reveal" | "webhooks:read" | "webhooks:write")[];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    listTokens: {
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
                            actions: string[] | null;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            expiresAt: string;
                            revokedAt: string | null;
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
    createToken: {
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
                     * Format: free-text
                     * @description What it is for.
                     * @example register extract checked
                     */
                    name: string;
                    actions?: string[] | null;
                    expiresInDays: number;
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
                        /** @description It is shown here once and can never be read again. */
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    revokeToken: {
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
                        actions: string[] | null;
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        expiresAt: string;
                        revokedAt: string | null;
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
    listVerifications: {
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
                        /** @description Newest first, each with the submission that it decided. */
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query: {
                environment: "sandbox" | "live";
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
                        data: {
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
                            /** @description Consecutive failed attempts. */
                            failures: number;
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
    createWebhook: {
        parameters: {
            query: {
                environment: "sandbox" | "live";
            };
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
                        /** @description Consecutive failed attempts. */
                        failures: number;
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
    deleteWebhook: {
        parameters: {
            query: {
                environment: "sandbox" | "live";
            };
            header?: never;
            path: {
                id: string;
                webhook: string;
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
    changeWebhook: {
        parameters: {
            query: {
                environment: "sandbox" | "live";
            };
            header?: never;
            path: {
                id: string;
                webhook: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
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
                        /** @description Consecutive failed attempts. */
                        failures: number;
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
    listDeliveries: {
        parameters: {
            query: {
                environment: "sandbox" | "live";
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
                status?: "pending" | "delivered" | "failed" | "canceled";
            };
            header?: never;
            path: {
                id: string;
                webhook: string;
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
                        data: {
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
                        }[];
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
    rotateWebhookSecret: {
        parameters: {
            query: {
                environment: "sandbox" | "live";
            };
            header?: never;
            path: {
                id: string;
                webhook: string;
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
                        /** @description Consecutive failed attempts. */
                        failures: number;
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
    confirmWebhookSecret: {
        parameters: {
            query: {
                environment: "sandbox" | "live";
            };
            header?: never;
            path: {
                id: string;
                webhook: string;
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
                        /** @description Consecutive failed attempts. */
                        failures: number;
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
    testWebhook: {
        parameters: {
            query: {
                environment: "sandbox" | "live";
            };
            header?: never;
            path: {
                id: string;
                webhook: string;
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
    replayEvents: {
        parameters: {
            query: {
                environment: "sandbox" | "live";
            };
            header?: never;
            path: {
                id: string;
                webhook: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
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
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    listParkedWork: {
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
                        /** @description Oldest first, at most 100 of each kind. */
                        data: {
                            /** @example holder */
                            kind: string;
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            /** @description The id of the company. */
                            company: string;
                            /** @description The row, within its kind and company. */
                            id: string;
                            attempts: number;
                            /** @description The error of the last attempt. */
                            reason: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-15T09:30:00.000Z
                             */
                            parkedAt: string;
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
    releaseWork: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example holder */
                    kind: string;
                    /** @enum {string} */
                    environment: "sandbox" | "live";
                    row?: {
                        company: string;
                        /** Format: uuid */
                        id: string;
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
                        released: number;
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
}
