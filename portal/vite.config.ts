// Builds the two sets of pages: `dist/company` for the portal, `dist/desk` for the operator's desk. Builds for development, which
// let anybody in as people of the demo, have a directory of their own, so that they are deployed by no mistake.
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type InlineConfig } from 'vite';
import { compressed } from './compressed.ts';
import { firstLoad } from './first-load.ts';

const here = import.meta.dirname;

/** Packages that every page needs; a deploy of ours leaves these files in the caches of browsers. */
const ground = /node_modules\/(react|react-dom|scheduler|@tanstack|openapi-fetch)\//;

/** What several pages use: one file, because each small file costs a page a question of its own. */
const shared = /portal\/shared\/|node_modules\/@mantine\//;
const SHARED_BY = 3;

/** How one set of pages is built; the process that serves it puts a fresh nonce where the placeholder stands. */
export function configOf(app: 'company' | 'desk', mode: string): InlineConfig {
  return {
    mode,
    configFile: false,
    root: join(here, app),
    plugins: [react(), firstLoad(app), ...(mode === 'development' ? [] : [compressed()])],
    html: { cspNonce: '__NONCE__' },
    build: {
      outDir: join(here, mode === 'development' ? 'dist-development' : 'dist', app),
      emptyOutDir: true,
      sourcemap: false,
      target: 'es2023',
      assetsInlineLimit: 0, // a data: address in a style would need a wider policy
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'ground', test: ground },
              { name: 'shared', test: shared, minShareCount: SHARED_BY },
            ],
          },
        },
      },
    },
  };
}

export default defineConfig(({ mode }) => ({
  ...configOf('company', mode),
  builder: {
    buildApp: async (builder) => {
      await build(configOf('desk', mode));
      const { client } = builder.environments;
      if (client !== undefined) await builder.build(client);
    },
  },
}));
