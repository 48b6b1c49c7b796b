// Loaded by a server process before anything else: patches the text of the modules that a planted bug names.
import { registerHooks } from 'node:module';
import { replaceOnce } from './plant.ts';

type Patch = { file: string; find: string; replace: string };

const encoded = new URL(import.meta.url).searchParams.get('patches') ?? '';
const patches = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as Patch[];

/** The root of the patches' paths: the server's modules. */
const home = new URL('../../server/src/', import.meta.url);

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const mine = patches.filter((patch) => url === new URL(patch.file, home).href);
    if (mine.length === 0) return loaded;
    let text = Buffer.from((loaded.source ?? '') as Uint8Array | string).toString();
    for (const patch of mine) text = replaceOnce(patch.file, text, patch.find, patch.replace);
    return { ...loaded, source: text };
  },
});
