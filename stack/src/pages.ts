// The built pages of the portal and the desk, for whoever starts a stack that people look at.
import { spawn } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Whatever changes what is built. */
const SOURCES = ['portal/{company,desk,shared}/**/*.*', 'portal/*.{ts,json}', 'package-lock.json'];

/** What is kept of what a build says: enough for the error that ended it. */
const LAST_WORDS = 4_000;

/** As they are deployed, or with the demo people at the sign-in, in a directory of their own. */
export type PagesMode = 'production' | 'development';

/** Where the pages of both processes are once they are built. */
export type Pages = { portal: string; desk: string };

/** Builds the pages unless they are newer than their sources; `onBuild` is told before a build begins. */
export async function buildPages(mode: PagesMode, onBuild: () => void = () => undefined): Promise<Pages> {
  const directory = join(root, 'portal', mode === 'development' ? 'dist-development' : 'dist');
  const pages = { portal: join(directory, 'company'), desk: join(directory, 'desk') };
  if (!isBuilt(pages)) {
    onBuild();
    await build(mode);
  }
  return pages;
}

const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function isBuilt(pages: Pages): boolean {
  const newest = Math.max(...globSync(SOURCES, { cwd: root }).map((path) => changedAt(join(root, path))));
  return Object.values(pages).every((directory) => changedAt(join(directory, 'index.html')) > newest);
}

/** Runs the build to its end; one that fails tells why. */
async function build(mode: PagesMode): Promise<void> {
  const npm = spawn('npm', ['run', '--silent', 'build:pages', '--', '--mode', mode, '--logLevel', 'warn'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' }, // tests say "test", and get another React
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-LAST_WORDS);
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    npm.once('error', reject);
    npm.once('close', resolve);
  });
  if (code !== 0) throw new Error(`the pages could not be built\n${said}`);
}
