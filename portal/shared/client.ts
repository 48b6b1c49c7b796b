// The one way in which pages ask the server: typed by its contract, scoped by headers, refusals thrown as problems.
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './api.d.ts';
import type { DeskPaths } from './desk-api.ts';
import type { Environment, PortalPaths } from './portal-api.ts';
import { Problem, problemOf, toldProblem } from './problem.ts';
import { askSecondFactor } from './second-factor.ts';

/** Which company and environment a request is about; the portal alone needs neither. */
export type Scope = { company?: string; environment?: Environment };

/** A request that no answer came to in this time is given up; the same Idempotency-Key may then be sent again. */
const TIMEOUT_MS = 30_000;

/** The client of a company's pages in one scope. */
export type Api = Client<paths & PortalPaths>;

const clients = new Map<string, Api>();

/** The client for a scope; the same scope gives the same client. */
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

/** The body of an answer; a refusal is thrown as a Problem. */
export async function answer<Body>(
  asked: Promise<{ data?: Body; error?: unknown; response: Response }>,
): Promise<NonNullable<Body>> {
  const { data, error, response } = await asked;
  if (error !== undefined || !response.ok) throw toldProblem(response, error);
  return (data ?? {}) as NonNullable<Body>;
}

/** A page of a list, whichever way its endpoint tells where the next one begins. */
export type Slice<Row> = { data: Row[]; nextCursor: string | null };

/** Sends a request as our own page, and again when the server first wants to see the second factor. */
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
    if (request.signal.aborted) throw error; // the page no longer wants to know
    throw new Problem(0, { code: 'no_answer' });
  }
}
