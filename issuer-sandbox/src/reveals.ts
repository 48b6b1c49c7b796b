// Reveals: a page at a secret address shows a card's number once. Neither the address nor the number is stored or
// logged.
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { accountOf } from './authenticate.ts';
import { cardSecret, detailsOf } from './card-numbers.ts';
import type { IssuerDeps } from './deps.ts';
import { ByReference, ByToken } from './protocol.ts';
import { refuse } from './refusals.ts';
import { goneText, pageStyle, pageText } from './reveal-page.ts';
import { openReveal, showReveal } from './sql.ts';

/** Half of what the protocol allows: enough to copy a number, even if the clocks differ. */
const LIFETIME_SECONDS = 60;

/** The length of a secret; nobody guesses 256 bits. */
const SECRET_BYTES = 32;

/** The start of every address of a page. The rest is secret. */
export const REVEAL_PATH = '/reveal/';

const BySecret = Type.Object({ secret: Type.String({ maxLength: 100 }) }, { additionalProperties: false });

/** Serves the request for a page, which is signed like every other one. */
export const revealRoutes: FastifyPluginAsyncTypebox<IssuerDeps> = async (app, deps) => {
  app.post('/v1/cards/:token/reveal', { schema: { params: ByToken, body: ByReference } }, async (request, reply) => {
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const { token } = request.params;
    const opened = await openReveal(deps.db, {
      account: accountOf(request),
      card: token,
      reference: request.body.reference,
      digest: digestOf(secret).toString('hex'),
      lifetimeSeconds: LIFETIME_SECONDS,
    });
    if (opened?.verdict === 'closed') refuse('card_closed');
    if (opened?.verdict !== 'opened') refuse('absent');
    return reply.send({ token, url: `${deps.publicUrl()}${REVEAL_PATH}${secret}`, expiresAt: opened.expiresAt });
  });
};

/** Serves the pages, to everybody who has an address. */
export const revealPages: FastifyPluginAsyncTypebox<IssuerDeps> = async (app, deps) => {
  const numbers = cardSecret(deps.notificationKey.privateKey);
  const policy = policyFor(deps.frameAncestors);
  // A HEAD request would use up the page without showing it.
  app.get(`${REVEAL_PATH}:secret`, { exposeHeadRoute: false, schema: { params: BySecret } }, async (request, reply) => {
    const card = await showReveal(deps.db, digestOf(request.params.secret));
    setHeaders(reply, policy);
    return card === undefined ? reply.code(410).send(goneText) : reply.send(pageText(detailsOf(numbers, card)));
  });
};

const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

function policyFor(frameAncestors: readonly string[]): string {
  const style = createHash('sha256').update(pageStyle).digest('base64');
  const ancestors = frameAncestors.length === 0 ? `'none'` : frameAncestors.join(' ');
  return [
    `default-src 'none'`,
    `style-src 'sha256-${style}'`,
    `frame-ancestors ${ancestors}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
}

const setHeaders = (reply: FastifyReply, policy: string): FastifyReply =>
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  });
