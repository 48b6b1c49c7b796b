// Checks in every build that the styles of each used component are there: `shared/library-styles.ts` names them one by
// one, because the library's sheet for all of its components is twice as large.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** A class of the library: its name is a hash, the same in scripts and styles. */
const ofLibrary = /\bm_[0-9a-f]{8}\b/g;

const sheet = fileURLToPath(import.meta.resolve('@mantine/core/styles.css'));

/** Fails the build if a script uses a class that has rules in the library's sheet and none in ours. */
export const libraryStyles = (): Plugin => ({
  name: 'cardwright:library-styles',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const classesIn = (texts: readonly string[]) => new Set(texts.flatMap((text) => text.match(ofLibrary) ?? []));
      const files = Object.values(bundle);
      const used = classesIn(files.filter((file) => file.type === 'chunk').map(({ code }) => code));
      const styled = classesIn(files.filter((file) => file.type === 'asset').map(({ source }) => String(source)));
      const known = classesIn([await readFile(sheet, 'utf8')]);
      const missing = [...used].filter((name) => known.has(name) && !styled.has(name));
      if (missing.length > 0)
        this.error(`styles are missing: import the sheets with ${missing.join(', ')} in shared/library-styles.ts`);
    },
  },
});
