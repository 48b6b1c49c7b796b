// The pages of bulk orders, in each of their states.
import type { Visitor } from './browser.ts';
import type { FullHouse } from './full-house.ts';
import { first, pressing, seeing, type View } from './view.ts';

const at =
  (page: string, company: 'rich' | 'empty' = 'rich') =>
  ({ companies }: FullHouse) =>
    `/c/${companies[company]}/sandbox/${page}`;

const of = (page: string, state: string, address: View['at'], more: Partial<View> = {}): View => ({
  page,
  state,
  who: 'ida',
  at: address,
  ...more,
});

/** Chooses a file for new cards, some rows of which are refused. */
async function choosing({ page }: Visitor): Promise<void> {
  const asked = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose file' }).click();
  const lines = [
    'cardholder,name,amount',
    'katherine@nordlicht.example,Launch,150.00',
    'nobody@nordlicht.example,Travel,50.00',
    'katherine@nordlicht.example,Orbit,25.00',
    'katherine@nordlicht.example,,1',
    'katherine@nordlicht.example,Fleet,900000.00',
  ];
  const buffer = Buffer.from(lines.join('\r\n'));
  await (await asked).setFiles({ name: 'cards-for-november.csv', mimeType: 'text/csv', buffer });
}

const previewed = first(choosing, seeing(/\d of 5 rows can be ordered\./));

const anImport = (of: keyof FullHouse['imports']) => (full: FullHouse) => at(`imports/${full.imports[of]}`)(full);

/** The views of bulk orders. */
export const importViews: readonly View[] = [
  of('imports', 'rich', at('imports')),
  of('imports', 'empty', at('imports', 'empty')),
  of('imports/new', 'issue', at('imports/new?type=issue')),
  of('imports/new', 'topup', at('imports/new?type=topup')),
  of('imports/new', 'viewer', at('imports/new'), { who: 'vera' }),
  of('imports/new', 'preview', at('imports/new?type=issue'), { actions: previewed }),
  of('imports/new', 'confirm', at('imports/new?type=issue'), {
    actions: first(previewed, pressing('Continue'), ({ page }) =>
      page.getByRole('dialog', { name: 'Issue these cards?' }).waitFor(),
    ),
  }),
  of('imports/$id', 'paused', anImport('paused')),
  of('imports/$id', 'refused', anImport('refused')),
  of('imports/$id', 'viewer', anImport('paused'), { who: 'vera' }),
  of('imports/$id', 'unknown', at('imports/import_nonsense'), { expects: /^404 GET/ }),
];
