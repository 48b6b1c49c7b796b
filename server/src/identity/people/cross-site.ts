// Requests that another site makes a browser send. A cookie comes along with some of those; our own Origin and header
// never do.
import type { IncomingHttpHeaders } from 'node:http';
import { refuse } from '../../foundation/refusals/refusals.ts';

/** What the pages send with whatever changes something: no other site can without being allowed, and none is. */
export const OWN_HEADER = 'cardwright-portal';

const changesNothing = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses what could change something and does not come from the pages of this origin. */
export function refuseCrossSite(request: { method: string; headers: IncomingHttpHeaders }, publicUrl: string): void {
  if (changesNothing.has(request.method)) return;
  if (request.headers.origin !== publicUrl || request.headers[OWN_HEADER] !== '1') refuse('cross_site');
}
