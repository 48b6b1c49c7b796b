// Proposals at the desk: one operator proposes, another approves, and only then it takes effect.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type AtDesk, operatorAt } from '../../server/tests/surfaces/desk/operator.ts';
import { bothHands, type Visit, type Visitor } from './browser.ts';
import { type House, openHouse } from './house.ts';
import { confirmsIdentity, operatorAtDesk, setUpSecondFactor, signIn } from './people.ts';

let house: House;
let ann: AtDesk;
let bob: AtDesk;
beforeAll(async () => {
  house = await openHouse('desk-proposals');
  ann = await operatorAt(house.world, 'Ann Proposes');
  bob = await operatorAt(house.world, 'Bob Approves');
});
afterEach(() => house?.leave());
afterAll(() => house?.stop());

/** The first operator, who proposes; no code is needed for that. */
const proposer = (visit?: Visit) => house.entersDesk(ann, visit);

/** The second operator, with a fresh code. */
async function approver(visit?: Visit): Promise<Visitor> {
  await bob.stepUp();
  return house.entersDesk(bob, visit);
}

/** Submits a proposal form and opens the proposal, which its proposer cannot approve. */
async function seesProposal(
  desk: Visitor,
  { action, effect }: { action: string; effect: string | RegExp },
): Promise<void> {
  await desk.sees('Proposed. Another operator approves it.');
  await desk.follows('View proposal');
  await desk.arrives(action);
  await desk.sees(effect);
  await desk.sees('You proposed this. Another operator has to approve it.');
  expect(await desk.page.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
}

const APPROVE = 'Approve decision';

/** Approves the proposal with this reason from the list. */
async function approves(desk: Visitor, reason: string, effect: string | RegExp): Promise<void> {
  await desk.opens('/proposals');
  await desk.arrives('Proposals');
  const row = desk.page.getByRole('row', { name: reason });
  await desk.activates(row.getByRole('button', { name: /^Approve…/ }));
  await desk.sees(effect, APPROVE);
  await desk.presses('Approve permanently', APPROVE);
  await desk.sees('Approved and done.');
  await row.waitFor({ state: 'detached' });
}

test.for(bothHands)('by %s: limits are proposed, approved from the list, and take effect', async (hands) => {
  const { id, name } = await house.world.company({ name: `Schnell ${hands} GmbH` });
  const reason = `Their reports are slow, by ${hands}.`;
  const effect = /may send 500 reads, the default number of writes and 7 statements a second/;
  const first = await proposer({ hands });
  await first.opens(`/companies/${id}`);
  await first.arrives(name);
  await first.types('Reads', '500');
  await first.types('Statements', '7');
  await first.presses('Propose limits…');
  const title = `Propose rate limits for ${name}`;
  await first.presses('Propose limits', title);
  await first.sees('Enter a reason.', title);
  await first.leaves(title);
  await first.presses('Propose limits…');
  await first.types('Reason', reason, title);
  await first.presses('Propose limits', title);
  await seesProposal(first, { action: 'Change rate limits', effect });
  await first.isAccessible();
  await first.pictures('proposal');

  const second = await approver({ hands });
  await second.opens('/proposals');
  await second.sees(reason);
  await second.isAccessible();
  await second.pictures('proposals');
  await approves(second, reason, effect);
  await second.opens(`/companies/${id}`);
  await second.arrives(name);
  expect(await second.page.getByLabel('Reads').inputValue()).toBe('500');
});

test('a capability is activated by two operators, and deactivated by one', async () => {
  const { id, name } = await house.world.company({ name: 'Freischalt GmbH' });
  const reason = 'The contract for services is signed.';
  const first = await proposer();
  await first.opens(`/companies/${id}`);
  await first.presses('Enable… Services');
  await first.types('Reason', reason, 'Services');
  await first.presses('Propose to enable', 'Services');
  await seesProposal(first, { action: 'Enable live capability', effect: /can order services in live/ });
  await approves(await approver(), reason, /can order services in live/);
  await first.opens(`/companies/${id}`);
  await first.arrives(name);
  await first.presses('Disable… Services');
  await first.presses('Disable', 'Services');
  await first.sees('Capability changed.');
  await first.page.getByRole('button', { name: 'Enable… Services' }).waitFor();
});

test('the first owner of a company is invited once another operator approves', async () => {
  const { id, name } = await house.world.company({ name: 'Herrenlos GmbH' });
  const email = 'first.owner@herrenlos.example';
  const reason = 'Signed the contract for Herrenlos.';
  const first = await proposer();
  await first.opens(`/companies/${id}`);
  await first.presses('Invite first owner…');
  const title = `Invite first owner of ${name}`;
  await first.types('Email address', email, title);
  await first.types('Reason', reason, title);
  await first.presses('Propose invitation', title);
  await seesProposal(first, { action: 'Invite first owner', effect: new RegExp(email) });
  await approves(await approver(), reason, new RegExp(email));
  const { link } = await house.mails.waitFor(email, /invited/);
  expect(link).toMatch(/^http/);
  await first.opens(`/companies/${id}`);
  await first.sees('Invited as first owner');
});

test('a price is proposed with its changes, and takes effect on approval', async () => {
  const reason = 'Agreed with the issuer for top-ups.';
  const effect = /A top-up costs \$0\.75 plus 0\.20% of the amount/;
  const first = await proposer();
  await first.opens('/products');
  await first.activates(first.page.getByRole('button', { name: 'Set price… Business card' }));
  const dialog = first.page.getByRole('dialog');
  await dialog.getByLabel('Operation', { exact: true }).selectOption('topup');
  await dialog.getByLabel('Fixed fee').fill('0.75');
  await dialog.getByLabel('Rate in basis points').fill('20');
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'Review changes' }).click();
  await dialog.getByRole('button', { name: 'Propose price' }).click();
  await seesProposal(first, { action: 'Set price', effect });
  const second = await approver();
  await approves(second, reason, effect);
  await second.follows('Products');
  await second.page
    .getByRole('row', { name: /Top-up/ })
    .filter({ hasText: '0.75' })
    .getByText('Current')
    .waitFor();
});

test('an operator is added, disabled by one, and enabled again by two', async () => {
  const email = 'nina@desk.example';
  const added = 'Joins the team on Monday.';
  const first = await proposer();
  await first.opens('/operators');
  await first.presses('Add operator…');
  await first.types('Name', 'Nina New', 'Add operator');
  await first.types('Email address', email, 'Add operator');
  await first.types('Reason', added, 'Add operator');
  await first.presses('Propose operator', 'Add operator');
  await seesProposal(first, { action: 'Add operator', effect: /Nina New/ });
  await first.follows('Operators');
  await first.arrives('Operators');
  expect(await first.page.getByRole('row', { name: /Nina New/ }).count(), 'nobody was added yet').toBe(0);
  const second = await approver();
  await approves(second, added, /Nina New/);
  const { link } = await house.mails.waitFor(email, 'Choose your password');
  expect(link).toMatch(/\/reset\?token=/);

  await second.follows('Operators');
  const nina = second.page.getByRole('row', { name: /Nina New/ });
  await nina.getByText('Active').waitFor();
  await second.presses('Disable… Nina New');
  await second.types('Reason', 'Did not come.', 'Disable Nina New');
  await second.presses('Disable operator', 'Disable Nina New');
  await second.sees('Nina New is no longer an operator.');
  await nina.getByText('Disabled').waitFor();
  const back = 'She came after all.';
  await first.opens('/operators');
  await first.presses('Enable… Nina New');
  await first.types('Reason', back, 'Enable Nina New');
  await first.presses('Propose to enable', 'Enable Nina New');
  await seesProposal(first, { action: 'Enable operator', effect: /can sign in and act again/ });
  await approves(second, back, /can sign in and act again/);
  await second.follows('Operators');
  await nina.getByText('Active').waitFor();
});

test('an operator who lost their second factor has it reset by two others, and sets up a new one', async () => {
  const { visitor: lea, email } = await operatorAtDesk(house, 'Lea Loses');
  const reason = 'Lost her phone; I called her back.';
  const first = await proposer();
  await first.opens('/operators');
  await first.presses('Reset two-factor… Lea Loses');
  const title = 'Reset two-factor authentication of Lea Loses';
  await first.types('Reason', reason, title);
  await first.presses('Propose reset', title);
  await seesProposal(first, { action: 'Reset two-factor authentication', effect: /They set it up again/ });
  await approves(await approver(), reason, /They set it up again/);
  await lea.opens('/');
  await lea.arrives('Sign in to the desk');
  await signIn(lea, email);
  await lea.arrives('Set up two-factor authentication');
  await setUpSecondFactor(lea);
  await lea.arrives('Status');
});

test('a proposal is approved on its own page with a code, and another one is withdrawn', async () => {
  const { id } = await house.world.company({ name: 'Einzeln GmbH' });
  const limit = async (reads: number, reason: string) => {
    const json = { reads, writes: null, statements: null, reason };
    const answer = await ann.ask<{ proposal: { id: string } }>(`/desk/v1/companies/${id}/limits`, {
      method: 'PUT',
      json,
    });
    expect(answer.status, answer.text).toBe(202);
    return answer.body.proposal.id;
  };
  const { visitor: desk, factor } = await operatorAtDesk(house, 'Cora Codes');
  await desk.opens(`/proposals/${await limit(41, 'The first of two.')}`);
  await desk.arrives('Change rate limits');
  await desk.presses('Approve permanently');
  desk.expects(/^403 POST \/desk\/v1\/proposals\/.*\/approve$/);
  await desk.presses('Approve permanently', APPROVE);
  await confirmsIdentity(desk, factor);
  await desk.sees('Approved and done.');
  await desk.sees(/Cora Codes, /);

  const reason = 'The second of two.';
  await limit(42, reason);
  await desk.opens('/proposals');
  const row = desk.page.getByRole('row', { name: reason });
  await desk.activates(row.getByRole('button', { name: /^Withdraw…/ }));
  await desk.presses('Withdraw proposal', 'Withdraw proposal');
  await desk.sees('Proposal withdrawn.');
  await row.waitFor({ state: 'detached' });
  await desk.page.getByLabel('Show').selectOption('All proposals');
  await row.getByText('Withdrawn').waitFor();
  await desk.pictures('all-proposals');
});

test('a token is created at the desk, acts for its operator within its permissions, and is revoked', async () => {
  const { visitor: desk, factor } = await operatorAtDesk(house, 'Toni Tokens');
  desk.expects(/^403 POST \/desk\/v1\/operators\/me\/tokens$/);
  await desk.follows('Operators');
  await desk.sees('No tokens');
  await desk.presses('Create token…');
  const title = 'Create token';
  await desk.types('Name', 'Pager', title);
  await desk.types('Valid for (days)', '366', title);
  await desk.ticks('Selected actions and reads', title);
  await desk.ticks('Pause sending', title);
  await desk.ticks('Resume sending', title);
  await desk.presses('Create token', title);
  await desk.sees('Enter a whole number from 1 to 365.', title);
  await desk.types('Valid for (days)', '30', title);
  await desk.presses('Create token', title);
  await confirmsIdentity(desk, factor);
  const shown = 'Token for the command line';
  await desk.sees(/^cwop_/, shown);
  await desk.page.keyboard.press('Escape');
  await desk.sees(/^cwop_/, shown);
  const token = (await desk.page.getByText(/^cwop_/).textContent()) ?? '';
  await desk.presses('I’ve stored it', shown);
  await desk.page.getByText(/cwop_/).waitFor({ state: 'detached' });
  await desk.page.getByRole('row', { name: /Pager/ }).getByText('Pause sending, Resume sending').waitFor();
  await desk.pictures('operators');
  await desk.isAccessible();

  const asks = (method: string, path: string, json?: object) =>
    fetch(`${house.deskUrl}/desk/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
  expect(await (await asks('GET', 'me')).json()).toMatchObject({ operator: { name: 'Toni Tokens' } });
  const paused = await asks('POST', 'pauses', { environment: 'sandbox', reason: 'The pager says so.' });
  expect(paused.status).toBe(201);
  const { id } = (await paused.json()) as { id: string };
  expect((await asks('DELETE', `pauses/${id}`)).status).toBeLessThan(300);
  const other = await asks('POST', 'operators', { name: 'Eve', email: 'eve@desk.example', reason: 'No.' });
  expect([other.status, await other.json()]).toMatchObject([403, { code: 'token_may_not' }]);

  await desk.presses('Revoke… Pager');
  await desk.presses('Revoke token', 'Revoke “Pager”');
  await desk.sees('Token revoked.');
  expect((await asks('GET', 'me')).status).toBe(401);
});
