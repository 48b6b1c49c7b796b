// The client of the pages: typed by the contract, scoped by headers, refusals thrown as problems.
import type { paths } from '@cardwright/sdk';
import createClient, { type Client } from 'openapi-fetch';
import type { DeskPaths } from './desk-api.ts';
import type { Environment, PortalPaths } from './portal-api.ts';
import { Problem, problemOf, toldProblem } from './problem.ts';
import { askSecondFactor } from './second-factor.ts';

/** The company and environment of a request; the portal's own endpoints may need neither. */
export type Scope = { company?: string; environment?: Environment };

/** Request timeout; the same Idempotency-Key may then be sent again. */
const TIMEOUT_MS = 30_000;

/** The client of a company's pages in one scope. */
export type Api = Client<paths & PortalPaths>;

const clients = new Map<string, Api>();

/** The client of a scope; the same scope returns the same client. */
export function apiOf({ company, environment }: Scope = {}): Api {
  const name = `${company ?? ''} ${environment ?? ''}`;
  const known = clients.get(name);
  if (known !== undefined) return known;
  const client = createClient<paths & PortalPaths>({
    baseUrl: location.origin,
    fetch: send,
    headers: {
      ...(company === undefined ? {} : { 'Cardwright-Company': company }),
      ...(environment === undefined ? {} : { 'Cardwright-Environment': environment }),
    },
  });
  clients.set(name, client);
  return client;
}

/** The client of the desk. */
export const deskApi: Client<DeskPaths> = createClient<DeskPaths>({ baseUrl: location.origin, fetch: send });

/** The body of a response; throws a refusal as a Problem. */
export async function answer<Body>(
  asked: Promise<{ data?: Body; error?: unknown; response: Response }>,
): Promise<NonNullable<Body>> {
  const { data, error, response } = await asked;
  if (error !== undefined || !response.ok) throw toldProblem(response, error);
  return (data ?? {}) as NonNullable<Body>;
}

/** A page of a list, for both styles of cursor. */
export type Slice<Row> = { data: Row[]; nextCursor: string | null };

/** Sends a request with our own header, and again after the server asked for the second factor. */
export async function send(request: Request): Promise<Response> {
  if (request.method !== 'GET') request.headers.set('Cardwright-Portal', '1');
  const again = request.clone();
  const first = await sendOnce(request);
  if (first.status !== 403) return first;
  const { code } = await problemOf(first);
  if (code !== 'second_factor_needed') return first;
  return (await askSecondFactor()) ? sendOnce(again) : first;
}

async function sendOnce(request: Request): Promise<Response> {
  try {
    return await fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)]) });
  } catch (error) {
    if (request.signal.aborted) throw error; // the page has canceled it
    throw new Problem(0, { code: 'no_answer' });
  }
}
