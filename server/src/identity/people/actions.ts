// Permissions in the portal: one table, read by the route hooks and by the test of every action and role.
import type { LimitClass } from '../../platform/http/access.ts';

/** Roles of a member in a company. */
export const memberRoles = ['owner', 'finance', 'developer', 'viewer'] as const;
export type Role = (typeof memberRoles)[number];

export type Action = {
  /** The roles that may, in the company that the request names. */
  roles: readonly Role[];
  /** The roles that may in live, if they are fewer. */
  liveRoles?: readonly Role[];
  /** Any signed-in person may: it concerns the person, and no company is named. */
  person?: true;
  /** Needs a second-factor code that is younger than five minutes. */
  stepUp?: true;
  /** The request must name the environment too. */
  environment?: true;
  /** Allowed before the company is approved. */
  anyVerification?: true;
  /** Refused while the company is suspended. */
  writes?: true;
  /** Takes rights away: it answers once its audit entry is exported, so no loss of the database can undo it. */
  exported?: true;
  /** The rate limit class, if it does not follow from the method. */
  limit?: LimitClass;
};

const everybody = memberRoles;
const owners = ['owner'] as const;
const builders = ['owner', 'developer'] as const;
/** Roles that may move money in live. */
const spenders = ['owner', 'finance'] as const;
/** Roles that may read events through the API. */
const listeners = ['owner', 'finance', 'developer'] as const;

/** Every action of the portal's own endpoints. */
export const actions = {
  me: { roles: everybody, person: true },
  'companies.open': { roles: everybody, person: true },
  'invitations.read': { roles: everybody, person: true },
  'invitations.accept': { roles: everybody, person: true },
  'step-up': { roles: everybody, person: true },
  'passkeys.read': { roles: everybody, person: true },
  'passkeys.write': { roles: everybody, person: true },
  'team.read': { roles: everybody, anyVerification: true },
  'team.invite': { roles: owners, anyVerification: true },
  /** For every role except viewer: otherwise a stolen session could gain permanent access. */
  'team.invite_trusted': { roles: owners, anyVerification: true, stepUp: true },
  'team.uninvite': { roles: owners, anyVerification: true, exported: true },
  'team.change': { roles: owners, anyVerification: true, stepUp: true, exported: true },
  'team.remove': { roles: owners, anyVerification: true, stepUp: true, exported: true },
  'verification.read': { roles: everybody, anyVerification: true },
  'verification.write': { roles: owners, anyVerification: true },
  'keys.read': { roles: builders, anyVerification: true },
  'keys.scopes': { roles: everybody, person: true },
  'keys.create': { roles: builders, writes: true },
  'keys.create_live': { roles: builders, writes: true, stepUp: true },
  'keys.rotate': { roles: builders, writes: true, exported: true },
  'keys.rotate_live': { roles: builders, writes: true, stepUp: true },
  'keys.revoke': { roles: builders, anyVerification: true, exported: true },
  'imports.read': { roles: everybody, environment: true },
  /** As an order of a card: a developer may in the sandbox only. */
  'imports.write': { roles: listeners, liveRoles: spenders, environment: true, writes: true },
  'names.read': { roles: everybody, environment: true },
  'operations.read': { roles: everybody, environment: true },
  'overview.read': { roles: everybody, environment: true },
  'search.read': { roles: everybody, environment: true },
  'statements.read': { roles: everybody, environment: true, limit: 'statements' },
  'transactions.export': { roles: everybody, environment: true, limit: 'statements' },
  'events.read': { roles: listeners, environment: true },
  'live.read': { roles: everybody, environment: true },
  'webhooks.change': { roles: builders, environment: true, writes: true, stepUp: true },
} as const satisfies Record<string, Action>;

export type ActionName = keyof typeof actions;

/** The table's entry of an action. */
export const actionOf = (name: ActionName): Action => actions[name];

/** Declares the action of a portal route: `config: { ...action('keys.read') }`. */
export const action = (name: ActionName): { action: ActionName } => ({ action: name });
