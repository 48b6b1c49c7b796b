// The operators' desk: decisions of two operators, and emergency stops of one.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { until } from '../../server/tests/until.ts';
import { bothHands, type Visitor } from './browser.ts';
import { type House, openHouse } from './house.ts';
import { confirmsIdentity, creditSandbox, newOwner, type Operator, operatorAtDesk } from './people.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse('desk');
});
afterEach(() => house?.leave());
afterAll(() => house?.stop());

/** Underpays an invoice by one USDT, which only operators can settle. */
async function paysTooLittle(owner: Visitor, company: string): Promise<string> {
  await owner.opens(`/c/${company}/sandbox/fund`);
  await owner.types('Amount in whole dollars', '120');
  await owner.presses('Create invoice');
  await owner.sees('Pay this invoice');
  const invoice = owner.page.url();
  await owner.follows('Simulate underpayment, overpayment or late payment');
  await owner.ticks('One USDT less');
  await owner.presses('Simulate payment');
  await owner.sees('Invoice status: In review.');
  await owner.opens(invoice);
  await owner.sees('We’re reviewing this invoice');
  await owner.pictures('invoice-in-review');
  return invoice;
}

async function opensReview({ visitor }: Operator, company: string): Promise<void> {
  await visitor.follows(/^Reviews/);
  await visitor.activates(visitor.page.getByRole('row', { name: new RegExp(company) }).getByRole('link'));
  await visitor.arrives('Invoice');
}

test.for(bothHands)(
  'by %s: one operator proposes, cannot approve it, another one does, and the company is credited',
  async (hands) => {
    const name = `Zuwenig ${hands} GmbH`;
    const { owner, company } = await newOwner(house, { name, visit: { hands } });
    const invoice = await paysTooLittle(owner, company);
    const first = await operatorAtDesk(house, 'Paula Proposes', { hands });
    await opensReview(first, name);
    await first.visitor.pictures('review');
    await first.visitor.isAccessible();
    await first.visitor.presses('Propose to accept transfer…');
    const title = 'Propose to accept transfer';
    await first.visitor.leaves(title);
    await first.visitor.presses('Propose to accept transfer…');
    await first.visitor.types('Reason', 'The sender confirms that it meant to pay this much.', title);
    await first.visitor.presses('Preview effect', title);
    await first.visitor.sees('Effect if approved now:', title);
    const focused = await first.visitor.page.locator(':focus').evaluate(({ tagName }) => tagName);
    expect(focused, 'Enter pressed twice does not propose what nobody has read').not.toBe('BUTTON');
    await first.visitor.pictures('proposal-effect');
    await first.visitor.presses(title, title);
    await first.visitor.sees('You proposed this.');
    expect(await first.visitor.page.getByRole('button', { name: 'Approve permanently' }).count()).toBe(0);

    const second = await operatorAtDesk(house, 'Anton Approves', { hands });
    await opensReview(second, name);
    await second.visitor.presses('Approve permanently');
    await second.visitor.leaves('Approve decision');
    await second.visitor.presses('Approve permanently');
    second.visitor.expects(/^403 POST \/desk\/v1\/proposals\/.*\/approve$/);
    await second.visitor.presses('Approve permanently', 'Approve decision');
    await confirmsIdentity(second.visitor, second.factor);
    await second.visitor.sees('Approved and done.');
    await owner.opens(invoice);
    await owner.sees(/added to your balance/);
    await owner.sees('Your transfer was accepted as');
    await owner.pictures('invoice-accepted');
  },
);

/** Proposes a decision; `title` names the resolution. */
async function proposes({ visitor }: Operator, title: string, reason: string): Promise<void> {
  await visitor.presses(`${title}…`);
  await visitor.types('Reason', reason, title);
  await visitor.presses('Preview effect', title);
  await visitor.presses(title, title);
  await visitor.sees('You proposed this.');
}

test('an open approval dialog never switches to another proposal', async () => {
  const name = 'Umgekehrt GmbH';
  const { owner, company } = await newOwner(house, { name });
  await paysTooLittle(owner, company);
  const first = await operatorAtDesk(house, 'Wanda Withdraws');
  await opensReview(first, name);
  await proposes(first, 'Propose to accept transfer', 'The sender meant to pay this much.');
  const otto = await operatorAtDesk(house, 'Otto Opens');
  await opensReview(otto, name);
  const { visitor: second } = otto;
  await second.presses('Approve permanently');
  await second.sees(`Accept transfer, for ${name}.`, 'Approve decision');
  const { promise: changed, resolve: letLook } = Promise.withResolvers<void>();
  await second.page.route('**/desk/v1/reviews/*', async (route) => {
    await changed;
    await route.continue();
  });
  await first.visitor.presses('Withdraw proposal');
  await first.visitor.presses('Withdraw proposal', 'Withdraw proposal');
  await proposes(first, 'Propose to mark as failed', 'The sender wants it back.');
  letLook();
  await second.sees('The sender wants it back.');
  expect(await second.page.getByRole('dialog').count(), 'nobody approves what they have not opened').toBe(0);
  await second.sees('Awaiting approval');
});

/** Pastes an id into the search and opens what it names. */
async function findsById({ page }: Visitor, id: string, words: string): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Company name, page, or ID of a company, card, operation, …' }).fill(id);
  await page.getByRole('option', { name: words, selected: true }).waitFor();
  await page.keyboard.press('Enter');
}

/** Finds an operation, its cardholder and its company by their ids, and sees the same books from each. */
async function looksUp(ids: Record<'operation' | 'holder' | 'company', string>): Promise<void> {
  const { visitor: desk } = await operatorAtDesk(house, 'Fred Finds');
  const words = 'New card Ungewiss with $100.00';
  await findsById(desk, ids.operation, words);
  await desk.arrives('New card');
  await findsById(desk, ids.holder, 'Ada Lovelace');
  await desk.arrives('Ada Lovelace');
  await desk.sees(words);
  await desk.isAccessible();
  await desk.pictures('desk-holder');
  await findsById(desk, ids.company, 'Ungewiss GmbH');
  await desk.arrives('Ungewiss GmbH');
  await desk.sees('No operations yet');
  await desk.presses('Sandbox');
  await desk.sees('Ada Lovelace');
  await desk.isAccessible();
  await desk.pictures('desk-company-books');
  await desk.follows(words);
  await desk.arrives('New card');
}

test('an operation with an unknown outcome shows it, with its held funds, and operators find it by its id', async () => {
  const { owner, company, person } = await newOwner(house, { name: 'Ungewiss GmbH' });
  await creditSandbox(person, company, '200.00');
  const scope = { company, environment: 'sandbox', headers: { 'idempotency-key': 'holder-of-ungewiss' } } as const;
  const ada = { name: 'Ada Lovelace', email: 'ada@example.com', kind: 'individual' };
  const { body: holder } = await person.post<{ id: string }>('/api/v1/holders', ada, scope);
  await until(
    () => person.get<{ status: string }>(`/api/v1/holders/${holder.id}`, scope),
    ({ body }) => body.status === 'active',
  );
  const { body: products } = await person.get<{ data: { id: string; kind: string }[] }>('/api/v1/products', scope);
  const productId = products.data.find(({ kind }) => kind === 'card')?.id;
  const wanted = {
    type: 'issue',
    productId,
    holderId: holder.id,
    amount: '100.00',
    name: 'Ungewiss',
    expectedTotal: '103.20',
  };
  const headers = { 'idempotency-key': 'card-of-ungewiss', 'sandbox-scenario': 'broken_json' };
  const made = await person.post<{ id: string }>('/api/v1/operations', wanted, { ...scope, headers });
  expect(made.status, made.text).toBe(201);
  await owner.opens(`/c/${company}/sandbox/operations/${made.body.id}`);
  await owner.sees('We’re confirming the outcome');
  await owner.pictures('operation-in-review');
  await owner.isAccessible();
  await owner.follows('Overview');
  await owner.sees('103.20');
  await owner.pictures('overview-with-hold');
  await looksUp({ operation: made.body.id, holder: holder.id, company });
});

test('a suspended company is read-only, and its pages say so, until the suspension is lifted', async () => {
  const { owner, company } = await newOwner(house, { name: 'Angehalten GmbH' });
  const { visitor: desk, factor } = await operatorAtDesk(house, 'Susi Suspends');
  await desk.follows('Companies');
  await desk.follows('Angehalten GmbH');
  await desk.arrives('Angehalten GmbH');
  await desk.isAccessible();
  await desk.presses('Suspend…');
  desk.expects(/^403 POST \/desk\/v1\/companies\/.*\/suspend$/);
  await desk.types('Reason', 'Asked for by the bank.', 'Suspend Angehalten GmbH');
  await desk.presses('Suspend company', 'Suspend Angehalten GmbH');
  await confirmsIdentity(desk, factor);
  await desk.sees('Angehalten GmbH is suspended.');
  await desk.pictures('company-suspended');
  await owner.opens(`/c/${company}/sandbox/fund`);
  await owner.sees('Angehalten GmbH is suspended. You can view everything but not make changes.');
  await owner.sees('Your company is suspended, so you can’t create invoices.');
  await owner.pictures('suspended');
  await desk.presses('Lift suspension…');
  await desk.presses('Lift suspension', 'Lift suspension of Angehalten GmbH');
  await desk.sees('Suspension of Angehalten GmbH lifted.');
  await owner.page.reload();
  await owner.sees('New invoice');
});

test('sending to the issuer is paused and resumed, and the audit log with both is intact', async () => {
  const { visitor: desk } = await operatorAtDesk(house, 'Petra Pauses');
  await desk.follows('Pauses');
  await desk.sees('No active pauses');
  await desk.presses('Pause sending…');
  await desk.ticks('Sandbox', 'Pause sending');
  await desk.types('Reason', 'The issuer is being repaired.', 'Pause sending');
  await desk.presses('Pause sending', 'Pause sending');
  await desk.sees('Sending paused.');
  await desk.sees('The issuer is being repaired.');
  await desk.pictures('paused');
  await desk.presses(/^Resume sending…/);
  await desk.activates(desk.page.getByRole('dialog').getByRole('button', { name: 'Resume sending', exact: true }));
  await desk.sees('Sending resumed.');
  await desk.sees('No active pauses');
  await desk.follows('Audit log');
  await desk.sees('Petra Pauses');
  await desk.presses('Verify chain');
  await desk.sees(/The chain is intact: \d+ entries\./);
  await desk.pictures('audit');
  await desk.isAccessible();
});
