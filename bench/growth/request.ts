// One kind of request that is measured.
import type { Ask } from '@cardwright/proofs/harness/ask.ts';

/**
 * A request that is sent many times; `fresh` ones get a new Idempotency-Key each time. `next` derives a follow-up
 * request from the answer; it is counted with the first.
 */
export type Request = { variant: string; ask: Asked; fresh?: true; next?: (text: string) => Asked };
export type Asked = Omit<Ask, 'key'>;

/** Reads of a path with each of these queries. */
export function reads(path: string, variants: Record<string, string>): [string, Request[]][] {
  const requests = Object.entries(variants).map(([variant, query]) => ({
    variant,
    ask: { method: 'GET' as const, path: query === '' ? path : `${path}?${query}` },
  }));
  return [[`GET ${path}`, requests]];
}
