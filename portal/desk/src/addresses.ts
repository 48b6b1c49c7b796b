// Every page of the desk, with its address and file. Plain data, because tests that visit every page read it
// too.

/** Place of a page: before sign-in, or inside the frame. */
export type Place = 'door' | 'desk';

/** Place, address, file without its extension. */
export const addresses = [
  ['door', '/sign-in', 'sign-in/sign-in'],
  ['door', '/second-factor', 'sign-in/second-factor'],
  ['door', '/set-up', 'sign-in/set-up'],
  ['door', '/forgot', 'sign-in/forgot'],
  ['door', '/reset', 'sign-in/reset'],
  ['desk', 'status', 'status/status'],
  ['desk', 'reviews', 'reviews/reviews'],
  ['desk', 'reviews/$id', 'reviews/review'],
  ['desk', 'proposals', 'proposals/proposals'],
  ['desk', 'proposals/$id', 'proposals/proposal'],
  ['desk', 'verifications', 'verifications/verifications'],
  ['desk', 'verifications/$id', 'verifications/verification'],
  ['desk', 'companies', 'companies/companies'],
  ['desk', 'companies/$id', 'companies/company'],
  ['desk', 'cards/$id', 'books/card'],
  ['desk', 'holders/$id', 'books/holder'],
  ['desk', 'products', 'products/products'],
  ['desk', 'pauses', 'pauses/pauses'],
  ['desk', 'reconciliation', 'reconciling/runs'],
  ['desk', 'reconciliation/$id', 'reconciling/run'],
  ['desk', 'jobs', 'jobs/jobs'],
  ['desk', 'audit', 'audit/audit'],
  ['desk', 'recovery', 'recovery/recovery'],
  ['desk', 'operators', 'operators/operators'],
] as const satisfies readonly (readonly [place: Place, path: string, file: string])[];
