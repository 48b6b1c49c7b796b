// Every page of the portal, in each of its states.

import type { FullHouse } from './full-house.ts';
import { first, pressing, pressingThere, refusing, seeing, typing, type View, without } from './view.ts';

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

const money: readonly View[] = [
  ...both('overview', { 'light-desktop': 'overview' }),
  of('overview', 'as-table', rich('overview'), { actions: pressing('Show as table') }),
  of('overview', 'live', ({ companies }) => `/c/${companies.rich}/live/overview`),
  of('overview', 'unverified', ({ companies }) => `/c/${companies.draft}/sandbox/overview`),
  of('overview', 'suspended', ({ companies }) => `/c/${companies.suspended}/sandbox/overview`, { who: 'otto' }),
  of('overview', 'menu', rich('overview'), {
    actions: async ({ page }) => {
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    },
  }),
  of('overview', 'coming', rich('overview'), {
    before: without(/portal\/v1\/overview/),
    whileSeeing: 'main:has(h1) .mantine-Skeleton-root',
  }),
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
  ...both('fund'),
  of('fund', 'suspended', ({ companies }) => `/c/${companies.suspended}/sandbox/fund`, { who: 'otto' }),
  of('fund', 'live', ({ companies }) => `/c/${companies.rich}/live/fund`),
  of('fund', 'unverified', ({ companies }) => `/c/${companies.draft}/sandbox/fund`),
  of('fund/$id', 'pending', ({ companies, invoices }) => `/c/${companies.rich}/sandbox/fund/${invoices.pending}`, {
    kept: { 'light-desktop': 'fund' },
  }),
  of('fund/$id', 'expired', ({ companies, past }) => `/c/${companies.rich}/sandbox/fund/${past.invoices.expired}`),
  of('fund/$id', 'failed', ({ companies, past }) => `/c/${companies.rich}/sandbox/fund/${past.invoices.failed}`),
  of('fund/$id', 'completed', ({ companies, past }) => `/c/${companies.rich}/sandbox/fund/${past.invoices.completed}`),
  of('fund/$id', 'review', ({ companies, invoices }) => `/c/${companies.reviewed}/sandbox/fund/${invoices.review}`, {
    who: 'otto',
  }),
  ...both('statements', { 'dark-desktop': 'statements' }),
  ...both('operations'),
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
  of('cards', 'none-fits', rich('cards?status=expired')),
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
  of('holders', 'details', rich('holders'), { actions: first(pressing('View'), dialogOf(/./)) }),
  of('holders', 'add', rich('holders'), { actions: first(pressing('Add cardholder'), dialogOf('New cardholder')) }),
  ...both('services'),
  of('services', 'order', rich('services'), { actions: first(pressing('Order'), dialogOf('New service order')) }),
  ...both('transactions'),
  of('transactions', 'none-fits', rich('transactions?kind=reversal')),
];

const developers: readonly View[] = [
  ...both('developers/keys', { 'light-desktop': 'keys' }),
  of('developers/keys', 'ended', rich('developers/keys'), { actions: pressing('Show inactive keys') }),
  of('developers/keys', 'not-mine', rich('developers/keys'), { who: 'vera' }),
  of('developers/keys', 'create', rich('developers/keys'), {
    actions: first(pressing('Create sandbox key'), dialogOf('Create sandbox key'), seeing('Issue and top up cards')),
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
  of('developers/reference', 'rich', rich('developers/reference')),
  of('developers/reference', 'open', rich('developers/reference'), {
    actions: async ({ page }) => page.getByRole('main').getByText('/api/v1/operations').first().click(),
  }),
];

const webhook = (company: string, id: string) => `/c/${company}/sandbox/developers/webhooks/${id}`;
const whole =
  (page: string, company: keyof FullHouse['companies'] = 'rich'): At =>
  ({ companies }) =>
    `/c/${companies[company]}/${page}`;

const ofCompany: readonly View[] = [
  ...(['rich', 'draft', 'submitted', 'rejected'] as const).map((company) =>
    of('verification', company === 'rich' ? 'approved' : company, whole('verification', company)),
  ),
  of('team', 'rich', whole('team'), { kept: { 'light-phone': 'team' } }),
  of('team', 'alone', whole('team', 'empty')),
  of('team', 'viewer', whole('team'), { who: 'vera' }),
  of('team', 'invite', whole('team'), { actions: first(pressing('Invite member'), dialogOf('Invite member')) }),
  of('team', 'change', whole('team'), { actions: first(pressing('Change role'), dialogOf(/^Change role of/)) }),
  of('team', 'remove', whole('team'), { actions: first(pressing('Remove'), dialogOf(/^Remove/)) }),
  of('security', 'on', whole('security')),
  of('security', 'off', whole('security', 'reviewed'), { who: 'otto' }),
  of('security', 'set-up', whole('security', 'reviewed'), {
    who: 'otto',
    actions: first(
      pressing('Set up'),
      typing('Confirm your password', 'correct horse battery staple'),
      pressingThere('Continue'),
      seeing('Store these backup codes'),
    ),
  }),
];

/** The views of the portal, from sign-in to team. */
export const companyViews: readonly View[] = [...doors, ...money, ...cards, ...developers, ...ofCompany];
