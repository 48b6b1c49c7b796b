// Every page of the operators' desk, in each of its states.
import type { FullHouse } from './full-house.ts';
import { PASSWORD } from './people.ts';
import { first, lacking, pressing, pressingThere, refusing, seeing, typing, type View, without } from './view.ts';

const of = (page: string, state: string, more: Partial<View> = {}): View => ({
  page,
  state,
  who: 'bob',
  at: () => `/${page}`,
  ...more,
});

const door = (page: string, more: Partial<View> = {}): View => ({
  page,
  state: 'rich',
  who: 'deskStranger',
  at: () => page,
  ...more,
});

const dialogOf =
  (name: string | RegExp): NonNullable<View['actions']> =>
  ({ page }) =>
    page.getByRole('dialog', { name }).waitFor();

const review = (id: (full: FullHouse) => string) => (full: FullHouse) => `/reviews/${id(full)}`;

const scanning = first(
  async ({ page }) => page.getByLabel('Confirm your password').fill(PASSWORD),
  pressing('Continue'),
  seeing('Scan the QR code'),
);

const doors: readonly View[] = [
  door('/sign-in'),
  door('/second-factor'),
  door('/set-up', { who: 'half', expects: /^403/ }),
  door('/set-up', { who: 'half', state: 'scan', expects: /^403/, actions: scanning }),
  door('/set-up', {
    who: 'half',
    state: 'codes',
    expects: /^403/,
    before: (page) => page.route(/two-factor\/verify-totp/, (route) => route.fulfill({ json: {} })),
    actions: first(
      scanning,
      pressing('Continue'),
      async ({ page }) => page.getByLabel('Code', { exact: true }).fill('123456'),
      seeing('Save your backup codes'),
    ),
  }),
  door('/forgot'),
  door('/reset', { at: () => '/reset?token=some' }),
];

const watching: readonly View[] = [
  of('status', 'rich', { kept: { 'light-desktop': 'desk-status' } }),
  of('status', 'not-found', { at: () => '/nowhere' }),
  of('status', 'coming', { before: without(/desk\/v1\/status/), whileSeeing: 'main:has(h1) .mantine-Skeleton-root' }),
  of('status', 'broken', {
    before: refusing(/desk\/v1\/status/, 500, { code: 'internal', message: 'Internal error.' }),
    expects: /^500 GET/,
    actions: first(seeing('Something went wrong on our side.'), seeing('Request ID for support:')),
  }),
  of('status', 'find', {
    actions: async ({ page }) => {
      await page.keyboard.press('Control+K');
      await page
        .getByRole('combobox', { name: 'Company name, page, or ID of a company, card, operation, …' })
        .fill('nord');
      await page
        .getByRole('option', { name: /Nordlicht/ })
        .first()
        .waitFor();
    },
  }),
  of('reconciliation', 'rich'),
  of('reconciliation', 'begin', { actions: first(pressing('Start reconciliation'), dialogOf('Start reconciliation')) }),
  of('reconciliation/$id', 'breaks', {
    at: ({ run }) => `/reconciliation/${run}`,
    kept: { 'light-desktop': 'desk-reconciliation' },
  }),
  of('jobs', 'rich'),
  of('jobs', 'again', { actions: first(pressing('Retry'), dialogOf('Retry jobs')) }),
  of('audit', 'rich'),
  of('audit', 'checked', { actions: first(pressing('Verify chain'), seeing(/The chain is/)) }),
  of('audit', 'filters', { onPhonesOnly: true, actions: first(pressing('Filters'), dialogOf('Filters')) }),
  of('audit', 'none-fits', { at: () => '/audit?company=company_none' }),
  of('recovery', 'verified'), // desk-recovery.test.ts checks the states of a fenced database
  of('recovery', 'coming', {
    before: without(/desk\/v1\/recovery/),
    whileSeeing: 'main:has(h1) .mantine-Skeleton-root',
  }),
  of('recovery', 'contradicts', {
    before: refusing(/desk\/v1\/recovery/, 409, {
      code: 'contradicts_heads',
      message: 'The database contradicts what was exported: it was changed, not only restored. Restore another backup.',
    }),
    expects: /^409 GET/,
    actions: seeing(/contradicts what was exported/),
  }),
];

const deciding: readonly View[] = [
  of('reviews', 'rich'),
  of('reviews/$id', 'proposed', {
    at: review(({ operations }) => operations.proposed),
    kept: { 'light-desktop': 'desk-review' },
  }),
  of('reviews/$id', 'my-proposal', { at: review(({ operations }) => operations.proposed), who: 'ann' }),
  of('reviews/$id', 'approve', {
    at: review(({ operations }) => operations.proposed),
    actions: first(pressing('Approve permanently'), dialogOf('Approve decision')),
  }),
  of('reviews/$id', 'operation', { at: review(({ operations }) => operations.review) }),
  of('reviews/$id', 'invoice', { at: review(({ invoices }) => invoices.review) }),
  of('reviews/$id', 'propose', {
    at: review(({ operations }) => operations.review),
    actions: first(
      pressing('Propose to mark as failed'),
      typing('Reason', 'The issuer has no trace of it.'),
      pressingThere('Preview effect'),
      seeing('Effect if approved now:'),
    ),
  }),
  of('reviews/$id', 'unknown', {
    at: () => '/reviews/op_nonsense',
    expects: /^404 GET/,
    actions: lacking('Request ID for support:'),
  }),
  of('proposals', 'rich'),
  of('proposals', 'all', { at: () => '/proposals?show=all' }),
  of('proposals', 'mine', { who: 'ann' }),
  of('proposals', 'approve', { actions: first(pressing('Approve…'), dialogOf('Approve decision')) }),
  of('proposals/$id', 'open', { at: ({ proposals }) => `/proposals/${proposals.open}` }),
  of('proposals/$id', 'my-proposal', { at: ({ proposals }) => `/proposals/${proposals.open}`, who: 'ann' }),
  of('proposals/$id', 'approved', { at: ({ proposals }) => `/proposals/${proposals.approved}` }),
  of('proposals/$id', 'unknown', { at: () => '/proposals/proposal_nonsense', expects: /^404 GET/ }),
  of('verifications', 'rich'),
  ...(['submitted', 'rejected', 'draft'] as const).map((state) =>
    of('verifications/$id', state, {
      at: ({ companies }) => `/verifications/${companies[state]}`,
      ...(state === 'submitted' ? { kept: { 'light-desktop': 'desk-verification' } } : {}),
    }),
  ),
  of('verifications/$id', 'approve', {
    at: ({ companies }) => `/verifications/${companies.submitted}`,
    actions: first(pressing('Approve company'), dialogOf('Approve verification')),
  }),
];

const managing: readonly View[] = [
  of('companies', 'rich'),
  of('companies', 'none-fits', {
    actions: async (visitor) => {
      await visitor.types('Find company', 'Zzz');
      await visitor.sees('No matching companies');
    },
  }),
  of('companies/$id', 'rich', { at: ({ companies }) => `/companies/${companies.rich}` }),
  of('companies/$id', 'sandbox', {
    at: ({ companies }) => `/companies/${companies.rich}`,
    actions: first(pressing(/^Sandbox$/), seeing(/••/)),
  }),
  of('cards/$id', 'rich', { at: ({ past }) => `/cards/${past.cards.active}` }),
  of('cards/$id', 'unknown', { at: () => '/cards/card_nonsense', expects: /^404 GET/ }),
  of('holders/$id', 'rich', { at: ({ past }) => `/holders/${past.holder}` }),
  of('companies/$id', 'suspended', { at: ({ companies }) => `/companies/${companies.suspended}` }),
  of('companies/$id', 'suspend', {
    at: ({ companies }) => `/companies/${companies.rich}`,
    actions: first(pressing('Suspend…'), dialogOf(/^Suspend/)),
  }),
  of('companies/$id', 'step-up', {
    at: ({ companies }) => `/companies/${companies.empty}`,
    expects: /^403 POST/,
    actions: first(
      pressing('Suspend…'),
      typing('Reason', 'Asked for by the bank.'),
      pressingThere('Suspend company'),
      dialogOf('Confirm it’s you'),
    ),
  }),
  of('companies/$id', 'limits', {
    at: ({ companies }) => `/companies/${companies.rich}`,
    actions: async (visitor) => {
      await visitor.types('Reads', '300');
      await visitor.presses('Propose limits…');
      await visitor.page.getByRole('dialog', { name: /^Propose rate limits/ }).waitFor();
    },
  }),
  of('companies/$id', 'switch-on', {
    at: ({ companies }) => `/companies/${companies.rich}`,
    actions: first(pressing('Enable…'), dialogOf('Direct invoices')),
  }),
  of('products', 'rich'),
  of('products', 'price', { actions: first(pressing('Set price'), dialogOf(/^Set price/)) }),
  of('products', 'price-changes', {
    actions: first(
      pressing('Set price'),
      typing('Fixed fee', '2.50'),
      typing('Rate in basis points (20 is 0.20%)', '25'),
      typing('Reason', 'The issuer charges more.'),
      pressingThere('Review changes'),
      seeing('and would cost'),
    ),
  }),
  of('pauses', 'rich'),
  of('pauses', 'pause', { actions: first(pressing('Pause sending…'), dialogOf('Pause sending')) }),
  of('pauses', 'send-again', { actions: first(pressing('Resume sending'), dialogOf(/^Resume sending/)) }),
  of('operators', 'rich'),
  of('operators', 'add', { actions: first(pressing('Add operator'), dialogOf('Add operator')) }),
  of('operators', 'add-proposed', {
    actions: first(
      pressing('Add operator'),
      typing('Name', 'Nora Neu'),
      typing('Email address', 'nora@cardwright.example'),
      typing('Reason', 'Joins the team.'),
      pressingThere('Propose operator'),
      seeing('Proposed. Another operator approves it.'),
    ),
  }),
  of('operators', 'token', {
    actions: first(pressing('Create token'), dialogOf('Create token'), async ({ page }) => {
      await page.getByLabel('Selected actions and reads').check();
    }),
  }),
  of('operators', 'reset', { actions: first(pressing('Reset two-factor'), dialogOf(/^Reset two-factor/)) }),
  of('operators', 'disable', { actions: first(pressing('Disable'), dialogOf(/^Disable/)) }),
];

/** The views of the desk, from sign-in to operators. */
export const deskViews: readonly View[] = [...doors, ...watching, ...deciding, ...managing];
