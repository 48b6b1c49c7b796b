// The scope of every object: one company, one environment.

export type Environment = 'sandbox' | 'live';

/** Company and environment: the first key of every table and the first argument of every function. */
export type Scope = { readonly companyId: string; readonly environment: Environment };

/** Both environments: background work has a loop for each. */
export const environments: readonly Environment[] = ['sandbox', 'live'];
