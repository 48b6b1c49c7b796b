// A row of the table of permissions in the portal, and what many rows have in common.
import type { Environment } from '@cardwright/server/foundation/scope.ts';
import type { Ask } from '../harness/ask.ts';

export type Role = 'owner' | 'finance' | 'developer' | 'viewer';

export const everyRole: readonly Role[] = ['owner', 'finance', 'developer', 'viewer'];

/** The kind of object that an id in the path names. */
export type Target = 'member' | 'invitation' | 'key' | keyof typeof pathsOfTenants;

/** The objects of a company's books, by the path before their id. */
export const pathsOfTenants = {
  operations: '/api/v1/operations/',
  transactions: '/api/v1/transactions/',
  cards: '/api/v1/cards/',
  holders: '/api/v1/holders/',
  invoices: '/api/v1/card-account/invoices/',
  simulated: '/api/v1/sandbox/invoices/',
  webhooks: '/api/v1/webhook-endpoints/',
  events: '/api/v1/events/',
  idempotencyKeys: '/api/v1/idempotency-keys/',
} as const;

/** One row of the table. */
export type Row = {
  method: Ask['method'];
  /** As OpenAPI writes it, with its parameter in braces. */
  path: string;
  query?: string;
  /** Allowed for everybody who is signed in; no company is named. */
  person?: true;
  /** The allowed roles: in any environment, or by environment. */
  roles: Readonly<Record<Environment, readonly Role[]>>;
  /** The refusal for a member whose role may not. */
  refusal: '403 role_missing' | '403 scope_missing';
  /** Belongs to an environment, which the request must name. */
  environment: boolean;
  beforeApproval: boolean;
  whileSuspended: boolean;
  /** Where a code of the second factor must be fresh. */
  code: readonly Environment[];
  sandboxOnly: boolean;
  /** The refusal in live: no live issuer is connected to the stack, and no company is activated. */
  refusalInLive?: '403 live_unavailable' | '403 capability_disabled';
  /** The answer when allowed; by an approved company, if that differs. */
  success: string;
  successOfApproved?: string;
  /** The answer by second factor, if that differs. */
  successBy?: Partial<Record<'none' | 'stale' | 'fresh', string>>;
  target?: Target;
  /** The answer for an id of another company. */
  missing?: string;
  /** A write that needs an existing object; when allowed, it is asked about one that is absent. */
  absent?: true;
  /** Its answer does not end. */
  stream?: true;
  headers?: Record<string, string>;
  body?: (environment: Environment) => object | string;
};

export const both: readonly Environment[] = ['sandbox', 'live'];
/** The same roles in both environments. */
export const inBoth = (...roles: Role[]) => ({ sandbox: roles, live: roles });
export const everybody = inBoth(...everyRole);
export const owners = inBoth('owner');
export const builders = inBoth('owner', 'developer');

/** An endpoint of the portal's own about a company. */
export const own = {
  refusal: '403 role_missing',
  environment: false,
  beforeApproval: true,
  whileSuspended: true,
  code: [],
  sandboxOnly: false,
} as const;
/** A read of a company's books. */
export const ofBooks = { ...own, method: 'GET', environment: true, beforeApproval: false, roles: everybody } as const;
