// Invalid keys. The answer does not say why a key is invalid: every endpoint answers each with the same 401.
import { randomUUID } from 'node:crypto';
import { keyScopes } from '@cardwright/server/foundation/key-scopes.ts';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import { revokeKey } from '@cardwright/server/identity/keys/manage.ts';
import { newKeyText } from '@cardwright/server/identity/keys/text.ts';
import { type Client, codeOf, comparable, withoutRequestId } from '../harness/ask.ts';
import { makeKey, newCompany, newKey, type Tools } from '../harness/companies.ts';
import { endpoints, nameOf, validAsk } from '../harness/endpoints.ts';
import type { Context } from '../harness/proof.ts';

/** Tries every bad key at every endpoint. Returns their number, and the body that all of them got. */
export async function attackWithBadKeys(
  context: Context,
  client: Client,
  tools: Tools,
): Promise<{ badKeys: number; refusal: string }> {
  const scope: Scope = { companyId: await newCompany(tools, 'Bad keys'), environment: 'sandbox' };
  const good = await newKey(tools, scope);
  const bad = { ...(await endedKeys(tools, scope)), ...wrongTexts(good) };
  const absent = await client.ask({ method: 'GET', path: '/api/v1/balance' });
  const refusal = comparable(absent);
  if (absent.status !== 401 || codeOf(absent) !== 'key_invalid')
    context.violation('a request without a key is not 401', absent);

  for (const endpoint of endpoints) {
    const ask = () => validAsk(endpoint, { key: good, id: 'absent', idempotencyKey: randomUUID() });
    const accepted = await client.ask(ask());
    if (accepted.status === 401) context.violation('a good key was refused', { endpoint: nameOf(endpoint) });
    for (const [what, authorization] of Object.entries(bad)) {
      const { key: _good, headers, ...asked } = ask();
      const answer = await client.ask({ ...asked, headers: { ...headers, ...authorization } });
      if (comparable(answer) !== refusal)
        context.violation('a bad key is not refused like every other', {
          what,
          endpoint: nameOf(endpoint),
          status: answer.status,
          body: answer.text.slice(0, 300),
        });
    }
  }
  return { badKeys: Object.keys(bad).length, refusal: withoutRequestId(absent.text) };
}

type Authorization = { authorization?: string };

const bearer = (text: string): Authorization => ({ authorization: `Bearer ${text}` });

/** Keys that were valid once. */
async function endedKeys(tools: Tools, scope: Scope): Promise<Record<string, Authorization>> {
  const revoked = await makeKey(tools, scope, { name: 'revoked', scopes: keyScopes });
  await revokeKey(tools, scope, revoked.id);
  const aMomentAgo = new Date(Date.now() - 1);
  const expired = await makeKey(tools, scope, { name: 'expired', scopes: keyScopes, expiresAt: aMomentAgo });
  const live = { ...scope, environment: 'live' as const };
  const expiredLive = await makeKey(tools, live, { name: 'expired', scopes: keyScopes, expiresAt: aMomentAgo });
  return {
    revoked: bearer(revoked.text),
    expired: bearer(expired.text),
    'expired live': bearer(expiredLive.text),
  };
}

/** Texts that are not a key, most of them close to a valid one. */
function wrongTexts(good: string): Record<string, Authorization> {
  const wrong: Record<string, Authorization> = {
    nothing: {},
    empty: { authorization: '' },
    'scheme only': { authorization: 'Bearer' },
    'other scheme': { authorization: `Basic ${Buffer.from(`${good}:`).toString('base64')}` },
    'no scheme': { authorization: good },
    'two keys': bearer(`${good} ${good}`),
    'two keys in one': bearer(`${good},${good}`),
    unknown: bearer(newKeyText('sandbox', '00')),
    'unknown live': bearer(newKeyText('live', '00')),
    'other environment': bearer(good.replace('sandbox', 'live')),
    'too short': bearer(good.slice(0, -1)),
    'too long': bearer(`${good}0`),
    'very long': bearer('c'.repeat(8_000)),
    quoted: bearer(`"${good}"`),
    'upper case': bearer(good.toUpperCase()),
    'any text': bearer('secret'),
    'looks like SQL': bearer(`${good}'--`),
    'percent sign': bearer('%'),
  };
  for (let index = 0; index < good.length; index++) {
    const changed = good[index] === 'a' ? 'b' : 'a';
    wrong[`letter ${index} changed`] = bearer(good.slice(0, index) + changed + good.slice(index + 1));
  }
  return wrong;
}
