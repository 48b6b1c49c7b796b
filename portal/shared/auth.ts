// Sign-in and sign-out endpoints, under the same path in portal and desk.
import { send } from './client.ts';
import { problemOf } from './problem.ts';

/** The path of the sign-in endpoints. */
export type AuthBase = '/portal/auth' | '/desk/auth';

/** Calls a sign-in endpoint; throws a refusal as a Problem. */
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
