// The first owner of a company that an operator made: invited at the desk or by the command line, by an email that is not lost.

import { inviteFirstOwner } from '@cardwright/server/identity/members/first-owner.ts';
import { acceptInvitationRow, findFirstOwnerInvitation } from '@cardwright/server/identity/members/sql.ts';
import { approve } from '@cardwright/server/oversight/proposals/decide.ts';
import { callApprove } from '@cardwright/server/oversight/proposals/sql.ts';
import { type Db, openDb } from '@cardwright/server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newEmail, newPerson, portalOf } from '../../identity/people/person.ts';
import { sendMails } from '../../identity/verifications/mailing.ts';
import { openOwn, personOf } from '../../members-of.ts';
import { operatorOf } from '../../operator-of.ts';
import { type Company, startWorld, type World } from '../../world.ts';
import { type AtDesk, approveAs, operatorAt, type Proposed } from './operator.ts';

let world: World;
let own: Db;
let worker: Db;
let ann: AtDesk;
let bob: AtDesk;
beforeAll(async () => {
  world = await startWorld({ desk: true, portal: true });
  own = openOwn(world);
  const url = world.stack.urlOf('cardwright_worker');
  worker = openDb({ url, name: 'test-worker', connections: 2, onError: () => undefined });
  ann = await operatorAt(world, 'Ann');
  bob = await operatorAt(world, 'Bob');
});
afterAll(async () => {
  await own?.close();
  await worker?.close();
  await world?.stop();
});

type Shown = {
  members: { email: string; role: string }[];
  ownerInvitation: { email: string; invitedBy: string; expiresAt: string; emailStatus: string } | null;
};
const WEEK_MS = 7 * 86_400_000;
const pathOf = ({ id }: Company) => `/desk/v1/companies/${id}`;
const reason = 'signed the contract';
const atDesk = (company: Company, email: string) =>
  ann.post<Proposed>(`${pathOf(company)}/owner-invitation`, { email, reason });
const propose = (company: Company, email: string) =>
  inviteFirstOwner(world.tools, company.scope.companyId, { email, reason });
/** Approves as the other operator of the command line. */
const agreeTo = async (answer: Awaited<ReturnType<typeof propose>>): Promise<string> =>
  'refused' in answer ? answer.refused : approve({ ...world.tools, actor: world.tools.second }, answer.proposed);
const invite = async (company: Company, email: string) => agreeTo(await propose(company, email));
const find = (company: Company) => findFirstOwnerInvitation(world.tools.db, company.scope.companyId, new Date());
const accept = (userId: string, id: string | undefined, db = own) =>
  acceptInvitationRow(db, { userId, id: id ?? '', at: new Date() });

const carry = () => sendMails(world, worker);

describe('an invitation of an operator', () => {
  test('is shown at the desk with its address and its end, and is in the log under the operator’s name', async () => {
    const company = await world.company({ name: 'Made Ltd' });
    expect((await ann.get<Shown>(pathOf(company))).body).toMatchObject({ members: [], ownerInvitation: null });
    const email = newEmail();
    const answer = await atDesk(company, ` ${email.toUpperCase()}`.trim());
    expect(answer, answer.text).toMatchObject({
      status: 202,
      body: { proposal: { action: 'company.invite_owner', details: { email } } },
    });
    expect((await ann.get<Shown>(pathOf(company))).body, 'not yet').toMatchObject({ ownerInvitation: null });
    await approveAs(bob, answer.body);
    const { body: shown } = await ann.get<Shown>(pathOf(company));
    expect(shown).toMatchObject({ ownerInvitation: { email, invitedBy: 'Ann', emailStatus: 'waiting' } });
    const left = Date.parse(shown.ownerInvitation?.expiresAt ?? '') - Date.now();
    expect(Math.abs(left - WEEK_MS)).toBeLessThan(60_000);
    expect(await carry()).toMatchObject([{ to: email, subject: "You're invited to join Made Ltd" }]);
    expect((await ann.get<Shown>(pathOf(company))).body).toMatchObject({ ownerInvitation: { emailStatus: 'sent' } });
    const { body } = await ann.get<{ data: { action: string; details: object }[] }>(
      `/desk/v1/audit?companyId=${company.id}&limit=2`,
    );
    expect(body.data).toMatchObject([
      { action: 'company.invite_owner', operator: { name: 'Bob' }, details: { email, proposedBy: ann.id } },
      { action: 'company.invite_owner.propose', operator: { name: 'Ann' }, details: { email, reason } },
    ]);
  });

  test('ends when another is sent, and nobody gets the email of one that has ended', async () => {
    const company = await world.company();
    const [wrong, right] = [await personOf(world), await personOf(world)];
    expect(await invite(company, wrong.email)).toBe('approved');
    const first = await find(company);
    expect(await invite(company, right.email)).toBe('approved');
    expect((await carry()).map(({ to }) => to)).toEqual([right.email]);
    expect(await accept(wrong.userId, first?.id)).toBeUndefined();
    const second = await find(company);
    expect(await accept(wrong.userId, second?.id), 'for one address only').toBeUndefined();
    await world.admin.query('update invitations set expires_at = now() where id = $1', [second?.id]);
    expect(await find(company)).toBeUndefined();
    expect(await accept(right.userId, second?.id)).toBeUndefined();
    expect(await invite(company, right.email), 'the same address again').toBe('approved');
    expect(await accept(right.userId, (await find(company))?.id)).toBe(company.scope.companyId);
  });

  test('is one, even when several operators invite at once', async () => {
    const company = await world.company();
    const emails = [newEmail(), newEmail(), newEmail(), newEmail()];
    const answers = await Promise.all(emails.map((email) => propose(company, email)));
    const [first, ...others] = answers.toSorted((one) => ('proposed' in one ? -1 : 1));
    expect(others).toEqual(others.map(() => ({ refused: 'proposed_already' })));
    const outcomes = await Promise.all([1, 2, 3].map(() => agreeTo(first ?? { refused: 'nothing' })));
    expect(outcomes.toSorted()).toEqual(['approved', 'approved_already', 'approved_already']);
    const { rows } = await world.admin.query('select email from invitations where company_id = $1', [
      company.scope.companyId,
    ]);
    expect(rows).toHaveLength(1);
    expect((await carry()).map(({ to }) => to)).toEqual([rows[0].email]);
  });

  test('is refused where there is an owner, also one who accepts at this very moment', async () => {
    const company = await world.company();
    const person = await personOf(world);
    await invite(company, person.email);
    const first = await find(company);
    const proposed = await propose(company, newEmail());
    let second: Promise<string> | undefined;
    await own.writeUnscoped(async (tx) => {
      await acceptInvitationRow(tx, { userId: person.userId, id: first?.id ?? '', at: new Date() });
      second = agreeTo(proposed);
      await isWaiting();
    });
    expect(await second).toBe('has_owner');
    expect(await find(company)).toBeUndefined();
    expect(await atDesk(company, newEmail())).toMatchObject({ status: 409, body: { code: 'has_owner' } });
    const nobody = { ...company, id: 'com_01jcp4vsb0e5d8zq6m5k1n7x2t' };
    expect(await atDesk(nobody, newEmail())).toMatchObject({ status: 404, body: { code: 'company_not_found' } });
    expect(await atDesk(company, 'no address')).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
    await carry(); // leaves nothing to the next test
  });

  test('that is rolled back leaves neither an email nor a line in the log', async () => {
    const company = await world.company();
    const proposed = await propose(company, newEmail());
    const id = 'proposed' in proposed ? proposed.proposed : '';
    const broken = world.tools.db.writeUnscoped(async (tx) => {
      expect(await callApprove(tx, world.tools.second, { id, policy: '' })).toMatchObject({ approved: true });
      throw new Error('the connection broke before the commit');
    });
    await expect(broken).rejects.toThrow('broke');
    const { rows } = await world.admin.query(
      `select from audit_log where company_id = $1 and action = 'company.invite_owner'`,
      [company.scope.companyId],
    );
    expect(rows).toEqual([]);
    expect(await carry()).toEqual([]);
    expect(await find(company)).toBeUndefined();
  });

  test('is made by the command line too', async () => {
    const company = await world.company({ name: 'Typed Ltd' });
    const operator = await operatorOf(world, 'Typing Tom');
    const email = newEmail();
    const command = (to: string) => ['company', 'invite-owner', company.id, '--reason', reason, '--email', to];
    const { proposal } = await operator.json<Proposed>(command(email));
    expect(proposal).toMatchObject({ action: 'company.invite_owner' });
    expect(await find(company), 'not yet').toBeUndefined();
    await approveAs(bob, { proposal });
    expect(await find(company)).toMatchObject({ email, operator: 'Typing Tom' });
    expect(await operator.run(command('no address'))).toMatchObject({ code: 2 });
    await personOf(world, { company });
    const refused = await operator.run(command(newEmail()));
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Typed Ltd already has an owner') });
    await world.admin.query('delete from mails');
  });
});

test('the invited person signs up with the address, joins as owner, and invites others', async () => {
  const company = await world.company({ name: 'Whole Way Ltd' });
  const email = newEmail();
  await approveAs(bob, (await atDesk(company, email)).body);
  const { mails, url } = portalOf(world);
  await world.stack.spawn('worker', undefined, {
    CARDWRIGHT_SMTP_URL: mails.url,
    CARDWRIGHT_MAIL_FROM: 'Cardwright <no-reply@example.com>',
    CARDWRIGHT_PORTAL_URL: url,
  });
  const { link = '' } = await mails.waitFor(email, "You're invited to join Whole Way Ltd");
  expect(link.startsWith(`${url}/invitations/invite_`)).toBe(true);
  const path = `/portal/v1${new URL(link).pathname}`;
  expect(await (await newPerson(world)).get(path)).toMatchObject({ status: 404 });
  const person = await newPerson(world, { email });
  expect((await person.get(path)).body).toMatchObject({
    companyName: 'Whole Way Ltd',
    role: 'owner',
    invitedBy: null,
  });
  expect(await person.post(`${path}/accept`, undefined)).toMatchObject({ status: 200, body: { id: company.id } });
  expect((await ann.get<Shown>(pathOf(company))).body).toMatchObject({
    members: [{ email, role: 'owner' }],
    ownerInvitation: null,
  });
  const invited = { email: newEmail(), role: 'viewer' };
  expect((await person.post('/portal/v1/team/invitations', invited, { company: company.id })).status).toBe(201);
});

/** Waits until a statement of the operators' role waits for somebody's lock. */
async function isWaiting(): Promise<void> {
  const waiting = `select from pg_stat_activity where usename = 'cardwright_admin' and wait_event_type = 'Lock' and datname = current_database()`;
  for (let rounds = 0; rounds < 500; rounds++) {
    if (((await world.admin.query(waiting)).rowCount ?? 0) > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('nobody waits');
}
