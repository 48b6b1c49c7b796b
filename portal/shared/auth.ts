// Signing in and out: the endpoints of the sign-in itself, under the same path in the portal and at the desk.
import { send } from './client.ts';
import { problemOf } from './problem.ts';

/** Where the sign-in of an application answers. */
export type AuthBase = '/portal/auth' | '/desk/auth';

/** Asks an endpoint of the sign-in; a refusal is thrown as a Problem. */
export async function auth<Body = Record<string, unknown>>(
  base: AuthBase,
  path: string,
  body?: Readonly<Record<string, unknown>>,
): Promise<Body> {
  const answer = await send(
    new Request(`${location.origin}${base}/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    }),
  );
  if (!answer.ok) throw await problemOf(answer);
  return (await answer.json().catch(() => ({}))) as Body;
}
