// The built pages of the portal and the desk, for stacks with a browser.
import { spawn } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Sources of the build. */
const SOURCES = ['portal/{company,desk,shared}/**/*.*', 'portal/*.{ts,json}', 'package-lock.json'];

/** Characters of build output to keep: enough for the final error. */
const LAST_WORDS = 4_000;

/** As deployed, or with demo people at sign-in, each in its own directory. */
export type PagesMode = 'production' | 'development';

/** Directories of the built pages of both processes. */
export type Pages = { portal: string; desk: string };

/** Builds the pages unless they are newer than their sources; calls `onBuild` before a build. */
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

/** Runs the build to its end; throws with its output if it fails. */
async function build(mode: PagesMode): Promise<void> {
  const npm = spawn('npm', ['run', '--silent', 'build:pages', '--', '--mode', mode, '--logLevel', 'warn'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' }, // NODE_ENV=test would select another build of React
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
