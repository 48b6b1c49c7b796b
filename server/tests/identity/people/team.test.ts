// Companies and members: creation, invitations, role changes, removal.
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../until.ts';
import { startWorld, type World } from '../../world.ts';
import {
  enableSecondFactor,
  newEmail,
  newMember,
  newPerson,
  openCompany,
  portalOf,
  type SignedIn,
  stepUp,
} from './person.ts';

let world: World;
let owner: SignedIn;
let company: string;
beforeAll(async () => {
  world = await startWorld({ portal: true });
  owner = await newPerson(world, { name: 'Olga Owner' });
  company = await openCompany(world, owner, { name: 'Team Ltd' });
  await stepUp(owner, await enableSecondFactor(owner));
});
afterAll(() => world.stop());

type Team = {
  members: { userId: string; email: string; role: string; hasSecondFactor: boolean }[];
  invitations: { id: string; email: string; role: string; invitedBy: string }[];
};
const team = async () => (await owner.get<Team>('/portal/v1/team', { company })).body;
const invite = (email: string, role = 'viewer') =>
  owner.post<{ id: string }>('/portal/v1/team/invitations', { email, role }, { company });
const change = (by: SignedIn, userId: string, role: string) =>
  by.ask(`/portal/v1/team/members/${userId}`, { method: 'PATCH', json: { role }, company });

describe('a company', () => {
  test('is created in one commit: books, owner and audit log entry, which names the person', async () => {
    const id = fromId('company', company);
    const books = await world.admin.query('select environment from ledger.books where company_id = $1 order by 1', [
      id,
    ]);
    expect(books.rows).toEqual([{ environment: 'sandbox' }, { environment: 'live' }]);
    const { rows } = await world.admin.query(
      `select operator_id, action, subject, details from audit_log where company_id = $1 and action = 'company.open'`,
      [id],
    );
    expect(rows).toEqual([
      {
        operator_id: null,
        action: 'company.open',
        subject: company,
        details: { person: owner.userId, name: 'Team Ltd', kind: 'corporate' },
      },
    ]);
  });

  test('can be created at most five times by one person, also concurrently', async () => {
    const person = await newPerson(world);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        person.post('/portal/v1/companies', { name: `Company ${index}`, kind: 'individual' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(answer).toMatchObject({ status: 409, body: { code: 'company_limit' } });
  });

  test.each([
    [{ name: '', kind: 'corporate' }],
    [{ name: '   ', kind: 'corporate' }],
    [{ name: 'A', kind: 'bank' }],
    [{ name: 'A', kind: 'corporate', verification: 'approved' }],
    [{ kind: 'corporate' }],
  ])('is not opened with %j', async (json) => {
    const answer = await owner.post('/portal/v1/companies', json);
    expect(answer).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
  });
});

describe('an invitation', () => {
  test('is an email with a link that only its address can use, once', async () => {
    const email = newEmail();
    const { body, status } = await invite(email, 'developer');
    expect(status).toBe(201);
    const message = await portalOf(world).mails.waitFor(email, "You're invited to join Team Ltd");
    expect(message.text).toContain('Olga Owner invited you to join Team Ltd');
    expect(message.link).toBe(`${portalOf(world).url}/invitations/${body.id}`);
    expect((await team()).invitations).toMatchObject([
      { id: body.id, email, role: 'developer', invitedBy: 'Olga Owner' },
    ]);

    const other = await newPerson(world);
    expect((await other.get(`/portal/v1/invitations/${body.id}`)).body).toMatchObject({ code: 'invitation_not_found' });
    expect((await other.post(`/portal/v1/invitations/${body.id}/accept`, undefined)).status).toBe(404);

    const invited = await newPerson(world, { email });
    expect((await invited.get(`/portal/v1/invitations/${body.id}`)).body).toMatchObject({
      companyId: company,
      companyName: 'Team Ltd',
      role: 'developer',
    });
    const accepted = await invited.post(`/portal/v1/invitations/${body.id}/accept`, undefined);
    expect(accepted).toMatchObject({ status: 200, body: { id: company, role: 'developer' } });
    expect((await invited.post(`/portal/v1/invitations/${body.id}/accept`, undefined)).status).toBe(404);
    expect((await invite(email)).body).toMatchObject({ code: 'member_already' });
    expect((await team()).members.map((member) => member.role)).toContain('developer');
  });

  test('replaces an earlier one, can be revoked, and expires', async () => {
    const email = newEmail();
    const first = await invite(email);
    const second = await invite(email, 'finance');
    const person = await newPerson(world, { email });
    expect((await person.get(`/portal/v1/invitations/${first.body.id}`)).status).toBe(404);
    const withdraw = () => owner.ask(`/portal/v1/team/invitations/${second.body.id}`, { method: 'DELETE', company });
    expect((await withdraw()).status).toBe(200);
    expect((await withdraw()).body).toMatchObject({ code: 'invitation_not_found' });
    expect((await person.post(`/portal/v1/invitations/${second.body.id}/accept`, undefined)).status).toBe(404);
    const third = await invite(email);
    await world.admin.query(`update invitations set expires_at = now() where email = $1`, [email]);
    expect((await person.post(`/portal/v1/invitations/${third.body.id}/accept`, undefined)).status).toBe(404);
    expect((await team()).invitations.filter((each) => each.email === email)).toEqual([]);
  });

  test('is sent twenty times a day before the company is approved, by one person for all of their companies', async () => {
    const stranger = await newPerson(world);
    const [first, second] = [
      await openCompany(world, stranger, { approved: false }),
      await openCompany(world, stranger, { approved: false }),
    ];
    const sends = (to: string) =>
      stranger.post<{ id: string }>(
        '/portal/v1/team/invitations',
        { email: newEmail(), role: 'viewer' },
        { company: to },
      );
    for (let sent = 0; sent < 20; sent++) {
      const { status, body } = await sends(first);
      expect(status).toBe(201);
      await stranger.ask(`/portal/v1/team/invitations/${body.id}`, { method: 'DELETE', company: first });
    }
    for (const to of [first, second]) {
      const answer = await sends(to);
      expect(answer).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(80_000);
    }
    const approved = await openCompany(world, stranger);
    expect((await sends(approved)).status).toBe(201);
  });

  test('to an invalid address is refused', async () => {
    expect((await invite('not an address')).body).toMatchObject({ code: 'request_invalid' });
  });
});

describe('a member', () => {
  test('is changed and removed by an owner, and each is in the audit log', async () => {
    const member = await newMember(world, owner, company, 'viewer');
    expect(await change(owner, member.userId, 'finance')).toMatchObject({ status: 200, body: { role: 'finance' } });
    const removed = await owner.ask(`/portal/v1/team/members/${member.userId}`, { method: 'DELETE', company });
    expect(removed.status).toBe(200);
    expect((await change(owner, member.userId, 'owner')).body).toMatchObject({ code: 'member_not_found' });
    expect((await member.get<{ companies: object[] }>('/portal/v1/me')).body.companies).toEqual([]);
    const { rows } = await world.admin.query(
      'select action, details from audit_log where subject = $1 order by sequence',
      [member.userId],
    );
    expect(rows).toMatchObject([
      { action: 'team.join', details: { person: member.userId, role: 'viewer' } },
      { action: 'team.change', details: { person: owner.userId, from: 'viewer', to: 'finance' } },
      { action: 'team.remove', details: { person: owner.userId, from: 'finance' } },
    ]);
  });

  test.each(['viewer', null])('who is an owner no longer, but %s, takes along what they invited', async (role) => {
    const other = await newMember(world, owner, company, 'owner');
    await stepUp(other, await enableSecondFactor(other));
    const mailbox = await newPerson(world);
    const asOwner = { email: mailbox.email, role: 'owner' };
    const sent = await other.post<{ id: string }>('/portal/v1/team/invitations', asOwner, { company });
    expect(sent.status).toBe(201);
    const { body: kept } = await invite(newEmail());
    const path = `/portal/v1/team/members/${other.userId}`;
    const changed =
      role === null
        ? await owner.ask(path, { method: 'DELETE', company })
        : await owner.ask(path, { method: 'PATCH', json: { role }, company });
    expect(changed.status).toBe(200);
    expect((await mailbox.post(`/portal/v1/invitations/${sent.body.id}/accept`, undefined)).status).toBe(404);
    const open = (await team()).invitations.map(({ id }) => id);
    expect(open).toContain(kept.id);
    expect(open).not.toContain(sent.body.id);
    const { rows } = await world.admin.query(
      'select details from audit_log where subject = $1 order by sequence desc limit 1',
      [other.userId],
    );
    expect(rows).toMatchObject([{ details: { from: 'owner', invitations: [sent.body.id] } }]);
  });

  test('who is removed in the moment in which their invitation is accepted lets nobody in', async () => {
    const other = await newMember(world, owner, company, 'owner');
    await stepUp(other, await enableSecondFactor(other));
    const mailbox = await newPerson(world);
    const asOwner = { email: mailbox.email, role: 'owner' };
    const sent = await other.post<{ id: string }>('/portal/v1/team/invitations', asOwner, { company });
    const removing = await world.admin.connect();
    try {
      await removing.query('begin');
      await removing.query('select change_member($1, $2, $3, null, now())', [
        fromId('user', owner.userId),
        fromId('company', company),
        fromId('user', other.userId),
      ]);
      const accepting = mailbox.post(`/portal/v1/invitations/${sent.body.id}/accept`, undefined);
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%accept_invitation%'`;
      await until(
        () => world.admin.query(waiting),
        ({ rowCount }) => rowCount === 1,
      );
      await removing.query('commit');
      expect(await accepting).toMatchObject({ status: 404, body: { code: 'invitation_not_found' } });
    } finally {
      removing.release();
    }
    expect((await mailbox.get<{ companies: object[] }>('/portal/v1/me')).body.companies).toEqual([]);
  });

  test('who is the last owner can be neither changed nor removed, also concurrently', async () => {
    expect((await change(owner, owner.userId, 'viewer')).body).toMatchObject({ code: 'last_owner' });
    const remove = (userId: string) => owner.ask(`/portal/v1/team/members/${userId}`, { method: 'DELETE', company });
    expect((await remove(owner.userId)).body).toMatchObject({ code: 'last_owner' });
    const second = await newMember(world, owner, company, 'owner');
    await stepUp(second, await enableSecondFactor(second));
    const both = await Promise.all([change(owner, second.userId, 'viewer'), change(second, owner.userId, 'viewer')]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 403]));
    const owners = (await world.admin.query(`select from members where company_id = $1 and role = 'owner'`, [
      fromId('company', company),
    ])) as { rowCount: number };
    expect(owners.rowCount).toBe(1);
  });
});
