// The caller: the request's key, and its company and environment.
import type { KeyScope } from './key-scopes.ts';
import type { Environment, Scope } from './scope.ts';

/** What the API checks about a bearer token before it trusts it. */
export type FoundKey = {
  key_id: string;
  company_id: string;
  environment: Environment;
  scopes: KeyScope[];
  expires_at: Date | null;
  revoked_at: Date | null;
  verification: 'pending' | 'approved' | 'rejected';
  suspended: boolean;
  reads_per_second: number | null;
  writes_per_second: number | null;
  statements_per_second: number | null;
};

export type Caller = { key: FoundKey; scope: Scope };
