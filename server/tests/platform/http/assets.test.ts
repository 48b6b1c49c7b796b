// The built files of both sites: what is no file is 404, however its path is written. A 500 would page somebody.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { portalOf } from '../../identity/people/person.ts';
import { deskOf } from '../../surfaces/desk/operator.ts';
import { startWorld, type World } from '../../world.ts';

let world: World;
let pages: string;
beforeAll(async () => {
  pages = await mkdtemp(join(tmpdir(), 'cardwright-assets-'));
  await mkdir(join(pages, 'assets', 'inner'), { recursive: true });
  await writeFile(join(pages, 'index.html'), '<title>the page</title>');
  await writeFile(join(pages, 'secret.txt'), 'not for anybody');
  await writeFile(join(pages, 'assets', 'main-1a2b.js'), 'export {};');
  await writeFile(join(pages, 'assets', '.hidden'), 'not for anybody');
  world = await startWorld({
    api: 0,
    portal: true,
    desk: true,
    env: { CARDWRIGHT_PORTAL_PAGES: pages, CARDWRIGHT_DESK_PAGES: pages },
  });
});
afterAll(async () => {
  await world?.stop();
  await rm(pages, { recursive: true });
});

/** Sends a path exactly as it is written; `fetch` would tidy it first. */
const ask = (url: string, path: string, { method = 'GET', encoding = 'gzip, br' } = {}) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const sent = request({ hostname, port, path, method, headers: { 'accept-encoding': encoding } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    sent.on('error', reject).end();
  });

const noFiles = [
  '/assets/',
  '/assets//',
  '/assets/?query',
  '/assets/inner',
  '/assets/inner/',
  '/assets/.',
  '/assets/./main-1a2b.js',
  '/assets//main-1a2b.js',
  '/assets/MAIN-1a2b.js',
  '/assets/none.js',
  '/assets/none/',
  '/assets/.hidden',
  '/assets/main-1a2b.js/',
  '/assets/main-1a2b.js/more',
  '/assets/%20',
  '/assets/..',
  '/assets/../secret.txt',
  '/assets/inner/../../secret.txt',
  '/assets/%2e%2e/secret.txt',
  '/assets/%2e%2e%2fsecret.txt',
  '/assets/..%2fsecret.txt',
  '/assets/..%5csecret.txt',
  '/assets/..\\secret.txt',
  '/assets/%252e%252e%252fsecret.txt',
  `/assets/${'a'.repeat(3_000)}`,
  `/assets/${'a'.repeat(300)}`,
  `/assets/${'a/'.repeat(900)}b`,
  '/assets/%00',
  '/assets/main-1a2b.js%00',
];

/** Percent signs that begin no UTF-8 at all. */
const noUrls = ['/assets/%c0%ae%c0%ae/secret.txt', '/assets/%ff', '/assets/%zz', '/assets/%', '/assets/%E0%A4%A'];

describe.each(['portal', 'desk'] as const)('at the %s', (site) => {
  const urlOf = () => (site === 'portal' ? portalOf(world).url : deskOf(world).url);

  test('a file of the build is served', async () => {
    expect(await ask(urlOf(), '/assets/main-1a2b.js')).toEqual({ status: 200, text: 'export {};' });
  });

  const expected = [...noFiles.map((path) => [path, 404] as const), ...noUrls.map((path) => [path, 400] as const)];
  test.each(expected)('%s is %d for every encoding, and never a failure', async (path, expectedStatus) => {
    for (const method of ['GET', 'HEAD'])
      for (const encoding of ['gzip, br', 'identity', 'nonsense;q=0']) {
        const { status, text } = await ask(urlOf(), path, { method, encoding });
        expect(status, `${method} ${encoding} ${text}`).toBe(expectedStatus);
        expect(text).not.toContain('not for anybody');
      }
  });
});
