// Asks the issuer directly, as only its own operators could.
import { signRequest } from '@cardwright/server/issuer/signature.ts';
import type { Stack } from '@cardwright/stack/start.ts';

/** Sends a signed request about an account; an answer other than 200 is an error. */
export async function askIssuer(stack: Stack, account: string, path: string, json: object): Promise<void> {
  const [id = '', hex = ''] = stack.secrets.issuer.requestKey.split(':');
  const body = JSON.stringify(json);
  const signed = signRequest({ id, secret: Buffer.from(hex, 'hex') }, { method: 'POST', path, body }, new Date());
  const headers = { ...signed, 'issuer-account': account, 'content-type': 'application/json' };
  const answer = await fetch(`${stack.issuer?.url}${path}`, { method: 'POST', headers, body });
  if (answer.status !== 200) throw new Error(`the issuer answered ${answer.status}: ${await answer.text()}`);
}
