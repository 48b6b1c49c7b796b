// Which pages of the repository are pages of the site, and at which address. One source: they are taken, not copied.
import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';

export const root = join(import.meta.dirname, '../..');
export const siteFolder = join(import.meta.dirname, '..');

/** Addresses of the pages of the repository, by path. Folders follow below. */
const single: Record<string, string> = {
  'docs/webhooks.md': 'reference/webhooks',
  'docs/chain.md': 'reference/chain',
  'docs/compatibility.md': 'reference/compatibility',
  'sdk/README.md': 'sdk',
  'cli/README.md': 'cli',
  'CHANGELOG.md': 'changelog',
  'deploy/README.md': 'operate/install',
  'SECURITY.md': 'operate/security',
  'docs/capacity.md': 'operate/capacity',
  'docs/commands.md': 'operate/commands',
  'CONTRIBUTING.md': 'change/contributing',
  'docs/features.md': 'change/features',
  'docs/architecture.md': 'change/architecture',
  'docs/adding-a-capability.md': 'change/adding-a-capability',
  'docs/migrations.md': 'change/migrations',
  'docs/benches.md': 'change/benches',
  'docs/promises.md': 'change/promises',
  'docs/ledger.md': 'change/ledger',
  'docs/issuer-protocol.md': 'change/issuer-protocol',
  'issuer-sandbox/README.md': 'change/issuer-sandbox',
  'docs/portal.md': 'change/portal',
  'docs/glossary.md': 'change/glossary',
  'docs/dependencies.md': 'change/dependencies',
  'docs/specification-gaps.md': 'change/specification-gaps',
};

const folders: Record<string, string> = {
  'docs/operate': 'operate',
  'docs/runbooks': 'operate/runbooks',
  'docs/design': 'change/design',
  'docs/decisions': 'change/decisions',
};

/** Pages that are not taken, because the site has a better page for the same reader. */
const instead: Record<string, string> = {
  'site/src/content/docs': '',
  'README.md': 'quickstart',
  'docs/README.md': '',
};

/** The pages that are taken: their paths in the repository, and their addresses. */
export const taken: ReadonlyMap<string, string> = new Map([
  ...Object.entries(single).filter(([path]) => existsSync(join(root, path))),
  ...Object.entries(folders).flatMap(([folder, address]) =>
    globSync(`${folder}/*.md`, { cwd: root })
      .toSorted()
      .map((path): [string, string] => [path, `${address}/${basename(path, '.md')}`]),
  ),
]);

/** The address of a page of the repository, a guide included; undefined if the site does not have it. */
export function addressOf(path: string): string | undefined {
  const own = /^site\/src\/content\/docs\/(.+)\.mdx?$/.exec(path)?.[1];
  return taken.get(path) ?? instead[path] ?? (own === 'index' ? '' : own);
}

/** The address as links write it. */
export const linkTo = (address: string): string => (address === '' ? '/' : `/${address}/`);
