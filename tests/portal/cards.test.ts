// The life of a card: freeze, limits, name, number, close; and operations that are canceled or ordered again.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { enableSecondFactor, newMember, type SignedIn } from '../../server/tests/identity/people/person.ts';
import { until } from '../../server/tests/until.ts';
import { bothHands, type Visitor } from './browser.ts';
import { type House, openHouse } from './house.ts';
import { buys, inSandbox, newCard, sends } from './new-card.ts';
import { confirmsIdentity, creditSandbox, newOwner } from './people.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse('cards');
});
afterEach(() => house?.leave());
afterAll(() => house?.stop());

/** Chooses an item of the card's menu. */
async function manages(visitor: Visitor, item: string): Promise<void> {
  await visitor.presses('Manage');
  await visitor.activates(visitor.page.getByRole('menuitem', { name: item, exact: true }));
}

test.for(bothHands)('by %s: a card is frozen, limited, renamed, shown and closed', async (hands) => {
  const { company, person } = await newOwner(house);
  const factor = await enableSecondFactor(person); // begins a new session
  const owner = await house.enters(person, { hands });
  const cardId = await newCard(house.world, person, company);
  await owner.opens(`/c/${company}/sandbox/cards/${cardId}`);
  await owner.arrives('Travel');
  await owner.sees('department');

  await owner.presses('Freeze card');
  await owner.leaves('Freeze this card?');
  await owner.presses('Freeze card');
  await owner.presses('Freeze card', 'Freeze this card?');
  await owner.sees('Card frozen.');
  await owner.sees('This card is frozen.');
  await buys(person, company, cardId, '5.00');
  await owner.sees('The card was frozen');
  await owner.pictures('card-frozen');
  await owner.isAccessible();
  await owner.presses('Unfreeze card');
  await owner.presses('Unfreeze card', 'Unfreeze this card?');
  await owner.sees('Card unfrozen.');

  await manages(owner, 'Set limits');
  await owner.types('Per payment', '10', 'Limits of Travel');
  await owner.types('Per day', 'much', 'Limits of Travel');
  await owner.presses('Save limits', 'Limits of Travel');
  await owner.sees('Enter an amount, for example 99.50.');
  await owner.types('Per day', '50.00', 'Limits of Travel');
  await owner.presses('Save limits', 'Limits of Travel');
  await owner.sees('$10.00 per payment, $50.00 per day');
  await buys(person, company, cardId, '10.01');
  await owner.sees('Above a limit of the card');

  await manages(owner, 'Rename card');
  await owner.types('Card name', 'Journeys', 'Rename card');
  await owner.presses('Save name', 'Rename card');
  await owner.arrives('Journeys');

  await seesNumber(owner, { company, cardId, person }, () => confirmsIdentity(owner, factor));

  await manages(owner, 'Close card');
  await owner.sees('$100.00 returns to your available balance.', 'Close this card?');
  await owner.pictures('close-confirmation');
  await owner.presses('Close card', 'Close this card?'); // the code of a minute ago still counts
  await owner.sees('$100.00 was returned to your available balance.');
  await owner.sees('$100.00 returned to your balance.');
  await owner.pictures('card-closed');
  await owner.isAccessible();
  await owner.follows(/^Journeys ••\d{4}$/);
  await owner.sees('This card is permanently closed.');
});

test('a card whose freezing was answered by nobody is unfrozen, and frozen again', async () => {
  const { owner, company, person } = await newOwner(house);
  const cardId = await newCard(house.world, person, company);
  await owner.opens(`/c/${company}/sandbox/cards/${cardId}`);
  const lost = await owner.losesAnswers('**/freeze');
  await owner.presses('Freeze card');
  await owner.presses('Freeze card', 'Freeze this card?');
  await owner.sees('This card is frozen.');
  await until(lost, (sent) => sent === 3); // the page gives up
  await owner.page.unrouteAll();
  await owner.leaves('Freeze this card?');
  await owner.presses('Unfreeze card');
  await owner.presses('Unfreeze card', 'Unfreeze this card?');
  await owner.sees('Card unfrozen.');
  await owner.presses('Freeze card');
  await owner.presses('Freeze card', 'Freeze this card?');
  await owner.sees('Card frozen.');
  await owner.sees('This card is frozen.');
});

type Owned = { company: string; cardId: string; person: SignedIn };

/** The issuer's page appears in a frame, once, and only after a code. */
async function seesNumber(owner: Visitor, { company, cardId, person }: Owned, confirm: () => Promise<void>) {
  const { body } = await person.get<{ last4: string }>(`/api/v1/cards/${cardId}`, inSandbox(company));
  await owner.presses('Show number');
  owner.expects(/^403 POST \/api\/v1\/cards\/\w+\/reveal$/); // which asks for the code
  owner.expects(new RegExp(`^foreign: ${house.world.stack.issuer?.url}/reveal/`));
  await owner.presses('Show number', 'Card number');
  await confirm();
  const frame = owner.page.getByRole('dialog', { name: 'Card number' }).frameLocator('iframe');
  await frame.getByText(new RegExp(`^(\\d{4} ){3}${body.last4}$`)).waitFor();
  await owner.pictures('card-number');
  await owner.isAccessible();
  await owner.leaves('Card number');
}

test('a card is closed with a code only, and a viewer changes nothing', async () => {
  const { owner: unprotected, company, person } = await newOwner(house);
  const cardId = await newCard(house.world, person, company);
  const closes = async (visitor: Visitor) => {
    await visitor.opens(`/c/${company}/sandbox/cards/${cardId}`);
    await manages(visitor, 'Close card');
  };
  await closes(unprotected);
  await unprotected.sees('This requires two-factor authentication, which you haven’t set up.', 'Close this card?');
  unprotected.expects(/^401 /);
  const factor = await enableSecondFactor(person); // begins a new session, and ends this one
  const owner = await house.enters(person);
  await closes(owner);
  owner.expects(/^403 POST \/api\/v1\/cards\/\w+\/close$/);
  await owner.presses('Close card', 'Close this card?');
  await confirmsIdentity(owner, factor);
  await owner.sees('Card closed');

  const viewer = await house.enters(await newMember(house.world, person, company, 'viewer'));
  await viewer.opens(`/c/${company}/sandbox/cards/${cardId}`);
  await viewer.arrives('Travel');
  expect(
    await viewer.page
      .getByRole('main')
      .getByRole('button', { name: /Manage|Freeze|Show|Rename/ })
      .count(),
  ).toBe(0);
});

test.for(bothHands)('by %s: a queued operation is canceled, and ordered again as it was', async (hands) => {
  const { owner, company, person } = await newOwner(house, { visit: { hands } });
  await creditSandbox(person, company, '100.00');
  const { service: productId } = house.world.products;
  const order = { type: 'service', productId, amount: '25.00', recipient: '+49 40 123456' };
  const { id } = await sends<{ id: string }>(person, company, '/api/v1/operations', order, 'connection_refused');
  await owner.opens(`/c/${company}/sandbox/operations/${id}`);
  await owner.presses('Cancel operation');
  await owner.sees('$25.00 is released to your available balance.', 'Cancel this operation?');
  await owner.presses('Cancel operation', 'Cancel this operation?');
  await owner.sees('Canceled before it was sent to the issuer.');
  await owner.pictures('operation-canceled');
  await owner.isAccessible();
  await owner.presses('Try again');
  const dialog = owner.page.getByRole('dialog', { name: 'New service order' });
  expect(await dialog.getByLabel('Recipient').inputValue()).toBe('+49 40 123456');
  await dialog.getByLabel('Price').getByText('25.00').first().waitFor();
  await owner.presses('Continue', 'New service order');
  await owner.presses('Order service', 'Order this service?');
  await owner.sees('Service ordered');
  expect(owner.page.url()).not.toContain(id);
  await owner.follows('Operations');
  await owner.page
    .getByRole('row', { name: /\+49 40 123456/ })
    .first()
    .waitFor();
  await owner.pictures('operations');
});

test('by keyboard: a card is found by its last four digits, from any page', async () => {
  const { owner, company, person } = await newOwner(house, { visit: { hands: 'keyboard' } });
  const cardId = await newCard(house.world, person, company);
  const { body: card } = await person.get<{ last4: string }>(`/api/v1/cards/${cardId}`, inSandbox(company));
  await owner.opens(`/c/${company}/team`);
  await owner.arrives('Team');
  const { page } = owner;
  await page.keyboard.press('Control+K');
  const field = page.getByRole('combobox', { name: 'Name, last four digits, email, merchant or ID' });
  const settled = page.getByRole('listbox').and(page.locator('[aria-busy=false]'));
  await field.and(page.locator(':focus')).waitFor();
  await page.keyboard.type(card.last4);
  await page.getByRole('option', { name: `Travel ••${card.last4}`, selected: true }).waitFor();
  await settled.waitFor();
  await owner.isAccessible();
  await owner.pictures('find');
  await page.keyboard.press('Enter');
  await owner.arrives('Travel');
  expect(page.url()).toContain(cardId);

  await page.keyboard.press('Control+K');
  await field.and(page.locator(':focus')).waitFor();
  await page.keyboard.type('lovel');
  await page.getByRole('option', { name: /Ada Lovelace/, selected: true }).waitFor();
  await settled.waitFor();
  await page.keyboard.press('Enter');
  await owner.arrives('Ada Lovelace');
  await page.getByRole('row', { name: /Travel/ }).waitFor();
});
