// The built pages: assets as files, and one page for every other path, under a strict content security policy.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../../foundation/refusals/refusals.ts';

/** The build's placeholder for the nonce of each answer. */
const PLACEHOLDER = /__NONCE__/g;

/** Asset names contain a hash of their content, so an asset never changes. */
const ASSETS_SECONDS = 365 * 24 * 3_600;

/** The component library needs inline style attributes; style elements need the nonce, scripts our own origin. */
const policyOf = (nonce: string, frames: readonly string[]) =>
  [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    ...(frames.length === 0 ? [] : [`frame-src ${frames.join(' ')}`]),
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
  ].join('; ');

/** Passkeys are for pages of this origin, never for a page in a frame; a site without passkeys allows neither. */
const permissionsOf = (passkeys: boolean) =>
  ['get', 'create'].map((what) => `publickey-credentials-${what}=${passkeys ? '(self)' : '()'}`).join(', ');

type Site = { directory: string; apart: readonly string[]; frames?: readonly string[]; passkeys?: boolean };

/**
 * Serves the pages of a directory for every path except those that begin with one of `apart`. The pages may show pages
 * of the origins in `frames` in a frame.
 */
export async function serveSite(
  app: FastifyInstance,
  { directory, apart, frames = [], passkeys = false }: Site,
): Promise<void> {
  const page = await readFile(join(directory, 'index.html'), 'utf8');
  await app.register(staticFiles, {
    root: join(directory, 'assets'),
    prefix: '/assets/',
    wildcard: false, // a route per file of the build: no other path reaches the file system
    index: false,
    redirect: false,
    decorateReply: false,
    preCompressed: true, // the build writes compressed copies; a file without one is sent as it is
    cacheControl: true,
    immutable: true,
    maxAge: ASSETS_SECONDS * 1_000,
  });
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    if (apart.some((prefix) => path.startsWith(prefix))) refuse('path_not_found');
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', policyOf(nonce, frames))
      .header('permissions-policy', permissionsOf(passkeys))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.replace(PLACEHOLDER, nonce));
  });
}
