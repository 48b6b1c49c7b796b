// The version of a release, everywhere it is written.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A version without a suffix: a release has none. */
export const VERSION = /^\d+\.\d+\.\d+$/;

/** What surrounds the version in a text of the deployment: an image, an archive, the tag of a kustomization. */
const IN_DEPLOYMENT = /(?<=\bcardwright[-:]|\bnewTag: )\d+\.\d+\.\d+/g;

/** The same in a manifest: the version of a package of ours, or of a sibling that it needs. */
const IN_MANIFEST = /(?<="(?:version|@cardwright\/[a-z-]+)": ")\d+\.\d+\.\d+/g;

type Manifest = { version?: string; dependencies?: Record<string, string>; devDependencies?: Record<string, string> };
type Lock = Manifest & { packages: Record<string, Manifest> };

/** The files that name the version, with their text once they name another. `generate` writes the rest from them. */
export function filesWithVersion(root: string, version: string): { path: string; before: string; after: string }[] {
  const files = execFileSync('git', ['ls-files', '*package.json', '*package-lock.json', 'deploy'], { cwd: root });
  return files
    .toString()
    .trim()
    .split('\n')
    .map((path) => {
      const before = readFileSync(join(root, path), 'utf8');
      return { path, before, after: withVersion(path, before, version) };
    });
}

function withVersion(path: string, text: string, version: string): string {
  if (path.endsWith('package-lock.json')) {
    const lock: Lock = JSON.parse(text);
    lock.version = version;
    for (const [folder, manifest] of Object.entries(lock.packages))
      if (!folder.includes('node_modules/')) setVersion(manifest, version);
    return `${JSON.stringify(lock, null, 2)}\n`;
  }
  return text.replace(path.endsWith('package.json') ? IN_MANIFEST : IN_DEPLOYMENT, version);
}

function setVersion(manifest: Manifest, version: string): void {
  if (manifest.version !== undefined) manifest.version = version;
  for (const needed of [manifest.dependencies ?? {}, manifest.devDependencies ?? {}])
    for (const name of Object.keys(needed)) if (name.startsWith('@cardwright/')) needed[name] = version;
}
