// Refuses requests that another site makes a browser send. Cookies are sent with some of those; our own Origin and
// header never are.
import type { IncomingHttpHeaders } from 'node:http';
import { refuse } from '../../foundation/refusals/refusals.ts';

/** Sent by our pages with every change. Other sites cannot send it without CORS permission, and none has it. */
export const OWN_HEADER = 'cardwright-portal';

const changesNothing = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses a request that could change something and does not come from pages of this origin. */
export function refuseCrossSite(request: { method: string; headers: IncomingHttpHeaders }, publicUrl: string): void {
  if (changesNothing.has(request.method)) return;
  if (request.headers.origin !== publicUrl || request.headers[OWN_HEADER] !== '1') refuse('cross_site');
}
