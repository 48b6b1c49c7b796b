// Every page of the portal, in each of its states.

import type { Page } from 'playwright-core';
import type { Visitor } from './browser.ts';
import type { FullHouse } from './full-house.ts';
import { PASSWORD } from './people.ts';
import { first, lacking, pressing, pressingThere, refusing, seeing, typing, type View, without } from './view.ts';
import { importViews } from './views-imports.ts';

type At = (full: FullHouse) => string;

const rich =
  (page: string): At =>
  ({ companies }) =>
    `/c/${companies.rich}/sandbox/${page}`;
const empty =
  (page: string): At =>
  ({ companies }) =>
    `/c/${companies.empty}/sandbox/${page}`;

/** The same page with data and without. */
const both = (page: string, kept?: View['kept']): View[] => [
  { page, state: 'rich', who: 'ida', at: rich(page), ...(kept === undefined ? {} : { kept }) },
  { page, state: 'empty', who: 'ida', at: empty(page) },
];

const of = (page: string, state: string, at: At, more: Partial<View> = {}): View => ({
  page,
  state,
  who: 'ida',
  at,
  ...more,
});

const door = (page: string, at: string = page, state = 'rich', more: Partial<View> = {}): View => ({
  page,
  state,
  who: 'stranger',
  at: () => at,
  ...more,
});

const doors: readonly View[] = [
  door('/sign-in'),
  door('/sign-in', '/sign-in', 'wrong-fields', { actions: pressing('Sign in') }),
  door('/sign-in', '/sign-in', 'locked-out', {
    before: refusing(
      /sign-in\/email/,
      429,
      { code: 'too_many_attempts', message: 'Too many.' },
      { 'retry-after': '840' },
    ),
    expects: /^429 POST/,
    actions: async (visitor) => {
      await visitor.types('Email address', 'ida.nord@nordlicht.example');
      await visitor.types('Password', 'not the password');
      await visitor.presses('Sign in');
      await visitor.sees('Wait 14 minutes, then try again.');
    },
  }),
  door('/sign-up'),
  door('/verify-email', '/verify-email?token=old', 'used-up', { expects: /^40\d GET \/portal\/auth\/verify-email$/ }),
  door('/second-factor'),
  door('/second-factor', '/second-factor', 'passkey', {
    before: (page) =>
      page.route('**/portal/auth/second-factors', (route) => route.fulfill({ json: { app: true, passkey: true } })),
    actions: seeing('Your device asks for your fingerprint'),
  }),
  door('/forgot'),
  door('/reset', '/reset?token=some'),
  door('/invitations/$id', '/invitations/none', 'stranger', { expects: /^401 GET \/portal\/v1\/invitations\// }),
  of('/invitations/$id', 'mine', ({ invitation }) => `/invitations/${invitation}`, { who: 'otto' }),
  of('/invitations/$id', 'not-mine', ({ invitation }) => `/invitations/${invitation}`, {
    expects: /^404 GET \/portal\/v1\/invitations\//,
  }),
  of('/welcome', 'rich', () => '/welcome'),
];

const dialogOf = (name: string | RegExp) => async (visitor: Parameters<NonNullable<View['actions']>>[0]) =>
  visitor.page.getByRole('dialog', { name }).waitFor();

const operation = (company: string, id: string) => `/c/${company}/sandbox/operations/${id}`;

/** Loading, in the layout of what comes. */
const coming = (page: string, at: At, path: RegExp): View =>
  of(page, 'coming', at, { before: without(path), whileSeeing: 'main:has(h1) .mantine-Skeleton-root' });

/** The sheet of a list's filters on a phone. */
const filtering: Partial<View> = {
  onPhonesOnly: true,
  actions: first(pressing('Filters'), dialogOf('Filters')),
};

const money: readonly View[] = [
  ...both('overview', { 'light-desktop': 'overview' }),
  of('overview', 'as-table', rich('overview'), { actions: pressing('Show as table') }),
  of('overview', 'find', rich('overview'), {
    actions: async ({ page }) => {
      await page.keyboard.press('Control+K');
      await page.getByRole('combobox', { name: /^Name, last four/ }).fill('gra');
      await page.getByRole('option', { name: /Grace Hopper/ }).waitFor();
    },
  }),
  of('overview', 'find-nothing', rich('overview'), {
    actions: async (visitor) => {
      await visitor.page.keyboard.press('Control+K');
      await visitor.page.getByRole('combobox', { name: /^Name, last four/ }).fill('nothing of that name');
      await visitor.sees('Nothing found.');
    },
  }),
  of('overview', 'live', ({ companies }) => `/c/${companies.rich}/live/overview`),
  of('overview', 'unverified', ({ companies }) => `/c/${companies.draft}/sandbox/overview`),
  of('overview', 'suspended', ({ companies }) => `/c/${companies.suspended}/sandbox/overview`, { who: 'otto' }),
  of('overview', 'menu', rich('overview'), {
    actions: async ({ page }) => {
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    },
  }),
  coming('overview', rich('overview'), /portal\/v1\/overview/),
  of('overview', 'broken', rich('overview'), {
    before: refusing(/portal\/v1\/overview/, 500, { code: 'internal', message: 'Internal error.' }),
    expects: /^500 GET/,
    actions: seeing('Something went wrong on our side.'),
  }),
  of('overview', 'no-answer', rich('overview'), {
    before: (page) => page.route(/portal\/v1\/(overview|live)/, (route) => route.abort('connectionrefused')),
    expects: /no answer/,
    actions: seeing('Couldn’t reach the server.'),
  }),
  of('overview', 'frame-broken', rich('overview'), {
    before: refusing(/portal\/v1\/me/, 500, { code: 'internal', message: 'Internal error.' }),
    expects: /^500 GET/,
    actions: seeing('Couldn’t open this page'),
  }),
  of('overview', 'not-found', ({ companies }) => `/c/${companies.rich}/sandbox/nowhere`),
  of('overview', 'of-nobody', () => '/c/com_nonsense/sandbox/overview'),
  of('overview', 'no-address', () => '/nowhere'),
  ...both('fund'),
  of('fund', 'suspended', ({ companies }) => `/c/${companies.suspended}/sandbox/fund`, { who: 'otto' }),
  of('fund', 'live', ({ companies }) => `/c/${companies.rich}/live/fund`),
  of('fund', 'unverified', ({ companies }) => `/c/${companies.draft}/sandbox/fund`),
  of('fund', 'window-closed', ({ companies }) => `/c/${companies.rich}/sandbox/fund`, {
    before: (page) =>
      page.route(/card-account\/invoices\?limit=1$/, async (route) => {
        const response = await route.fetch();
        const body = (await response.json()) as { data: object[] };
        const data = body.data.map((invoice) => ({ ...invoice, expiresAt: '2020-01-01T00:00:00.000Z' }));
        await route.fulfill({ response, json: { ...body, data } });
      }),
    actions: seeing(/^The payment window has closed/),
  }),
  of('fund/$id', 'pending', ({ companies, invoices }) => `/c/${companies.rich}/sandbox/fund/${invoices.pending}`, {
    kept: { 'light-desktop': 'fund' },
  }),
  of('fund/$id', 'expired', ({ companies, past }) => `/c/${companies.rich}/sandbox/fund/${past.invoices.expired}`, {
    actions: lacking('Pay this invoice'),
  }),
  of('fund/$id', 'failed', ({ companies, past }) => `/c/${companies.rich}/sandbox/fund/${past.invoices.failed}`),
  of('fund/$id', 'completed', ({ companies, past }) => `/c/${companies.rich}/sandbox/fund/${past.invoices.completed}`),
  of('fund/$id', 'review', ({ companies, invoices }) => `/c/${companies.reviewed}/sandbox/fund/${invoices.review}`, {
    who: 'otto',
  }),
  of('transactions', 'payment', rich('transactions'), {
    actions: async (visitor) => {
      await visitor.page.getByRole('row').nth(1).getByRole('button').click();
      await visitor.sees('Transaction ID');
    },
  }),
  ...both('statements', { 'dark-desktop': 'statements' }),
  of('statements', 'opened', rich('statements'), {
    actions: first(pressing(/^(New card|Service)/), async ({ page }) => page.getByRole('table').nth(1).waitFor()),
  }),
  of('statements', 'files', rich('statements'), {
    actions: first(pressing('Download'), async ({ page }) => page.getByRole('menuitem').first().waitFor()),
  }),
  coming('statements', rich('statements'), /portal\/v1\/statements/),
  ...both('operations'),
  of('operations', 'filters', rich('operations?status=completed'), filtering),
  coming('operations', rich('operations'), /v1\/operations/),
  of(
    'operations/$id',
    'queued-tried',
    ({ companies, operations }) => `/c/${companies.rich}/sandbox/operations/${operations.queued}`,
    {
      before: (page) =>
        page.route(/\/timeline$/, (route) =>
          route.fulfill({ json: { steps: [{ at: '2026-11-15T09:30:00.000Z', kind: 'not_connected', count: 3 }] } }),
        ),
      actions: seeing(/^We couldn’t connect to the issuer, first/),
    },
  ),
  ...(['completed', 'failed', 'queued', 'review'] as const).map((fate) =>
    of(
      'operations/$id',
      fate,
      ({ companies, operations }) => `/c/${companies.rich}/sandbox/operations/${operations[fate]}`,
      fate === 'review' ? { kept: { 'light-desktop': 'operation' } } : {},
    ),
  ),
  of('operations/$id', 'cancel', ({ companies, operations }) => operation(companies.rich, operations.queued), {
    actions: first(pressing('Cancel operation'), dialogOf('Cancel this operation?')),
  }),
  of('operations/$id', 'again', ({ companies, operations }) => operation(companies.rich, operations.failed), {
    actions: first(pressing('Try again'), dialogOf('New service order')),
  }),
  of('operations/$id', 'unknown', rich('operations/op_nonsense'), { expects: /^404 GET/ }),
];

const issuing = first(pressing('Issue card'), async (visitor) => {
  const dialog = visitor.page.getByRole('dialog', { name: 'Issue card' });
  await dialog.getByRole('combobox', { name: 'Cardholder' }).or(dialog.getByLabel('Cardholder')).first().click();
  await visitor.page.getByRole('option', { name: /^Grace.*@/ }).click();
  await dialog.getByLabel('Initial balance').fill('100');
  await dialog.getByLabel('Price').getByText('103.20').first().waitFor();
});

/** Chooses an item of a card's menu. */
const choosing = (item: string) =>
  first(pressing('Manage'), async ({ page }) => page.getByRole('menuitem', { name: item, exact: true }).click());

const cards: readonly View[] = [
  ...both('cards', { 'light-phone': 'cards' }),
  of('cards', 'filters', rich('cards'), filtering),
  coming(
    'cards/$id',
    ({ companies, past }) => `/c/${companies.rich}/sandbox/cards/${past.cards.active}`,
    /v1\/cards\//,
  ),
  of('cards', 'none-fits', rich('cards?status=expired')),
  of('cards', 'searched', rich('cards?search=grace')),
  of('cards', 'grid', rich('cards?view=grid&sort=name')),
  of('cards', 'row-menu', rich('cards'), {
    actions: first(pressing(/^Actions for Travel/), async ({ page }) => page.getByRole('menuitem').first().waitFor()),
  }),
  of('cards', 'viewer', rich('cards'), { who: 'vera' }),
  of('cards', 'issue', rich('cards'), { actions: issuing }),
  of('cards', 'issue-confirm', rich('cards'), {
    actions: first(issuing, pressingThere('Continue'), dialogOf('Issue this card?')),
  }),
  of('cards', 'new-holder', rich('cards'), {
    actions: first(pressing('Issue card'), pressingThere('Add cardholder'), dialogOf('New cardholder')),
  }),
  ...(['active', 'frozen', 'blocked', 'overdrawn'] as const).map((state) =>
    of('cards/$id', state, ({ companies, past }) => `/c/${companies.rich}/sandbox/cards/${past.cards[state]}`),
  ),
  ...(
    [
      ['freeze', pressing('Freeze card'), 'Freeze this card?'],
      ['reveal', pressing('Show number'), 'Card number'],
      ['limits', choosing('Set limits'), /^Limits of/],
      ['rename', choosing('Rename card'), 'Rename card'],
      ['close', choosing('Close card'), 'Close this card?'],
    ] as const
  ).map(([state, act, dialog]) =>
    of('cards/$id', state, ({ companies, past }) => `/c/${companies.rich}/sandbox/cards/${past.cards.active}`, {
      actions: first(act, dialogOf(dialog)),
    }),
  ),
  of('cards/$id', 'viewer', ({ companies, past }) => `/c/${companies.rich}/sandbox/cards/${past.cards.active}`, {
    who: 'vera',
  }),
  of('cards/$id', 'top-up', ({ companies, past }) => `/c/${companies.rich}/sandbox/cards/${past.cards.active}`, {
    actions: first(pressing('Top up'), typing('Amount to add', '50'), async (visitor) =>
      visitor.page.getByLabel('Price').getByText('50.10').first().waitFor(),
    ),
  }),
  ...both('holders'),
  of('holders/$id', 'rich', ({ companies, past }) => `/c/${companies.rich}/sandbox/holders/${past.holder}`),
  of('holders', 'add', rich('holders'), { actions: first(pressing('Add cardholder'), dialogOf('New cardholder')) }),
  ...both('services'),
  of('services', 'order', rich('services'), { actions: first(pressing('Order'), dialogOf('New service order')) }),
  ...both('transactions'),
  of('transactions', 'filters', rich('transactions?status=settled&kind=purchase'), filtering),
  of('transactions', 'month', rich('transactions'), {
    actions: async ({ page }) => page.getByRole('group', { name: 'Spend by month' }).getByRole('button').last().click(),
  }),
  of('transactions', 'none-fits', rich('transactions?kind=reversal')),
];

const developers: readonly View[] = [
  ...both('developers/keys', { 'light-desktop': 'keys' }),
  of('developers/keys', 'ended', rich('developers/keys'), { actions: pressing('Show inactive keys') }),
  of('developers/keys', 'not-mine', rich('developers/keys'), { who: 'vera' }),
  of('developers/keys', 'create', rich('developers/keys'), {
    actions: first(
      pressing('Create sandbox key'),
      dialogOf('Create sandbox key'),
      seeing('Issue, top up, change, freeze, limit and close cards'),
    ),
  }),
  of('developers/keys', 'shown-once', empty('developers/keys'), {
    actions: first(
      pressing('Create sandbox key'),
      typing('Name', 'Shown once'),
      pressingThere('Read-only'),
      pressingThere('Create sandbox key'),
      dialogOf('Key created'),
    ),
  }),
  of('developers/keys', 'step-up', ({ companies }) => `/c/${companies.rich}/live/developers/keys`, {
    expects: /^403 POST \/portal\/v1\/keys$/,
    actions: first(
      pressing('Create live key'),
      typing('Name', 'Live server'),
      pressingThere('Read-only'),
      pressingThere('Create live key'),
      dialogOf('Confirm it’s you'),
    ),
  }),
  of('developers/keys', 'replace', rich('developers/keys'), {
    actions: first(pressing('Rotate Booking'), dialogOf(/^Rotate/)),
  }),
  of('developers/keys', 'revoke', rich('developers/keys'), {
    actions: first(pressing('Revoke Booking'), dialogOf(/^Revoke/)),
  }),
  ...both('developers/webhooks'),
  of('developers/webhooks', 'add', rich('developers/webhooks'), {
    actions: first(pressing('Add endpoint'), dialogOf('Add endpoint')),
  }),
  of(
    'developers/webhooks',
    'no-second-factor',
    ({ companies }) => `/c/${companies.reviewed}/sandbox/developers/webhooks`,
    {
      who: 'otto',
      actions: first(pressing('Add endpoint'), dialogOf('Add endpoint'), seeing('which you haven’t set up.')),
    },
  ),
  of('developers/webhooks/$id', 'healthy', ({ endpoints, companies }) => webhook(companies.rich, endpoints.healthy), {
    kept: { 'light-desktop': 'webhook-deliveries' },
  }),
  of('developers/webhooks/$id', 'failing', ({ endpoints, companies }) => webhook(companies.rich, endpoints.failing)),
  of('developers/webhooks/$id', 'delivery', ({ endpoints, companies }) => webhook(companies.rich, endpoints.failing), {
    actions: first(pressing('View'), dialogOf(/^Delivery of/)),
  }),
  of('developers/webhooks/$id', 'replay', ({ endpoints, companies }) => webhook(companies.rich, endpoints.healthy), {
    actions: first(pressing('Replay events'), dialogOf('Replay events')),
  }),
  of('developers/webhooks/$id', 'delete', ({ endpoints, companies }) => webhook(companies.rich, endpoints.healthy), {
    actions: first(
      pressing('Manage'),
      async ({ page }) => page.getByRole('menuitem', { name: 'Delete endpoint' }).click(),
      dialogOf('Delete endpoint'),
    ),
  }),
  ...both('developers/events'),
  of('developers/events', 'body', rich('developers/events'), { actions: first(pressing('View'), dialogOf(/^Event /)) }),
  ...both('developers/sandbox'),
  of('developers/sandbox', 'clock', rich('developers/sandbox'), {
    actions: first(pressing('Advance clock'), dialogOf('Advance sandbox clock')),
  }),
];

const webhook = (company: string, id: string) => `/c/${company}/sandbox/developers/webhooks/${id}`;
const whole =
  (page: string, company: keyof FullHouse['companies'] = 'rich'): At =>
  ({ companies }) =>
    `/c/${companies[company]}/${page}`;

/** A person with one passkey, and perhaps an app. */
const holding = (hasApp: boolean) => (page: Page) =>
  page.route(/\/portal\/v1\/passkeys$/, (route) =>
    route.fulfill({
      json: {
        hasApp,
        data: [
          {
            id: 'passkey_01kacv7x6jf0m9v4m6d2v1q8zr',
            name: 'Work laptop',
            createdAt: '2026-11-02T09:12:00.000Z',
            lastUsedAt: hasApp ? '2026-11-17T16:40:00.000Z' : null,
          },
        ],
      },
    }),
  );

const scanning = first(
  pressing('Set up'),
  typing('Confirm your password', PASSWORD),
  pressingThere('Continue'),
  seeing('Scan the QR code'),
);

/** A draft that cannot be saved. */
const unsaved: Partial<View> = {
  before: refusing(/verification\/fields/, 500, { code: 'internal', message: 'Internal error.' }),
  expects: /^500 PUT/,
};
const editing = (text: string) => async (visitor: Visitor) => {
  await visitor.page.getByLabel('Legal name').fill(text);
  await visitor.sees('Your changes aren’t saved yet.');
};

const ofCompany: readonly View[] = [
  ...(['rich', 'draft', 'submitted', 'rejected'] as const).map((company) =>
    of('verification', company === 'rich' ? 'approved' : company, whole('verification', company)),
  ),
  coming('verification', whole('verification', 'draft'), /portal\/v1\/verification/),
  of('verification', 'missing', whole('verification', 'draft'), {
    actions: first(pressing('Add owner'), pressing('Submit for review'), seeing('Upload this document.')),
  }),
  of('verification', 'countries', whole('verification', 'draft'), {
    actions: async ({ page }) => {
      await page.locator('input#country').click();
      await page.getByRole('option', { name: 'Germany' }).waitFor();
    },
  }),
  of('verification', 'not-saved', whole('verification', 'draft'), {
    ...unsaved,
    actions: editing('Morgenrot Medien GmbH'),
  }),
  of('verification', 'leave', whole('verification', 'draft'), {
    ...unsaved,
    actions: first(
      editing('Morgenrot Medien AG'),
      async ({ page }) => page.getByRole('link', { name: 'Team', exact: true }).click(),
      dialogOf('Leave without saving?'),
    ),
  }),
  of('team', 'rich', whole('team'), { kept: { 'light-phone': 'team' } }),
  of('team', 'alone', whole('team', 'empty')),
  of('team', 'viewer', whole('team'), { who: 'vera' }),
  of('team', 'invite', whole('team'), { actions: first(pressing('Invite member'), dialogOf('Invite member')) }),
  of('team', 'invite-no-second-factor', whole('team', 'reviewed'), {
    who: 'otto',
    actions: first(pressing('Invite member'), dialogOf('Invite member'), seeing('which you haven’t set up.')),
  }),
  of('team', 'change', whole('team'), { actions: first(pressing('Change role'), dialogOf(/^Change role of/)) }),
  of('team', 'remove', whole('team'), { actions: first(pressing('Remove'), dialogOf(/^Remove/)) }),
  of('security', 'on', whole('security')),
  of('security', 'off', whole('security', 'reviewed'), { who: 'otto' }),
  of('security', 'passkeys', whole('security'), { before: holding(true), actions: seeing('Work laptop') }),
  of('security', 'passkeys-only', whole('security'), { before: holding(false), actions: seeing('only second factor') }),
  of('security', 'passkeys-loading', whole('security'), {
    before: without(/\/portal\/v1\/passkeys$/),
    whileSeeing: '.mantine-Skeleton-root',
  }),
  of('security', 'passkey-add', whole('security'), {
    actions: first(pressing('Add passkey'), dialogOf('Add passkey'), seeing('Helps you tell')),
  }),
  of('security', 'passkey-add-empty', whole('security'), {
    actions: first(
      pressing('Add passkey'),
      dialogOf('Add passkey'),
      seeing('Helps you tell'),
      typing('Name', ''),
      pressingThere('Continue'),
      seeing('Enter a name.'),
    ),
  }),
  of('security', 'passkey-remove', whole('security'), {
    before: holding(false),
    actions: first(pressing('Remove Work laptop'), dialogOf('Remove passkey')),
  }),
  of('security', 'passkey-step-up', whole('security'), {
    before: holding(true),
    expects: /^403 DELETE \/portal\/v1\/passkeys\//,
    actions: first(
      pressing('Remove Work laptop'),
      pressingThere('Remove passkey'),
      dialogOf('Confirm it’s you'),
      seeing('Use code instead'),
    ),
  }),
  of('security', 'set-up-scan', whole('security', 'reviewed'), { who: 'otto', actions: scanning }),
  of('security', 'set-up-verify', whole('security', 'reviewed'), {
    who: 'otto',
    before: refusing(/two-factor\/verify-totp/, 401, { code: 'INVALID_CODE' }),
    expects: /^401 POST/,
    actions: first(scanning, pressingThere('Continue'), typing('Code', '123 456'), ({ page }) =>
      page.getByRole('dialog').getByRole('alert').waitFor(),
    ),
  }),
  of('security', 'set-up-codes', whole('security', 'reviewed'), {
    who: 'otto',
    before: (page) => page.route(/two-factor\/verify-totp/, (route) => route.fulfill({ json: {} })),
    actions: first(scanning, pressingThere('Continue'), typing('Code', '123456'), seeing('Save your backup codes')),
  }),
];

/** The views of the portal, from sign-in to team. */
export const companyViews: readonly View[] = [
  ...doors,
  ...money,
  ...cards,
  ...importViews,
  ...developers,
  ...ofCompany,
];
