// Compresses the build output once, so that no request has to.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Smaller files fit into one packet uncompressed. */
const LEAST_BYTES = 1_400;

/** The highest level takes seconds for a build, and saves four percent of every first load. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

const isText = /\.(js|css|svg)$/;

/** Writes a Brotli and a gzip copy beside each script and style. */
export const compressed = (): Plugin => ({
  name: 'cardwright:compressed',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.keys(bundle).filter((name) => isText.test(name));
    await Promise.all(names.map((name) => compress(join(dir, name))));
  },
});

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < LEAST_BYTES) return;
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, brotli));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
}
