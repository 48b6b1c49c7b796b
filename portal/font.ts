// Cuts the font to what the pages show: the characters of western European names, and the weights from text to title.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const whole = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'));

/** The file that `shared/ground.css` names. */
const cut = join(import.meta.dirname, '.font/inter.woff2');

/** Basic Latin, and the letters of Latin-1. Others, which are rare here, come from the system's font. */
const LETTERS = [
  { from: 0x20, to: 0x7e },
  { from: 0xc0, to: 0xff },
];

const SIGNS = '\u00a0£§«°·»–—‘’“”•…€−⌘';

const WEIGHTS = { min: 400, max: 700 };

/** Writes the font before the styles that name it are read. */
export const font = (): Plugin => ({
  name: 'cardwright:font',
  async buildStart() {
    const letters = LETTERS.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
    const text = String.fromCodePoint(...letters) + SIGNS;
    const options = { targetFormat: 'woff2', variationAxes: { wght: WEIGHTS } } as const;
    await mkdir(dirname(cut), { recursive: true });
    await writeFile(cut, await subsetFont(await readFile(whole), text, options));
  },
});
