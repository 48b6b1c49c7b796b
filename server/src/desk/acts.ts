// What can be done at the desk, and which of it needs the second factor again.

type Demands = {
  /** Needs a code of the second factor that is at most a few minutes old. */
  stepUp?: true;
};

/** Every act. A route names the one that it is; what is not in this table cannot be done. */
export const acts = {
  me: {},
  'step-up': {},
  'status.read': {},
  'reviews.read': {},
  'reviews.propose': {},
  'reviews.approve': { stepUp: true },
  'reviews.withdraw': {},
  'verifications.read': {},
  'verifications.approve': { stepUp: true },
  'verifications.reject': {},
  'companies.read': {},
  'companies.suspend': { stepUp: true },
  'companies.resume': {},
  'companies.capabilities': {},
  'companies.limits': {},
  'companies.invite_owner': { stepUp: true },
  'keys.revoke': {},
  'products.read': {},
  'products.price': {},
  'pauses.read': {},
  'pauses.add': {},
  'pauses.remove': {},
  'reconciliations.read': {},
  'reconciliations.begin': {},
  'jobs.read': {},
  'jobs.redrive': {},
  'audit.read': {},
  'audit.verify': {},
  'operators.read': {},
  'operators.add': { stepUp: true },
  'operators.token': { stepUp: true },
  'operators.invite': { stepUp: true },
  'operators.disable': { stepUp: true },
} as const satisfies Record<string, Demands>;

export type Act = keyof typeof acts;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a route of the desk does. */
    deskAct?: Act;
  }
}

/** Declares what a route does. */
export const act = (name: Act): { deskAct: Act } => ({ deskAct: name });

/** Whether an act needs the second factor again. */
export const needsStepUp = (name: Act): boolean => (acts[name] as Demands).stepUp === true;
