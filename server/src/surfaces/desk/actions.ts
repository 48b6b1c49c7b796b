// The actions of the desk, their names in the database, and which of them need the second factor again.

type Demands = {
  /** The operator actions that it may perform. Reading performs none, and a narrowed token may always read. */
  does?: readonly [string, ...string[]];
  /** Needs a second-factor code that is at most a few minutes old. Proposing needs none. */
  stepUp?: true;
  /** Takes rights away or stops sending: it answers once its audit entry is exported, so no loss can undo it. */
  exported?: true;
  /** Works behind a closed fence: people lift it. What it does to anything else is refused there. */
  behindFence?: true;
};

/** Every action. Each route names its action; an action that is not in this table cannot be done. */
export const actions = {
  me: {},
  'step-up': { behindFence: true },
  'status.read': {},
  'reviews.read': {},
  'reviews.propose': { does: ['review.decide'] },
  'proposals.read': {},
  'proposals.approve': { stepUp: true, exported: true, behindFence: true }, // carries out the proposal
  'proposals.withdraw': { behindFence: true },
  'recovery.read': {},
  'recovery.replay': { does: ['database.replay'], behindFence: true },
  'recovery.propose': { does: ['database.recover'], behindFence: true },
  'verifications.read': {},
  'verifications.open_document': { does: ['verification.open_document'] },
  'verifications.approve': { does: ['company.approved'], stepUp: true },
  'verifications.reject': { does: ['company.rejected'] },
  'companies.read': {},
  'companies.create': { does: ['company.create'] },
  'companies.suspend': { does: ['company.suspend'], stepUp: true, exported: true },
  'companies.resume': { does: ['company.resume'] },
  'companies.capabilities': { does: ['company.activate', 'company.deactivate'] },
  'companies.limits': { does: ['company.limits'] },
  'companies.invite_owner': { does: ['company.invite_owner'] },
  'holders.erase': { does: ['holder.erase'] },
  'keys.create': { does: ['key.create', 'key.create_live'] },
  'keys.rotate': { does: ['key.rotate', 'key.rotate_live'], exported: true },
  'keys.revoke': { does: ['key.revoke'], exported: true },
  'webhooks.read': {},
  'webhooks.change': { does: ['webhook.change'] },
  'products.read': {},
  'products.set': { does: ['product.set'] },
  'products.price': { does: ['product.price'] },
  'pauses.read': {},
  'pauses.add': { does: ['pause.add'], exported: true },
  'pauses.remove': { does: ['pause.remove'] },
  'reconciliations.read': {},
  'reconciliations.begin': { does: ['reconciliation.begin'] },
  'jobs.read': {},
  'jobs.redrive': { does: ['jobs.redrive'] },
  'work.read': {},
  'work.release': { does: ['work.release'] },
  'notifications.read': {},
  'notifications.close': { does: ['notification.close'] },
  'audit.read': {},
  'audit.verify': {},
  'secrets.read': {},
  'secrets.rewrap': { does: ['secrets.rewrap'] },
  'operators.read': {},
  'operators.add': { does: ['operator.add'] },
  'operators.invite': { does: ['operator.add'], stepUp: true }, // only an email: the operator has been added
  'operators.enable': { does: ['operator.enable'] },
  'operators.reset': { does: ['operator.reset'] },
  'operators.disable': { does: ['operator.disable'], stepUp: true, exported: true },
  'tokens.read': {},
  'tokens.make': { does: ['operator.token'], stepUp: true },
  'tokens.revoke': { does: ['operator.revoke_token'], exported: true },
} as const satisfies Record<string, Demands>;

export type Action = keyof typeof actions;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The action of a route of the desk. */
    deskAction?: Action;
  }
}

/** Declares the action of a route. */
export const action = (name: Action): { deskAction: Action } => ({ deskAction: name });

/** Whether an action needs the second factor again. */
export const needsStepUp = (name: Action): boolean => demandsOf(name).stepUp === true;

/** Whether an action answers once its audit entry is exported. */
export const awaitsExport = (name: Action): boolean => demandsOf(name).exported === true;

/** Whether an action works behind a closed fence. */
export const worksBehindFence = (name: Action): boolean => demandsOf(name).behindFence === true;

/** The database's names of an action. */
export const doneBy = (name: Action): readonly string[] => demandsOf(name).does ?? [];

const demandsOf = (name: Action): Demands => actions[name];
