// Copies files into a release, without those that nothing runs. Modes are fixed, because they are part of the archive.
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Licence files are kept, in any format. */
const LICENCE = /^(licen[cs]e|notice|copying)/i;

/** Source maps, types, sources, documentation and builds for browsers. */
const NOT_RUN = /\.(map|md|markdown|[cm]?ts|tsx|flow|tsbuildinfo)$|\.(umd|iife|standalone|browser)\./i;
const BROWSER_BUILD = /(^|\/)dist\/browser[.-]/;

/** The same as folders: some only at the top of a package, because below it they can hold code that runs. */
const NOT_RUN_FOLDERS = /^(umd|iife|amd|global|cjs-browser)$/;
const NOT_RUN_AT_TOP = /^(test|tests|__tests__|benchmarks?|docs|examples?|browser)$/;

/** Copies one file; it is executable if its source is. */
export function copyFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
  chmodSync(to, statSync(from).mode & 0o100 ? 0o755 : 0o644);
}

/** Copies every file of a folder. */
export function copyFolder(from: string, to: string): void {
  for (const file of filesOf(from)) copyFile(join(from, file), join(to, file));
}

/** Copies a package's files that Node can load, and its licence; its own `node_modules` are packages of their own. */
export function copyPackage(from: string, to: string): void {
  for (const file of filesOf(from)) {
    if (isRun(file) && !SOURCES.some((folder) => join(from, file).includes(folder)))
      copyFile(join(from, file), join(to, file));
  }
}

/** The largest sources of packages that are built. Others load theirs, so `src` has no general rule. */
const SOURCES = ['/fontkit/src/', '/luxon/src/', '/@zxcvbn-ts/language-common/src/'];

/** Imports between files of packages that worked in the repository, and do not in the release. */
export function lostImports(repository: string, release: string): string[] {
  const modules = filesOf(release).filter((file) => /node_modules\/.*\.[cm]?js$/.test(file));
  return modules.flatMap((file) => {
    const named = readFileSync(join(release, file), 'utf8').matchAll(RELATIVE_IMPORT);
    return [...named].flatMap(([, target = '']) => {
      const tried = ENDINGS.map((ending) => join(dirname(file), target) + ending);
      if (tried.some((each) => existsSync(join(release, each)))) return [];
      return tried.some((each) => /\.([cm]?js|json|node)$/.test(each) && existsSync(join(repository, each)))
        ? [`${file} imports ${target}`]
        : [];
    });
  });
}

const RELATIVE_IMPORT = /(?:require\(|from\s*|import\s*\(?\s*)["'](\.{1,2}\/[^"'\n]*)["']/g;
const ENDINGS = ['', '.js', '.cjs', '.mjs', '.json', '.node', '/index.js', '/index.cjs', '/index.mjs'];

/** Whether a file of a package, by its path in it, is part of a release. */
function isRun(file: string): boolean {
  const folders = file.split('/').slice(0, -1);
  if (folders.includes('node_modules') || file.split('/').some((part) => part.startsWith('.'))) return false;
  if (folders.some((folder) => NOT_RUN_FOLDERS.test(folder)) || NOT_RUN_AT_TOP.test(folders[0] ?? '')) return false;
  return LICENCE.test(basename(file)) || !(NOT_RUN.test(basename(file)) || BROWSER_BUILD.test(file));
}

/** The files below a folder, by their paths in it, sorted. Links are not followed. */
export function filesOf(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(below, entry.name);
      if (entry.isDirectory()) return filesOf(folder, path);
      return entry.isFile() ? [path] : [];
    })
    .toSorted();
}
