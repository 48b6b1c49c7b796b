// Authentication: the signature over the raw bytes is verified before the body is parsed.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestKeys } from './config.ts';
import { refuse } from './refusals.ts';
import { isSigned } from './signatures.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the signature was checked. */
    signatureValid: boolean | null;
    /** Whether an effect's own commit has logged this request. */
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

/** Refuses unsigned requests, then parses the body. */
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

/** The account of a request; its name is the caller's and opaque to us. */
export function accountOf(request: FastifyRequest): string {
  const account = request.headers['issuer-account'];
  if (typeof account !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(account)) refuse('account_missing');
  return account;
}
