// Checks the size of a first load against its limit, in every build.
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** Script, compressed: a second or two on a slow line. */
const MOST_BYTES = 250 * 1024;

type Chunk = Rolldown.OutputChunk;

/** Fails the build if the entry and any one page together exceed the limit. */
export const firstLoad = (app: string): Plugin => ({
  name: 'cardwright:first-load',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const chunks = new Map(
        Object.values(bundle)
          .filter((file) => file.type === 'chunk')
          .map((chunk) => [chunk.fileName, chunk]),
      );
      const sizes = new Map([...chunks].map(([name, { code }]) => [name, gzipSync(code).length]));
      const entry = [...chunks.values()].find(({ isEntry }) => isEntry);
      if (entry === undefined) return;
      const loads = [entry, ...pagesOf(chunks)].map((page) => ({
        name: page.name,
        bytes: [...loadedWith(chunks, [entry, page])].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0),
      }));
      const [most = { name: '', bytes: 0 }] = loads.toSorted((one, other) => other.bytes - one.bytes);
      const words = `first load of ${app}: at most ${kilobytes(most.bytes)} KB of script (${most.name}), compressed`;
      if (most.bytes > MOST_BYTES) this.error(`${words}; the bar is ${kilobytes(MOST_BYTES)} KB`);
      console.log(words);
    },
  },
});

const kilobytes = (bytes: number) => Math.ceil(bytes / 1024);

/** Chunks that the router loads for an address. Later loads, such as charts, come after the page is visible. */
const pagesOf = (chunks: ReadonlyMap<string, Chunk>): Chunk[] =>
  [...chunks.values()].filter(({ facadeModuleId }) => facadeModuleId?.endsWith('.page.tsx') === true);

/** All chunks that must load before these run. */
function loadedWith(chunks: ReadonlyMap<string, Chunk>, wanted: readonly Chunk[]): Set<string> {
  const names = new Set(wanted.map(({ fileName }) => fileName));
  for (const name of names) for (const needed of chunks.get(name)?.imports ?? []) names.add(needed);
  return names;
}
