// Checks the size of a first load against its limit, in every build: script, styles and font, as they are sent.
import { brotliCompressSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** A second or two on a slow line. */
const MOST_BYTES = 235 * 1024;

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };
type Asset = Rolldown.OutputAsset;

/** Fails the build if the entry and any one page together exceed the limit. */
export const firstLoad = (app: string): Plugin => ({
  name: 'cardwright:first-load',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const files = Object.values(bundle);
      const chunks = new Map(files.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
      const assets = new Map(files.filter((file) => file.type === 'asset').map((asset) => [asset.fileName, asset]));
      const entry = [...chunks.values()].find(({ isEntry }) => isEntry);
      if (entry === undefined) return;
      const sizeOf = sizes(chunks, assets);
      const loads = [entry, ...pagesOf(chunks)].map((page) => {
        const needed = [...loadedWith(chunks, [entry, page])];
        return { page, needed, bytes: [...needed, ...fontsOf(assets)].reduce((sum, name) => sum + sizeOf(name), 0) };
      });
      const [most] = loads.toSorted((one, other) => other.bytes - one.bytes);
      if (most === undefined) return;
      const words = `first load of ${app}: at most ${kilobytes(most.bytes)} KB compressed, font included (${most.page.name})`;
      if (most.bytes > MOST_BYTES) {
        const parts = most.needed.map((name) => `${name} ${kilobytes(sizeOf(name))}`);
        this.error(`${words}; the bar is ${kilobytes(MOST_BYTES)} KB: ${parts.join(', ')}`);
      }
      console.log(words);
    },
  },
});

const kilobytes = (bytes: number) => Math.ceil(bytes / 1024);

/** Sizes as sent, each compressed once. */
function sizes(chunks: ReadonlyMap<string, Chunk>, assets: ReadonlyMap<string, Asset>): (name: string) => number {
  const known = new Map<string, number>();
  return (name) => {
    const content = chunks.get(name)?.code ?? assets.get(name)?.source ?? '';
    const size = known.get(name) ?? (name.endsWith('.woff2') ? content.length : brotliCompressSync(content).length);
    known.set(name, size);
    return size;
  };
}

/** Chunks that the router loads for an address. Later loads, such as a calendar, come after the page is visible. */
const pagesOf = (chunks: ReadonlyMap<string, Chunk>): Chunk[] =>
  [...chunks.values()].filter(({ facadeModuleId }) => facadeModuleId?.endsWith('.page.tsx') === true);

const fontsOf = (assets: ReadonlyMap<string, Asset>): string[] =>
  [...assets.keys()].filter((name) => name.endsWith('.woff2'));

/** All chunks that must load before these run, and their styles. */
function loadedWith(chunks: ReadonlyMap<string, Chunk>, wanted: readonly Chunk[]): Set<string> {
  const names = new Set(wanted.map(({ fileName }) => fileName));
  for (const name of names) {
    const chunk = chunks.get(name);
    for (const needed of [...(chunk?.imports ?? []), ...(chunk?.viteMetadata?.importedCss ?? [])]) names.add(needed);
  }
  return names;
}
