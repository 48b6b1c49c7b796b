// Spend and cards at a glance: months, files, and actions in the list of cards.
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { bothHands } from './browser.ts';
import { type House, openHouse } from './house.ts';
import { buys, inSandbox, newCard } from './new-card.ts';
import { newOwner } from './people.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse('spend');
});
afterEach(() => house?.leave());
afterAll(() => house?.stop());

test.for(bothHands)('by %s: a card is frozen and topped up from the list, as a row and as a tile', async (hands) => {
  const { owner, company, person } = await newOwner(house, { visit: { hands } });
  await newCard(house.world, person, company);
  await owner.opens(`/c/${company}/sandbox/cards`);
  await owner.arrives('Cards');
  await owner.sees('1 card · $100.00 balance');
  const chooses = async (item: string) => {
    await owner.presses(/^Actions for Travel/);
    await owner.activates(owner.page.getByRole('menuitem', { name: item, exact: true }));
  };
  await chooses('Freeze card');
  await owner.presses('Freeze card', 'Freeze this card?');
  await owner.sees('Card frozen.');
  await owner.page.getByRole('row', { name: /Travel.*Frozen/ }).waitFor();
  await owner.pictures('cards-list');
  await owner.isAccessible();

  await owner.presses('Grid');
  await owner.page.waitForURL(/view=grid/);
  await owner.page.getByRole('listitem').filter({ hasText: 'Travel' }).getByText('$100.00').waitFor();
  await owner.pictures('cards-grid');
  await owner.isAccessible();
  await chooses('Unfreeze card');
  await owner.presses('Unfreeze card', 'Unfreeze this card?');
  await owner.sees('Card unfrozen.');
  await chooses('Top up');
  await owner.types('Amount to add', '50', 'Top up Travel');
  await owner.page
    .getByRole('dialog', { name: 'Top up Travel' })
    .getByLabel('Price')
    .getByText('50.10')
    .first()
    .waitFor();
  await owner.presses('Continue', 'Top up Travel');
  await owner.presses('Top up card', 'Top up this card?');
  await owner.sees('Card topped up');
});

test('a top-up whose answer is lost is charged once, also after another card was opened', async () => {
  const { owner, company, person } = await newOwner(house);
  const cards = [
    await newCard(house.world, person, company),
    await newCard(house.world, person, company, { email: 'ada.2@example.com' }),
  ];
  await owner.opens(`/c/${company}/sandbox/cards`);
  await owner.arrives('Cards');
  const chooses = async (cardId: string, item: string) => {
    const { body } = await person.get<{ last4: string }>(`/api/v1/cards/${cardId}`, inSandbox(company));
    await owner.presses(new RegExp(`^Actions for Travel.*${body.last4}$`));
    await owner.activates(owner.page.getByRole('menuitem', { name: item, exact: true }));
  };
  const [one = '', two = ''] = cards;
  const lost = await owner.losesAnswers('**/api/v1/operations');
  await chooses(one, 'Top up');
  await owner.types('Amount to add', '50', 'Top up Travel');
  await owner.presses('Continue', 'Top up Travel');
  await owner.presses('Top up card', 'Top up this card?');
  await owner.sees('It’s safe to try again: nothing happens twice.', 'Top up this card?');
  expect(lost()).toBe(3);
  await owner.page.unrouteAll();
  await owner.leaves('Top up this card?');
  await owner.leaves('Top up Travel');
  await chooses(two, 'Freeze card');
  await owner.leaves('Freeze this card?');
  await chooses(one, 'Top up');
  await owner.presses('Continue', 'Top up Travel');
  await owner.presses('Top up card', 'Top up this card?');
  await owner.sees('Card topped up');
  const { body } = await person.get<{ data: object[] }>('/api/v1/operations?type=topup', inSandbox(company));
  expect(body.data).toHaveLength(1);
});

test.for(bothHands)('by %s: spend is shown by card and by month, and payments are exported', async (hands) => {
  const { owner, company, person } = await newOwner(house, { visit: { hands } });
  const cardId = await newCard(house.world, person, company);
  await buys(person, company, cardId, '12.34');
  await owner.opens(`/c/${company}/sandbox/transactions`);
  await owner.arrives('Transactions');
  const month = new Date().toLocaleString('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });
  await owner.presses(`${month}: $12.34 spent`);
  await owner.page.waitForURL(/month=\d{4}-\d\d/);
  await owner.page.getByRole('row', { name: /Bookshop/ }).waitFor();
  await owner.pictures('transactions-month');
  await owner.isAccessible();
  const exported = owner.page.waitForEvent('download');
  await owner.presses('Export CSV');
  const payments = await readFile(await (await exported).path(), 'utf8');
  expect(payments).toMatch(
    /^date,merchant,.*\n[^\n]*,Bookshop,purchase,settled,-12\.34,USD,Travel,\d{4},Ada Lovelace,/,
  );
  await owner.follows('Overview');
  await owner.arrives('Overview');
  const spend = owner.page.getByRole('listitem').filter({ hasText: /Travel ••\d{4}.*\$12\.34.*Ada Lovelace/ });
  await spend.waitFor();
  await owner.pictures('overview-spend');
  await owner.isAccessible();
  await owner.page
    .getByRole('link', { name: /^Travel ••\d{4}$/ })
    .first()
    .waitFor();
  await owner.follows('Cardholders');
  await owner.follows('Ada Lovelace');
  await owner.arrives('Ada Lovelace');
  await owner.page.getByText('$12.34').first().waitFor();
});
