// The samples of the guides: files that a test runs, and whose printed output the pages show.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { languages } from './languages.ts';
import { siteFolder } from './places.ts';

const folder = join(siteFolder, 'samples');

/** The files of a step, such as `quickstart/1-fund`, by the ending of the language. */
export const sampleOf = (name: string): Partial<Record<(typeof languages)[number]['ending'], string>> =>
  Object.fromEntries(
    languages.flatMap(({ ending }) => {
      const file = join(folder, `${name}.${ending}`);
      return existsSync(file) ? [[ending, readFileSync(file, 'utf8').trim()]] : [];
    }),
  );

/** The output of a step as committed: one line for each line that it prints. */
export function outputOf(name: string): string {
  const file = join(folder, `${name}.out`);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
}

/** The steps of every guide in a language, in order. */
export function guidesIn(ending: string): Map<string, string[]> {
  const guides = new Map<string, string[]>();
  for (const path of globSync(`*/*.${ending}`, { cwd: folder }).toSorted()) {
    const guide = dirname(path);
    guides.set(guide, [...(guides.get(guide) ?? []), basename(path, extname(path))]);
  }
  return guides;
}
