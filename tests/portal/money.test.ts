// Money: funding, cards, services, statements, and pages under errors.
import { readFile } from 'node:fs/promises';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ledgerOf } from '../../server/tests/ledger-of.ts';
import { bothHands, type Visitor } from './browser.ts';
import { type House, openHouse } from './house.ts';
import { advanceClock, creditSandbox, newOwner } from './people.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse('money');
});
afterEach(() => house?.leave());
afterAll(() => house?.stop());

/** Creates an invoice on the funding page, and waits until it can be paid. */
async function makesInvoice(visitor: Visitor, company: string, dollars: string): Promise<void> {
  await visitor.opens(`/c/${company}/sandbox/fund`);
  await visitor.types('Amount in whole dollars', dollars);
  await visitor.presses('Create invoice');
  await visitor.sees('Pay this invoice');
}

/** The price is fetched while typing, and the form cannot be submitted before it is there. */
async function goesOn(visitor: Visitor, dialog: string, total: string): Promise<void> {
  await visitor.page.getByRole('dialog', { name: dialog }).getByLabel('Price').getByText(total).first().waitFor();
  await visitor.presses('Continue', dialog);
}

/** Issues a card to a new cardholder, from the card list to the end of the operation. */
async function issuesCard(visitor: Visitor, company: string): Promise<void> {
  await visitor.opens(`/c/${company}/sandbox/cards`);
  await visitor.presses('Issue card');
  await visitor.leaves('Issue card');
  await visitor.presses('Issue card');
  await visitor.presses('Add cardholder', 'Issue card');
  await visitor.types('Name', 'Ada Lovelace', 'New cardholder');
  await visitor.types('Email', 'ada@example.com', 'New cardholder');
  await visitor.presses('Add cardholder', 'New cardholder');
  await visitor.types('Card name', 'Travel', 'Issue card');
  await visitor.types('Initial balance', '100', 'Issue card');
  await goesOn(visitor, 'Issue card', '103.20');
  await visitor.leaves('Issue this card?');
  await goesOn(visitor, 'Issue card', '103.20');
  await visitor.sees('A new card “Travel” for Ada Lovelace', 'Issue this card?');
  await visitor.pictures('issue-confirmation');
  await visitor.presses('Issue card', 'Issue this card?');
  await visitor.sees('Card issued');
}

test.for(bothHands)(
  'by %s: an invoice is made, paid in the sandbox and credited, while the page is open',
  async (hands) => {
    const { owner, company } = await newOwner(house, { visit: { hands } });
    await makesInvoice(owner, company, '200');
    await owner.sees('USDT on TRON (TRC-20)');
    await owner.sees('Never send real money to this address.');
    await owner.pictures('invoice-to-pay');
    await owner.isAccessible();
    await owner.presses('Simulate payment');
    await owner.sees('$197.00 added to your balance');
    await owner.pictures('invoice-credited');
    await owner.follows('Overview');
    await owner.arrives('Overview');
    await owner.page.getByText('197.00').first().waitFor();
    await owner.pictures('overview');
    await owner.isAccessible();
  },
);

test.for(bothHands)(
  'by %s: a card is issued, topped up and used, and the statement has it all, also as files',
  async (hands) => {
    const { owner, company, person } = await newOwner(house, { visit: { hands } });
    await creditSandbox(person, company, '300.00');
    await issuesCard(owner, company);
    await owner.pictures('operation-completed');
    await owner.follows('View card');
    await owner.arrives('Travel');
    await owner.presses('Top up');
    await owner.types('Amount to add', '50', 'Top up Travel');
    await goesOn(owner, 'Top up Travel', '50.10');
    await owner.presses('Top up card', 'Top up this card?');
    await owner.sees('Card topped up');

    await owner.follows('Sandbox tools');
    await owner.presses('Simulate');
    await owner.sees(/.\$12\.34 at Bookshop: settled\./);
    await owner.follows('Cards');
    await owner.page
      .getByRole('row', { name: /Travel/ })
      .getByText('137.66')
      .waitFor();
    await owner.follows('Transactions');
    await owner.page.getByRole('row', { name: /Bookshop/ }).waitFor();
    await owner.pictures('transactions');

    await owner.follows('Statements');
    await owner.page.getByRole('region', { name: 'Totals' }).getByText('146.70').first().waitFor();
    await owner.presses(/^Top-up Travel ••\d{4}, Ada Lovelace$/);
    const entries = owner.page.getByRole('table', { name: 'Ledger entries' }).getByRole('row');
    expect(await entries.count(), 'heads, hold, charge and fee').toBe(4);
    await owner.pictures('statement');
    await owner.isAccessible();
    for (const [name, ending, beginning] of [
      ['Statement (PDF)', 'pdf', /^%PDF-/],
      ['Activity (CSV)', 'csv', /,Top-up,"Travel/],
      ['Ledger entries (CSV)', 'csv', /sandbox_credit/],
      ['For accounting software (OFX)', 'ofx', /VERSION="220"[\s\S]*<TRNAMT>-50\.10</],
    ] as const) {
      const kept = owner.page.waitForEvent('download');
      await owner.presses('Download');
      await owner.activates(owner.page.getByRole('menuitem', { name, exact: true }));
      const file = await kept;
      expect(file.suggestedFilename()).toMatch(new RegExp(`\\.${ending}$`));
      expect((await readFile(await file.path(), 'latin1')).slice(0, 4_000)).toMatch(beginning);
    }
  },
);

test.for(bothHands)(
  'by %s: ranges of the statement and filters of the transactions stand in the address, and can be cleared',
  async (hands) => {
    const { owner, company, person } = await newOwner(house, { visit: { hands } });
    await creditSandbox(person, company, '300.00');
    await issuesCard(owner, company);
    await owner.follows('Sandbox tools');
    await owner.presses('Simulate');
    await owner.sees('at Bookshop: settled.');
    await owner.follows('Transactions');
    await owner.arrives('Transactions'); // the page before it has a field of this name too
    await owner.picks('Type', 'Refund');
    await owner.sees('No matching transactions');
    expect(owner.page.url()).toContain('kind=refund');
    await owner.presses('Clear filters');
    await owner.page.getByRole('row', { name: /Bookshop/ }).waitFor();
    await owner.follows('Statements');
    await owner.presses('Last month');
    await owner.sees('No activity in this period');
    expect(owner.page.url()).toMatch(/from=\d{4}-\d\d-01/);
    await owner.presses('This year');
    await owner.sees('Sandbox credit');
    await owner.presses(/^New card/);
    await owner.follows('View operation');
    await owner.arrives('New card');
    await owner.follows('Statements');
    const now = new Date();
    const month = `${now.toLocaleString('en', { month: 'long', timeZone: 'UTC' })} ${now.getUTCFullYear()}`;
    await owner.presses('This month');
    await owner.picksDays(/^Date range/, [`3 ${month}`, `5 ${month}`]);
    await owner.page.waitForURL(/from=\d{4}-\d\d-03&to=\d{4}-\d\d-05/);
  },
);

test('a cardholder is added, and can be chosen for cards', async () => {
  const { owner, company } = await newOwner(house);
  await owner.opens(`/c/${company}/sandbox/holders`);
  await owner.sees('No cardholders yet');
  await owner.page.getByRole('button', { name: 'Add cardholder' }).first().click();
  await owner.types('Name', 'Grace Hopper', 'New cardholder');
  await owner.types('Email', 'not an address', 'New cardholder');
  await owner.presses('Add cardholder', 'New cardholder');
  await owner.sees('Enter an email address, for example ada@example.com.');
  await owner.types('Email', 'grace@example.com', 'New cardholder');
  await owner.presses('Add cardholder', 'New cardholder');
  await owner.page.getByRole('row', { name: /Grace Hopper/ }).waitFor();
  await owner.pictures('holders');
  await owner.isAccessible();
});

test('after a conflict with an earlier attempt a form starts over', async () => {
  const { owner, company } = await newOwner(house);
  await owner.opens(`/c/${company}/sandbox/developers/sandbox`);
  await owner.arrives('Sandbox tools');
  owner.expects(/^no answer: POST \/api\/v1\/sandbox\/funding/);
  owner.expects(/^409 POST \/api\/v1\/sandbox\/funding$/);
  await owner.page.route('**/api/v1/sandbox/funding', async (route) => {
    await route.fetch(); // it arrives there, and the answer is lost
    await route.abort('connectionreset');
  });
  await owner.types('Amount', '41');
  await owner.presses('Credit funds');
  await owner.sees('Couldn’t reach the server.');
  await owner.sees('It’s safe to try again: nothing happens twice.');
  await owner.page.unrouteAll();
  await owner.types('Amount', '43');
  await owner.presses('Credit funds');
  await owner.sees('An earlier attempt with other details may have gone through.');
  await owner.presses('Start over');
  await owner.presses('Credit funds');
  await owner.sees('$43.00 credited.');
  await owner.follows('Overview');
  await owner.arrives('Overview');
  await owner.page.getByText('84.00').first().waitFor();
});

test('a service is ordered, and insufficient funds are shown before confirmation', async () => {
  const { owner, company, person } = await newOwner(house);
  await owner.opens(`/c/${company}/sandbox/services`);
  await owner.page
    .getByRole('button', { name: /^Order / })
    .first()
    .click();
  const dialog = owner.page.getByRole('dialog', { name: 'New service order' });
  await dialog.getByLabel('Recipient').fill('+49 40 123456');
  await dialog.getByLabel('Amount').fill('25');
  await owner.sees('Your available balance doesn’t cover the total.');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('alert').and(owner.page.locator(':focus')).waitFor(); // “Continue” leads to the reason
  await owner.pictures('service-without-funds');
  await creditSandbox(person, company, '100.00');
  await owner.page.reload();
  await owner.page
    .getByRole('button', { name: /^Order / })
    .first()
    .click();
  await dialog.getByLabel('Recipient').fill('+49 40 123456');
  await dialog.getByLabel('Amount').fill('25');
  await dialog.getByLabel('Price').getByText('25.00').first().waitFor();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await owner.presses('Order service', 'Order this service?');
  await owner.sees('Service ordered');
});

test('an unpaid invoice expires when the sandbox clock is advanced', async () => {
  const { owner, company, person } = await newOwner(house);
  await makesInvoice(owner, company, '50');
  const invoice = owner.page.url();
  await owner.follows('Sandbox tools');
  await owner.picks('Advance by', '30 days');
  await owner.presses('Advance clock');
  await owner.presses('Advance clock', 'Advance sandbox clock');
  await owner.sees('The sandbox clock is now');
  await owner.opens(invoice);
  await owner.sees('This invoice expired');
  await owner.pictures('invoice-expired');

  await creditSandbox(person, company, '41.00');
  await owner.opens(`/c/${company}/sandbox/statements`);
  await owner.sees('41.00'); // this month is that of the sandbox
});

test('a payment settled after the sandbox clock was advanced happened just now, not in 23 hours', async () => {
  const { owner, company, person } = await newOwner(house);
  await creditSandbox(person, company, '300.00');
  await advanceClock(person, company, 24 * 3_600);
  await issuesCard(owner, company);
  await owner.follows('Sandbox tools');
  await owner.presses('Simulate');
  await owner.sees('at Bookshop: settled.');
  await owner.follows('Transactions');
  const payment = owner.page.getByRole('row', { name: /Bookshop/ });
  await payment.getByText(/^(just now|\d+ minutes? ago)$/).waitFor();
  for (const page of ['Overview', 'Operations', 'Statements']) {
    await owner.follows(page);
    await owner.arrives(page);
    await owner.sees(/Bookshop|New card/);
    expect(await owner.page.getByText(/^in \d+ hours?$/).count(), page).toBe(0);
  }
});

test('a page without a connection says so, and recovers automatically', async () => {
  const { owner, company } = await newOwner(house);
  await owner.opens(`/c/${company}/sandbox/developers/sandbox`);
  await owner.arrives('Sandbox tools');
  await owner.types('Amount', '77');
  owner.expects(/ERR_INTERNET_DISCONNECTED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_NETWORK_CHANGED/);
  await owner.page.context().setOffline(true);
  await owner.presses('Credit funds');
  await owner.sees('Couldn’t reach the server.');
  await owner.pictures('no-connection');
  await owner.page.context().setOffline(false);
  await owner.presses('Credit funds');
  await owner.sees('$77.00 credited.');
  await owner.follows('Overview');
  await owner.arrives('Overview');
  await owner.page.getByText('77.00').first().waitFor();

  const { stack } = house.world;
  // An immediate retry still reaches the process, which refuses during shutdown; later ones get no response.
  owner.expects(/^503 GET |ERR_CONNECTION_|ERR_EMPTY_RESPONSE/);
  await stack.processes.find(({ role }) => role === 'portal')?.stop();
  await owner.sees('Live updates are interrupted.');
  await owner.pictures('live-updates-interrupted');
  const ledger = ledgerOf(stack); // what happens meanwhile does not come through the portal
  await ledger.credit({ companyId: fromId('company', company) ?? '', environment: 'sandbox' }, 11_00n);
  await ledger.close();
  await stack.spawn('portal', Number(new URL(house.portalUrl).port));
  await owner.page.getByText('Live updates are interrupted.').waitFor({ state: 'detached' });
  await owner.page.getByText('88.00').first().waitFor();
});

test('a page with missing assets, as after a deployment, reloads once, then says what to do', async () => {
  const { owner, company } = await newOwner(house);
  await owner.opens(`/c/${company}/sandbox/overview`);
  await owner.arrives('Overview');
  owner.expects(/statements\.page|dynamically imported module/);
  let loads = 0;
  owner.page.on('load', () => loads++);
  await owner.page.route('**/statements.page-*.js', (route) => route.fulfill({ status: 404 }));
  await owner.follows('Statements');
  await owner.sees('Part of this page couldn’t be loaded.');
  expect(loads, 'loaded anew once, not forever').toBe(1);
  await owner.isAccessible();
  await owner.pictures('part-missing');
  await owner.page.unrouteAll();
  await owner.presses('Try again');
  await owner.arrives('Statements');
});

test('a missing asset of a part of a page does not break the page', async () => {
  const { owner, company } = await newOwner(house);
  owner.expects(/days-calendar|dynamically imported module/);
  await owner.page.route('**/days-calendar-*.js', (route) => route.fulfill({ status: 404 }));
  await owner.opens(`/c/${company}/sandbox/statements`);
  await owner.sees('Part of this page couldn’t be loaded.');
  await owner.page.unrouteAll();
  await owner.presses('Try again');
  await owner.page.getByRole('button', { name: /^Date range/ }).waitFor();
});
