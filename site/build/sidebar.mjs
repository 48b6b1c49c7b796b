// The sidebar by reader. `src/reader.ts` shows the part of the reader who is reading.
import { existsSync, readFileSync } from 'node:fs';

const contract = JSON.parse(readFileSync(new URL('../../docs/api/openapi.json', import.meta.url), 'utf8'));
const has = (page) => existsSync(new URL(`../src/content/docs/${page}.md`, import.meta.url));

/** A folder that opens only when one of its pages is shown. */
const folder = (label, directory) => ({ label, collapsed: true, items: [{ autogenerate: { directory } }] });

export const sidebar = [
  {
    label: 'Integrate',
    items: [
      'quickstart',
      {
        label: 'Concepts',
        items: ['concepts/operations', 'concepts/idempotency', 'concepts/money', 'concepts/environments'],
      },
      {
        label: 'Guides',
        items: [
          'guides/fund',
          'guides/issue',
          'guides/cards',
          'guides/webhooks',
          'guides/reconcile',
          'guides/statements',
          'guides/go-live',
        ],
      },
      { label: 'Sandbox', items: ['sandbox/scenarios', 'sandbox/clock'] },
      {
        label: 'Details',
        items: [
          { slug: 'reference/webhooks' },
          { slug: 'reference/chain' },
          { slug: 'reference/compatibility' },
          ...(has('sdk') ? [{ slug: 'sdk', label: 'TypeScript SDK' }] : []),
          ...(has('cli') ? [{ slug: 'cli', label: 'Command line' }] : []),
          'changelog',
        ],
      },
      folder('Errors', 'errors'),
    ],
  },
  {
    label: 'API',
    items: [
      'api',
      ...contract.tags.map(({ name }) => folder(name, `api/${name.toLowerCase()}`)),
      folder('Objects', 'api/objects'),
    ],
  },
  {
    label: 'Operate',
    items: [
      { slug: 'operate/install', label: 'Install' },
      'operate/configuration',
      'operate/upgrading',
      'operate/rolling',
      'operate/cells',
      'operate/slos',
      'operate/tracing',
      'operate/data-lifecycle',
      'operate/capacity',
      'operate/security',
      'operate/commands',
      { label: 'Runbooks', items: [{ autogenerate: { directory: 'operate/runbooks' } }] },
    ],
  },
  {
    label: 'Change',
    items: [
      'change/contributing',
      'change/architecture',
      'change/adding-a-capability',
      'change/promises',
      'change/features',
      'change/ledger',
      'change/migrations',
      'change/portal',
      'change/issuer-protocol',
      'change/issuer-sandbox',
      'change/benches',
      'change/specification-gaps',
      'change/glossary',
      'change/dependencies',
      folder('Design', 'change/design'),
      folder('Decisions', 'change/decisions'),
    ],
  },
];
