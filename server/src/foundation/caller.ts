// Who asks: the key that a request came with, and the company and environment that it belongs to.
import type { KeyScope } from './key-scopes.ts';
import type { Environment, Scope } from './scope.ts';

/** What the API must know of a bearer text before it trusts it. */
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
