// Who asks: the signature over the raw bytes comes first, and only then is a body read.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestKeys } from './config.ts';
import { refuse } from './refusals.ts';
import { isSigned } from './signatures.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** null until the signature was looked at. */
    signatureValid: boolean | null;
    /** Whether an effect's own commit has written this request down. */
    recorded: boolean;
  }
}

/** Keeps bodies as bytes, so that what is verified is what was sent. */
export function takeRawBodies(app: FastifyInstance): void {
  app.decorateRequest('signatureValid', null);
  app.decorateRequest('recorded', false);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/** Refuses what is not signed, then reads the body. */
export const authenticate = (keys: RequestKeys) => async (request: FastifyRequest) => {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const { headers, method, url } = request;
  request.signatureValid = isSigned(keys, { headers, method, path: url, body }, new Date());
  if (!request.signatureValid) refuse('signature_invalid');
  if (body.length === 0) return;
  try {
    request.body = JSON.parse(body.toString('utf8'));
  } catch {
    refuse('request_invalid', 'The body is not valid JSON.');
  }
};

/** The account that a request is about; its name is the caller's and opaque to us. */
export function accountOf(request: FastifyRequest): string {
  const account = request.headers['issuer-account'];
  if (typeof account !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(account)) refuse('account_missing');
  return account;
}
