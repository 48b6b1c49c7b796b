// Builds the two sets of pages: `dist/company` for the portal, `dist/desk` for the desk. Development builds, which let
// anyone in as a demo person, go to a separate directory, so that nobody deploys them by mistake.
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type InlineConfig } from 'vite';
import { compressed } from './compressed.ts';
import { firstLoad } from './first-load.ts';
import { font } from './font.ts';
import { libraryStyles } from './library-styles.ts';

const here = import.meta.dirname;

/** Packages that every page needs; browsers keep these files cached across our deployments. */
const ground = /node_modules\/(react|react-dom|scheduler|@tanstack|openapi-fetch)\//;

/** Code that several pages use: one file, because each small file costs a request. */
const shared = /portal\/shared\/|node_modules\/@mantine\//;
const SHARED_BY = 3;

/** The build of one set of pages; the serving process replaces the placeholder by a new nonce. */
export function configOf(app: 'company' | 'desk', mode: string): InlineConfig {
  return {
    mode,
    configFile: false,
    root: join(here, app),
    plugins: [react(), font(), libraryStyles(), firstLoad(app), ...(mode === 'development' ? [] : [compressed()])],
    html: { cspNonce: '__NONCE__' },
    build: {
      outDir: join(here, mode === 'development' ? 'dist-development' : 'dist', app),
      emptyOutDir: true,
      sourcemap: false,
      target: 'es2023',
      assetsInlineLimit: 0, // a data: URL in a style would need a wider policy
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
