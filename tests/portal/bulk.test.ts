// Orders of many: a file is previewed, confirmed once and carried out, also by a tab that was opened later.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '../../server/tests/identity/people/person.ts';
import { until } from '../../server/tests/until.ts';
import { bothHands, type Visitor } from './browser.ts';
import { type House, openHouse } from './house.ts';
import { creditSandbox, newOwner } from './people.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse('bulk');
});
afterEach(() => house?.leave());
afterAll(() => house?.stop());

const inSandbox = (company: string) => ({
  company,
  environment: 'sandbox' as const,
  headers: { 'idempotency-key': randomUUID() },
});

/** Waits for a status of what a person has. */
const becomes = (person: SignedIn, company: string, path: string, wanted: string) =>
  until(
    async () => (await person.get<{ status: string }>(path, inSandbox(company))).body.status,
    (status) => status === wanted,
  );

/** A cardholder whom the issuer has confirmed. */
async function newHolder(person: SignedIn, company: string, name: string, externalId: string): Promise<string> {
  const holder = { name, email: `${externalId}@example.com`, kind: 'individual', externalId };
  const { status, text, body } = await person.post<{ id: string }>('/api/v1/holders', holder, inSandbox(company));
  expect(status, text).toBe(201);
  await becomes(person, company, `/api/v1/holders/${body.id}`, 'active');
  return body.id;
}

/** A card of Ada's, and its last four digits. */
async function newCard(person: SignedIn, company: string): Promise<string> {
  const holderId = await newHolder(person, company, 'Ada Lovelace', 'emp-1');
  const order = { type: 'issue', productId: house.world.products.card, holderId, amount: '50.00', name: 'Travel' };
  const { body } = await person.post<{ id: string }>('/api/v1/operations', order, inSandbox(company));
  await becomes(person, company, `/api/v1/operations/${body.id}`, 'completed');
  const cards = await person.get<{ data: { last4: string }[] }>('/api/v1/cards', inSandbox(company));
  return cards.body.data[0]?.last4 ?? '';
}

/** Chooses a file on the open page. */
async function chooses(visitor: Visitor, lines: readonly string[], button = 'Choose file'): Promise<void> {
  const asked = visitor.page.waitForEvent('filechooser');
  await visitor.presses(button);
  const buffer = Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`);
  await (await asked).setFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer });
}

/** Begins with the menu of the cards' page. */
async function begins(visitor: Visitor, company: string, item: string, title: string): Promise<void> {
  await visitor.opens(`/c/${company}/sandbox/cards`);
  await visitor.presses('Bulk');
  await visitor.activates(visitor.page.getByRole('menuitem', { name: item, exact: true }));
  await visitor.arrives(title);
}

const countOf = async (company: string, type: string): Promise<number> => {
  const { rows } = await house.world.admin.query<{ count: number }>(
    `select count(*)::integer as count from operations where type = $1 and shown_id('com', company_id) = $2`,
    [type, company],
  );
  return rows[0]?.count ?? -1;
};

test.for(bothHands)('by %s: many cards are issued from a file, and refused rows are left out', async (hands) => {
  const { owner, company, person } = await newOwner(house, { visit: { hands } });
  await creditSandbox(person, company, '500.00');
  await newHolder(person, company, 'Ada Lovelace', 'emp-1');
  await newHolder(person, company, 'Grace Hopper', 'emp-2');
  await begins(owner, company, 'Issue in bulk', 'Issue cards in bulk');

  const kept = owner.page.waitForEvent('download');
  await owner.presses('Download template');
  expect(await readFile(await (await kept).path(), 'utf8')).toMatch(/^\ufeffcardholder,name,amount\r\n/);

  owner.expects(/^400 POST \/portal\/v1\/imports\/preview$/);
  await chooses(owner, ['cardholder,amount', '"emp-1,50']);
  await owner.sees('A quote in the file is not closed.');
  await chooses(
    owner,
    [
      'cardholder;name;amount',
      'emp-1;"Travel; Berlin";100.00',
      'emp-2@example.com;;50',
      'emp-9;Fuel;50',
      'emp-2;4111 1111 1111 1111;1000',
    ],
    'Choose another file',
  );
  await owner.sees('2 of 4 rows can be ordered.');
  await owner.sees('Travel; Berlin');
  await owner.sees('Cardholder not found.');
  await owner.sees('The text looks like a card number. We never store card numbers.');
  await owner.sees('Your available balance doesn’t cover the total.');
  await owner.pictures('preview');
  await owner.isAccessible();
  await owner.ticks('Only refused rows');
  await owner.page.getByText('Travel; Berlin').waitFor({ state: 'detached' });

  await owner.presses('Continue');
  await owner.sees('Cards to issue: 2.', 'Issue these cards?');
  await owner.sees('Refused rows that are left out: 2.', 'Issue these cards?');
  await owner.sees('Sandbox', 'Issue these cards?');
  await owner.sees('156.30', 'Issue these cards?');
  await owner.pictures('confirmation');
  await owner.isAccessible();
  await owner.leaves('Issue these cards?');
  await owner.presses('Continue');
  await owner.presses('Issue cards', 'Issue these cards?');
  await owner.arrives('2 new cards');
  await owner.sees('2 of 2 rows ordered');
  await owner.page
    .getByRole('row', { name: /Ada Lovelace/ })
    .getByText('Completed')
    .waitFor();
  await owner.page
    .getByRole('row', { name: /Grace Hopper/ })
    .getByText('Completed')
    .waitFor();
  await owner.pictures('done');
  await owner.isAccessible();
  expect(await countOf(company, 'issue')).toBe(2);
  await owner.follows('Bulk orders');
  await owner.arrives('Bulk orders');
  await owner.page
    .getByRole('row', { name: /2 new cards/ })
    .getByText('2 of 2')
    .waitFor();
  await owner.pictures('list');
  await owner.isAccessible();
});

test('a tab that is closed halfway is continued by two others, and nothing is charged twice', async () => {
  const { owner, company, person } = await newOwner(house);
  await creditSandbox(person, company, '2000.00');
  const last4 = await newCard(person, company);
  await begins(owner, company, 'Top up in bulk', 'Top up cards in bulk');
  await chooses(owner, ['card,amount', ...Array.from({ length: 45 }, () => `${last4},10`)]);
  await owner.sees('45 of 45 rows can be ordered.');
  let asked = 0;
  owner.expects(/^no answer: POST .*\/run/);
  await owner.page.route('**/run', async (route) => {
    asked += 1;
    if (asked === 1) return route.continue();
    if (asked > 2) return; // the page tries again, and gets no answer any more
    await route.fetch(); // it arrives there, and the tab is gone before the answer
    return route.abort('connectionreset');
  });
  await owner.presses('Continue');
  await owner.presses('Top up cards', 'Top up these cards?');
  await owner.arrives('45 top-ups');
  await until(
    () => asked,
    (times) => times > 1,
  );
  await until(
    () => countOf(company, 'topup'),
    (count) => count >= 40,
  );
  const page = owner.page.url();
  await owner.page.goto('about:blank'); // the third request never arrives

  const [one, two] = [await house.enters(person), await house.enters(person)];
  await one.opens(`/c/${company}/sandbox/imports`);
  await one.page
    .getByRole('row', { name: /45 top-ups/ })
    .getByText('Paused')
    .waitFor();
  await one.follows('45 top-ups');
  await two.opens(page);
  for (const tab of [one, two]) await tab.sees('Rows not ordered yet: 5, $50.10 in total.');
  await one.pictures('paused');
  await one.isAccessible();
  await Promise.all([one, two].map((tab) => tab.page.getByRole('button', { name: 'Continue' }).click()));
  for (const tab of [one, two]) await tab.sees('45 of 45 rows ordered');
  expect(await countOf(company, 'topup')).toBe(45);
  await until(
    async () => (await person.get<{ held: string }>('/api/v1/balance', inSandbox(company))).body.held,
    (held) => held === '0.00',
  );
  const { body } = await person.get<{ data: { balance: string }[] }>('/api/v1/cards', inSandbox(company));
  expect(body.data[0]?.balance).toBe('500.00');
});

test('an import whose answer is lost is confirmed once, and stays paused until its person goes on', async () => {
  const { owner, company, person } = await newOwner(house);
  await creditSandbox(person, company, '2000.00');
  const last4 = await newCard(person, company);
  await begins(owner, company, 'Top up in bulk', 'Top up cards in bulk');
  await chooses(owner, ['card,amount', ...Array.from({ length: 45 }, () => `${last4},10`)]);
  await owner.sees('45 of 45 rows can be ordered.');
  await owner.losesAnswers('**/portal/v1/imports');
  await owner.presses('Continue');
  await owner.presses('Top up cards', 'Top up these cards?');
  await owner.sees('It’s safe to try again: nothing happens twice.', 'Top up these cards?');
  await owner.page.unrouteAll();
  await owner.leaves('Top up these cards?');

  let asked = 0;
  await owner.page.route('**/run', (route) => {
    asked += 1;
    return asked === 1 ? route.continue() : undefined; // the second one gets no answer
  });
  await owner.presses('Continue');
  await owner.presses('Top up cards', 'Top up these cards?');
  await owner.arrives('45 top-ups');
  await until(
    () => asked,
    (times) => times === 2,
  );
  await owner.presses('Pause');
  await owner.sees('Rows not ordered yet: 25');
  await owner.page.reload();
  await owner.sees('Rows not ordered yet: 25');
  expect(asked).toBe(2);
  await owner.page.unrouteAll({ behavior: 'ignoreErrors' });
  await owner.presses('Continue');
  await owner.sees('45 of 45 rows ordered');
  const { body } = await person.get<{ data: object[] }>('/portal/v1/imports', inSandbox(company));
  expect(body.data).toHaveLength(1);
});

test('rows that lack funds are tried again after funding', async () => {
  const { owner, company, person } = await newOwner(house);
  await creditSandbox(person, company, '110.00');
  const last4 = await newCard(person, company);
  await begins(owner, company, 'Top up in bulk', 'Top up cards in bulk');
  await chooses(owner, ['card,amount', `${last4},20`, `${last4},20.00`]);
  await owner.sees('2 of 2 rows can be ordered.');
  owner.expects(/^no answer: POST .*\/run/);
  await owner.page.route('**/run', (route) => route.abort('connectionrefused'));
  await owner.presses('Continue');
  await owner.presses('Top up cards', 'Top up these cards?');
  await owner.sees('It’s safe to try again: nothing happens twice.');
  const service = {
    type: 'service',
    productId: house.world.products.service,
    amount: '25.00',
    recipient: 'a@b.example',
  };
  expect((await person.post('/api/v1/operations', service, inSandbox(company))).status).toBe(201);
  await owner.page.unrouteAll();
  await owner.presses('Try again');
  await owner.sees('Refused rows: 1.');
  await owner.sees('Your available balance doesn’t cover the total.');
  await owner.pictures('refused');
  await owner.isAccessible();
  await creditSandbox(person, company, '100.00');
  await owner.presses('Try refused rows again');
  await owner.sees('20.04', 'Try the refused rows again?');
  await owner.presses('Try refused rows again', 'Try the refused rows again?');
  await owner.sees('2 of 2 rows ordered');
  expect(await countOf(company, 'topup')).toBe(2);
});
