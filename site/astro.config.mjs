// The site: Starlight with our theme. `build/prepare.ts` writes the pages that come from docs/ and from the code.
import starlight from '@astrojs/starlight';
import { defineConfig, passthroughImageService } from 'astro/config';
import starlightLinksValidator from 'starlight-links-validator';
import { sidebar } from './build/sidebar.mjs';

export default defineConfig({
  // Pictures are few and small enough as they are.
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  integrations: [
    starlight({
      title: 'Cardwright',
      favicon: '/favicon.svg',
      customCss: ['./src/styles/site.css'],
      components: {
        SiteTitle: './src/components/SiteTitle.astro',
        PageTitle: './src/components/PageTitle.astro',
      },
      routeMiddleware: './src/reader.ts',
      pagination: true,
      disable404Route: false,
      credits: false,
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
      expressiveCode: {
        themes: ['github-dark', 'github-light'],
        defaultProps: { frame: 'none', wrap: true },
        styleOverrides: {
          borderRadius: '0.5rem',
          borderColor: 'var(--sl-color-gray-5)',
          codeBackground: 'var(--sl-color-gray-6)',
          codeFontSize: '0.84rem',
          frames: { frameBoxShadowCssValue: 'none' },
        },
      },
      sidebar,
      plugins: [starlightLinksValidator({ exclude: ['/*.md', '/files/**', '/llms*.txt'] })],
    }),
  ],
});
