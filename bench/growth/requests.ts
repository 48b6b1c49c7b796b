// Requests for every endpoint: the first page, a page in the middle, each filter alone, all filters, one object by id.
import type { Client } from '@cardwright/proofs/harness/ask.ts';
import { toId } from '@cardwright/server/foundation/ids.ts';
import { daysOf, fullWeekOf, type History, idempotencyKeyOf, momentOf, WEEK_ENTRIES } from '../history/history.ts';
import { FUNDING, products } from '../history/load-objects.ts';
import { type Request, reads } from './request.ts';
import { WEBHOOKS, webhookRequests } from './webhook-requests.ts';

/** The middle of each list, and a row found there. */
export type Places = Record<List | 'activeCards' | 'frozenCards' | 'activeHolders' | 'completedInvoices', Place>;
type List = 'operations' | 'transactions' | 'cards' | 'holders' | 'invoices' | 'webhooks' | 'deliveries';
type Place = { cursor: string; row: Record<string, string> };

const INVOICES = '/api/v1/card-account/invoices';

/** Pages of the largest size, to walk to the middle of a list that has no filter by time. */
const LARGEST_PAGE = 100;

/** Page size for a selective filter: even the short history has this many matching rows. */
const SHORT_PAGE = 5;

/** Finds the middle of each list through the API. */
export async function findPlaces(client: Client, key: string, history: History): Promise<Places> {
  const page = async (path: string) => {
    const { status, text } = await client.ask({ method: 'GET', path, key });
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`);
    const { data, nextCursor } = JSON.parse(text) as { data: Place['row'][]; nextCursor: string | null };
    const row = data.at(-1);
    if (row === undefined || nextCursor === null) throw new Error(`${path} is not in the middle of its list`);
    return { cursor: nextCursor, row };
  };
  const first = async (path: string) => {
    const { text } = await client.ask({ method: 'GET', path, key });
    return { cursor: '', row: (JSON.parse(text) as { data: Place['row'][] }).data[0] ?? {} };
  };
  const walk = async (path: string, rows: number) => {
    let place = await page(`${path}?limit=${LARGEST_PAGE}`);
    for (let at = LARGEST_PAGE; at < rows / 2; at += LARGEST_PAGE) {
      place = await page(`${path}?limit=${LARGEST_PAGE}&cursor=${place.cursor}`);
    }
    return place;
  };
  const middle = momentOf(history, 0.5);
  const webhooks = await first(WEBHOOKS);
  return {
    operations: await page(`/api/v1/operations?limit=1&createdTo=${middle}`),
    transactions: await page(`/api/v1/transactions?limit=1&occurredTo=${middle}`),
    cards: await walk('/api/v1/cards', history.cards / 2),
    holders: await walk('/api/v1/holders', history.holders / 2),
    invoices: await page(`${INVOICES}?limit=1&createdTo=${middle}`),
    completedInvoices: await page(`${INVOICES}?limit=1&status=completed&createdTo=${middle}`),
    activeCards: await page('/api/v1/cards?status=active&limit=1'),
    frozenCards: await page('/api/v1/cards?status=frozen&limit=1'),
    activeHolders: await page('/api/v1/holders?status=active&limit=1'),
    webhooks,
    deliveries: await page(`${WEBHOOKS}/${webhooks.row['id']}/deliveries?limit=1`),
  };
}

/** The requests by endpoint name. `longest`: whether to request statements of a full week too. */
export function requestsOf(
  history: History,
  places: Places,
  { longest }: { longest: boolean },
): Map<string, Request[]> {
  const days = daysOf(history);
  const oldKey = idempotencyKeyOf(2 * Math.floor(history.idempotencyKeys / 4));
  return new Map([
    ...reads('/api/v1/balance', { 'with open holds': '' }),
    ...reads('/api/v1/account-statements', {
      'a quiet day': query(days.quiet),
      'an early day': query(days.early),
      'a late day': query(days.late),
      'a late day as CSV': `${query(days.late)}&format=csv`,
      ...(longest ? { [`${WEEK_ENTRIES} entries`]: query(fullWeekOf(history)) } : {}),
    }),
    ...listsByTime(history, places),
    ...shortLists(history, places),
    ...(['operations', 'transactions', 'cards', 'holders'] as const).flatMap((list) =>
      one(`/api/v1/${list}/{id}`, places[list].row['id'] ?? ''),
    ),
    ...one(`${INVOICES}/{id}`, places.invoices.row['id'] ?? ''),
    ...one('/api/v1/events/{id}', places.deliveries.row['eventId'] ?? ''),
    ...one('/api/v1/idempotency-keys/{key}', oldKey),
    ...reads('/api/v1/products', { 'the catalogue': '' }),
    ...reads('/api/v1/capabilities', { 'of the key': '' }),
    [
      `${FUNDING.method} ${FUNDING.path}`,
      [
        { variant: 'a replayed key', ask: { ...FUNDING, headers: { 'idempotency-key': oldKey } } },
        { variant: 'a new key', ask: FUNDING, fresh: true },
      ],
    ],
    ...orders(places),
    ...invoices(places),
    ...webhookRequests(history, { id: places.webhooks.row['id'] ?? '', cursor: places.operations.cursor }),
  ]);
}

/** Creates and pays invoices. A played issuer, not counted, resolves each and sees each transfer immediately. */
function invoices({ completedInvoices }: Places): [string, Request[]][] {
  const id = completedInvoices.row['id'] ?? '';
  const ask = (path: string, body?: object) => ({
    method: 'POST' as const,
    path: path.replace('{id}', id),
    ...(body === undefined ? {} : { body }),
  });
  const [complete, transfers] = ['/api/v1/sandbox/invoices/{id}/complete', '/api/v1/sandbox/invoices/{id}/transfers'];
  return [
    [`POST ${INVOICES}`, [{ variant: 'of 100 dollars', ask: ask(INVOICES, { amount: '100' }), fresh: true }]],
    [`POST ${complete}`, [{ variant: 'a completed one', ask: ask(complete) }]],
    [`POST ${transfers}`, [{ variant: 'once more', ask: ask(transfers, { amount: '1' }) }]],
  ];
}

/** Requests that create or change something for a card or a person. */
function orders({ activeCards, frozenCards, activeHolders, holders }: Places): [string, Request[]][] {
  const post = (path: string, body: object) => ({ method: 'POST' as const, path, body });
  const topup = { type: 'topup', cardId: activeCards.row['id'], amount: '10.00' };
  const { productId } = activeCards.row;
  const issue = { type: 'issue', productId, holderId: activeHolders.row['id'], amount: '10.00', name: 'Travel' };
  const payment = { cardId: topup.cardId, type: 'purchase', amount: '1.00', merchant: 'Bookshop', country: 'DE' };
  const holder = { name: 'Ada Lovelace', email: 'ada@example.com', kind: 'individual' };
  const change = (path: string) => (team: string) => ({ method: 'PATCH' as const, path, body: { metadata: { team } } });
  const backAndForth = (to: ReturnType<typeof change>): Request => ({
    variant: 'and back again',
    ask: to('sales'),
    next: () => to('travel'),
  });
  const cancel = (text: string) => post(`/api/v1/operations/${(JSON.parse(text) as { id: string }).id}/cancel`, {});
  return [
    [
      'POST /api/v1/operations',
      [
        { variant: 'a top-up', ask: post('/api/v1/operations', topup), fresh: true },
        { variant: 'a card', ask: post('/api/v1/operations', issue), fresh: true },
      ],
    ],
    ['POST /api/v1/operations/preview', [{ variant: 'a top-up', ask: post('/api/v1/operations/preview', topup) }]],
    [
      'POST /api/v1/sandbox/transactions',
      [{ variant: 'a purchase', ask: post('/api/v1/sandbox/transactions', payment), fresh: true }],
    ],
    [
      'POST /api/v1/sandbox/clock/advance',
      [{ variant: 'by a second', ask: post('/api/v1/sandbox/clock/advance', { seconds: 1 }) }],
    ],
    ['POST /api/v1/holders', [{ variant: 'somebody new', ask: post('/api/v1/holders', holder), fresh: true }]],
    ['PATCH /api/v1/holders/{id}', [backAndForth(change(`/api/v1/holders/${holders.row['id']}`))]],
    ['PATCH /api/v1/cards/{id}', [backAndForth(change(`/api/v1/cards/${topup.cardId}`))]],
    [
      'POST /api/v1/cards/{id}/reveal',
      [{ variant: 'an active one', ask: post(`/api/v1/cards/${topup.cardId}/reveal`, {}), fresh: true }],
    ],
    [
      'POST /api/v1/operations/{id}/cancel',
      [{ variant: 'a new top-up', ask: post('/api/v1/operations', topup), fresh: true, next: cancel }],
    ],
    // Cancelled again, because a card has one unfinished action at a time. The frozen card has no unfinished top-up.
    ...(
      [
        ['freeze', activeCards],
        ['limits', activeCards],
        ['unfreeze', frozenCards],
        ['close', frozenCards],
      ] as const
    ).map(([verb, { row }]): [string, Request[]] => [
      `POST /api/v1/cards/{id}/${verb}`,
      [{ variant: 'and cancel it', ask: post(`/api/v1/cards/${row['id']}/${verb}`, {}), fresh: true, next: cancel }],
    ]),
  ];
}

/** Operations, card payments and invoices: lists that grow without limit. */
function listsByTime(history: History, places: Places): [string, Request[]][] {
  const [from, to] = [momentOf(history, 0.25), momentOf(history, 0.5)];
  const created = `createdFrom=${from}&createdTo=${to}`;
  const occurred = `occurredFrom=${from}&occurredTo=${to}`;
  const card = `cardId=${toId('card', history.busiestCardId)}`;
  const holder = `holderId=${toId('holder', history.busiestHolderId)}`;
  const product = `productId=${toId('product', products[0] ?? '')}`;
  const otherHolder = `holderId=${places.holders.row['id']}`;
  return [
    ...reads('/api/v1/operations', {
      ...pages(places.operations),
      type: 'type=topup',
      'status, common': 'status=completed',
      'status, rare': 'status=manual_review',
      created,
      card,
      'a page of a card in the middle': `${card}&cursor=${places.operations.cursor}`,
      'a card without operations': `cardId=${places.cards.row['id']}`,
      'a card of another holder': `${card}&${otherHolder}`,
      holder,
      product,
      'holder and product': `${holder}&${product}`,
      'holder and status, rare': `${holder}&status=failed&limit=${SHORT_PAGE}`,
      'type, status and time': `type=topup&status=completed&${created}`,
      'all filters': `${card}&${holder}&${product}&type=topup&status=completed&${created}&limit=${SHORT_PAGE}`,
    }),
    ...reads('/api/v1/transactions', {
      ...pages(places.transactions),
      card,
      holder,
      'a card of another holder': `${card}&${otherHolder}`,
      type: 'type=purchase',
      status: 'status=settled',
      occurred,
      'all filters': `${card}&${holder}&type=purchase&status=settled&${occurred}&limit=${SHORT_PAGE}`,
    }),
    ...reads(INVOICES, {
      ...pages(places.invoices),
      'status, common': 'status=completed',
      'status, rare': 'status=failed',
      created,
      'all filters': `status=completed&${created}`,
    }),
  ];
}

/** Cards and holders: lists that are returned whole while they are short. */
function shortLists(history: History, places: Places): [string, Request[]][] {
  const holder = `holderId=${toId('holder', history.busiestHolderId)}`;
  const { productId } = places.cards.row;
  const { externalId, kind, status } = places.holders.row;
  return [
    ...reads('/api/v1/cards', {
      'the whole list': '',
      ...pages(places.cards, LARGEST_PAGE),
      holder: `${holder}&limit=${SHORT_PAGE}`,
      status: 'status=active&limit=50',
      product: `productId=${productId}&limit=50`,
      'all filters': `${holder}&status=active&productId=${productId}&limit=${SHORT_PAGE}`,
    }),
    ...reads('/api/v1/holders', {
      'the whole list': '',
      ...pages(places.holders, LARGEST_PAGE),
      externalId: `externalId=${externalId}`,
      kind: 'kind=corporate&limit=50',
      status: 'status=active&limit=50',
      'kind and status': 'kind=corporate&status=blocked&limit=50',
      'all filters': `externalId=${externalId}&kind=${kind}&status=${status}`,
    }),
  ];
}

const query = (dates: { from: string; to: string }) => `from=${dates.from}&to=${dates.to}`;

const pages = ({ cursor }: Place, limit = 50) => ({
  'first page': `limit=${limit}`,
  'a page in the middle': `limit=${limit}&cursor=${cursor}`,
});

const one = (path: string, id: string): [string, Request[]][] => [
  [`GET ${path}`, [{ variant: 'by its id', ask: { method: 'GET', path: path.replace(/\{\w+\}/, id) } }]],
];

/** Fails unless the requests here and the endpoints that the service describes are the same set. */
export async function requireEveryEndpoint(client: Client, known: ReadonlySet<string>): Promise<void> {
  const { text } = await client.ask({ method: 'GET', path: '/openapi.json' });
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, unknown>> };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const unmeasured = described.filter((endpoint) => !known.has(endpoint));
  const gone = [...known].filter((endpoint) => !described.includes(endpoint));
  if (unmeasured.length + gone.length === 0) return;
  throw new Error(
    `bench/growth/requests.ts and the service differ. Without a request: ${unmeasured.join(', ') || 'none'}. ` +
      `Without an endpoint: ${gone.join(', ') || 'none'}.`,
  );
}
