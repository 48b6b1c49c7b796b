// The visited pages, and how people reach each. Every address of the portal has an entry here; a new page
// without one fails the bench.
import type { addresses } from '@cardwright/portal/addresses.ts';

/** Present once a page is usable: the title, and these elements, visible and enabled. */
export type Wanted = {
  /** A regular expression. */
  title: string;
  sees: readonly string[];
  /** What must differ from before: the first row of a list that moved to another page. */
  changes?: string;
};

/** User actions on the page before this one. */
export type Way = {
  from: string;
  /** Clicked before the timing starts: a menu, a field, a link away. */
  first?: readonly string[];
  /** The timed click. */
  click?: string;
  /** The timed choice. */
  choose?: { field: string; value: string };
  /** The timed text: a search field searches it after a pause in typing. */
  type?: { field: string; text: string };
  /** Times a back navigation. */
  back?: true;
};

export type Visit = Wanted & {
  name: string;
  /** Opened in a fresh browser. */
  address?: string;
  /** Reached without loading a document. */
  way?: Way;
  /** Less than the usual limit. */
  mostMs?: number;
};

/** Above this, an answer no longer follows the typing. The pause in typing is part of it. */
const SEARCHED_MS = 300;

type Path = (typeof addresses)[number][1];
type PageVisit = Omit<Visit, 'name' | 'address'> & { address: string };

export type Ids = {
  company: string;
  operation: string;
  invoice: string;
  card: string;
  holder: string;
  webhook: string;
  invitation: string;
};

const row = 'main tbody tr';
const leads = 'main tbody a';
const nextPage = 'main nav[aria-label^="Pages of"] button:last-of-type';

/** A visit to every address. */
export function pageVisits(ids: Ids): Record<Path, PageVisit> {
  const company = `/c/${ids.company}`;
  const at = (page: string) => `${company}/sandbox/${page}`;
  /** By the navigation, from a page that shares nothing with the opened one. */
  const navigated = (address: string, title: string, ...sees: string[]) => ({
    address,
    title: `^${title}$`,
    sees,
    way: {
      from: `${company}/${address.endsWith('/team') ? 'verification' : 'team'}`,
      click: `aside a[href="${address}"]`,
    },
  });
  /** By the first row of a list. */
  const led = (list: string, id: string, title: string, ...sees: string[]) => ({
    address: `${at(list)}/${id}`,
    title,
    sees,
    way: { from: at(list), click: leads },
  });
  return {
    ...doorVisits(ids),
    overview: navigated(at('overview'), 'Overview', 'main [role=img] svg', row),
    fund: navigated(at('fund'), 'Add funds', 'main input', row),
    'fund/$id': led('fund', ids.invoice, '^Invoice for', row),
    cards: navigated(at('cards'), 'Cards', 'main select', row),
    'cards/$id': led('cards', ids.card, '^Card \\d', row),
    // Without an import: its page shows that there is none.
    imports: navigatedFromCards(at, 'imports', '^Bulk orders$', 'main h2'),
    'imports/new': navigatedFromCards(at, 'imports/new?type=issue', '^Issue many cards$', 'main h2'),
    'imports/$id': { address: at('imports/import_none'), title: '^Bulk order$', sees: ['main [role=alert]'] },
    holders: navigated(at('holders'), 'Cardholders', 'main select', row),
    'holders/$id': led('holders', ids.holder, '^Holder', 'main dl'),
    services: navigated(at('services'), 'Services', 'main section button', row),
    operations: navigated(at('operations'), 'Operations', 'main select', row),
    'operations/$id': led('operations', ids.operation, '\\$', 'main dl'),
    transactions: navigated(at('transactions'), 'Transactions', 'main input', row),
    statements: navigated(at('statements'), 'Statements', 'main button', row),
    'developers/keys': navigated(at('developers/keys'), 'API keys', row),
    'developers/webhooks': navigated(at('developers/webhooks'), 'Webhooks', leads),
    'developers/webhooks/$id': led('developers/webhooks', ids.webhook, '^example', row),
    'developers/events': navigated(at('developers/events'), 'Events', row),
    'developers/sandbox': navigated(at('developers/sandbox'), 'Sandbox tools', 'main input'),
    verification: navigated(`${company}/verification`, 'Verification', 'main h2'),
    team: navigated(`${company}/team`, 'Team', row),
    security: {
      ...navigated(`${company}/security`, 'Security', 'main button'),
      way: {
        from: `${company}/team`,
        first: ['aside button:has(.hidden-name)'],
        click: `a[href="${company}/security"]`,
      },
    },
  };
}

/** By the menu of the cards' page. */
const navigatedFromCards = (at: (page: string) => string, page: string, title: string, sees: string): PageVisit => ({
  address: at(page),
  title,
  sees: [sees],
  way: { from: at('cards'), first: ['main button[aria-haspopup=menu]'], click: `[role=menu] a[href="${at(page)}"]` },
});

/** A visit to every page that needs no session. People with a session can see them too. */
function doorVisits(ids: Ids): Record<Extract<Path, `/${string}`>, PageVisit> {
  const signIn = 'main a[href="/sign-in"]';
  const invitation = `/invitations/${ids.invitation}`;
  return {
    '/sign-in': { address: '/sign-in', title: '^Sign in$', sees: ['input'], way: { from: '/sign-up', click: signIn } },
    '/sign-up': {
      address: '/sign-up',
      title: '^Create your account$',
      sees: ['input'],
      way: { from: '/sign-in', click: 'a[href="/sign-up"]' },
    },
    // A used link is invalid, and the page shows that; the server is asked all the same.
    '/verify-email': {
      address: '/verify-email?token=used',
      title: '^This link didn’t work$',
      sees: [signIn],
      way: { from: '/verify-email?token=used', first: [signIn], back: true },
    },
    '/second-factor': {
      address: '/second-factor',
      title: '^Two-factor authentication$',
      sees: ['input'],
      way: { from: '/second-factor', first: [signIn], back: true },
    },
    '/forgot': {
      address: '/forgot',
      title: '^Reset your password$',
      sees: ['input'],
      way: { from: '/sign-in', click: 'a[href="/forgot"]' },
    },
    // Only an email leads here.
    '/reset': { address: '/reset?token=new', title: '^Choose a new password$', sees: ['input'] },
    '/invitations/$id': {
      address: invitation,
      title: '^You’re invited$',
      sees: ['main button'],
      way: { from: invitation, first: ['main a[href="/"]'], back: true },
    },
    '/welcome': {
      address: '/welcome',
      title: '^Create your company$',
      sees: ['input'],
      way: {
        from: `/c/${ids.company}/team`,
        first: ['aside button[aria-label^="Company"]'],
        click: 'a[href="/welcome"]',
      },
    },
  };
}

/** Navigation within a page: further in a list, and by status, kind or date. */
export function furtherVisits(ids: Ids): Visit[] {
  const card = `cards/${ids.card}`;
  const webhook = `developers/webhooks/${ids.webhook}`;
  const at = (page: string) => `/c/${ids.company}/sandbox/${page}`;
  const onward = (page: string, name: string, way: Omit<Way, 'from'>): Visit => ({
    name: `${page.replace(/[a-z]+_[0-9a-z]+$/, '$id')}: ${name}`,
    title: '.',
    sees: [row],
    changes: row,
    way: { from: at(page), ...way },
  });
  const next = (page: string) => onward(page, 'next page', { click: nextPage });
  const chosen = (page: string, label: string, value: string) =>
    onward(page, value, { choose: { field: `main select[aria-label="${label}"]`, value } });
  const picked = (page: string, field: string, value: string) =>
    onward(page, value, { first: [field], click: `[role=option][value="${value}"]` });
  const field = 'main input[type=search]';
  const searched = (page: string, text: string): Visit => ({
    ...onward(page, `search "${text}"`, { type: { field, text } }),
    mostMs: SEARCHED_MS,
  });
  const day = (number: number) => `[role=dialog] button[aria-label^="${number} "]:not([data-outside])`;
  return [
    ...['fund', 'cards', 'holders', 'services', 'operations', 'transactions', 'statements'].map(next),
    ...['developers/events', card, webhook].map(next),
    chosen('operations', 'Status', 'completed'),
    chosen('operations', 'Status', 'failed'),
    chosen('operations?type=issue', 'Type', 'service'), // the newest operation may be a service
    chosen('cards', 'Status', 'active'),
    chosen('cards', 'Sort', 'balance'),
    chosen('holders', 'Status', 'blocked'),
    picked('transactions', 'main search input[placeholder="Any status"]', 'declined'),
    picked('transactions', 'main search input[placeholder="Any type"]', 'refund'),
    picked(webhook, 'main input[aria-label]', 'failed'),
    onward('transactions', 'some days', {
      first: ['main search button[aria-haspopup]', '[role=dialog] button[aria-label="Previous month"]', day(3)],
      click: day(5),
    }),
    onward('transactions', 'a month', { click: 'main [role=group] button:nth-last-child(2)' }),
    onward('statements', 'last month', { click: 'main [role=group] button:nth-child(2)' }),
    onward('statements', 'last quarter', { click: 'main [role=group] button:nth-child(3)' }),
    searched('operations', 'supplier 77'),
    searched('cards', 'card 77'),
    searched('holders', 'holder76@'),
    searched('transactions', 'bookshop 76'),
    {
      name: 'find "bookshop 76"',
      title: '.',
      sees: ['[role=dialog] [role=option][href*="Bookshop"]'],
      mostMs: SEARCHED_MS,
      way: {
        from: at('overview'),
        first: ['button[aria-keyshortcuts]', '[role=dialog] input'],
        type: { field: '[role=dialog] input', text: 'bookshop 76' },
      },
    },
    {
      name: 'operations: in review',
      address: `${at('operations')}?status=manual_review`,
      title: '^Operations$',
      sees: [row],
    },
  ];
}
