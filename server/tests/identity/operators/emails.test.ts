// Emails to operators: a real worker, a real mail server.

import { toId } from '@cardwright/server/foundation/ids.ts';
import { addOperator, disableOperator } from '@cardwright/server/identity/operators/operators.ts';
import { approve, withdraw } from '@cardwright/server/oversight/proposals/decide.ts';
import { emailOf, startMailingOperators, type ToldInFull } from '@cardwright/server/oversight/proposals/emails.ts';
import { openDb } from '@cardwright/server/platform/db/db.ts';
import type { Email } from '@cardwright/server/platform/mail/mail.ts';
import { type Mails, startMails } from '@cardwright/stack/mails.ts';
import { DEMO_OPERATOR, newOperator } from '@cardwright/stack/operators.ts';
import { MAIL_FROM } from '@cardwright/stack/people.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../until.ts';
import { startWorld, type World } from '../../world.ts';
import { runAsOwner } from './owner-process.ts';

const SECOND = 'second-operator@example.com';
const DESK = 'https://desk.example.com';

let world: World;
let mails: Mails;
beforeAll(async () => {
  world = await startWorld({ api: 0 });
  mails = await startMails();
  await world.stack.spawn('worker', undefined, {
    CARDWRIGHT_SMTP_URL: mails.url,
    CARDWRIGHT_MAIL_FROM: MAIL_FROM,
    CARDWRIGHT_PORTAL_URL: 'https://portal.example.com',
    CARDWRIGHT_DESK_URL: DESK,
  });
});
afterAll(async () => {
  await world?.stop();
  await mails?.stop();
});

/** Proposes an operator with this address. */
async function proposed(email: string, reason = 'Joe starts on Monday'): Promise<string> {
  const answer = await addOperator(world.tools, { name: 'Joe Doe', email, reason });
  if ('refused' in answer) throw new Error(answer.refused);
  return answer.proposed;
}

test('a proposal is mailed to everybody but its proposer, with a link', async () => {
  const id = await proposed('joe@example.com');
  const mail = await mails.waitFor(SECOND, 'Approval needed: add an operator');
  expect(mail.text).toContain('Demo Operator proposes to add an operator.');
  expect(mail.text).toContain('Reason: Joe starts on Monday');
  expect(mail.text).toContain('Joe Doe becomes an operator. A link to choose a password goes to joe@example.com.');
  expect(mail.text).toMatch(/can approve it until \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
  expect(mail.link).toBe(`${DESK}/proposals/${toId('proposal', id)}`);
  expect(mails.list(DEMO_OPERATOR).filter(({ subject }) => subject.startsWith('Approval needed'))).toEqual([]);
});

test('a decision is mailed to everybody, the proposer and the approver too', async () => {
  const id = await proposed('ann@example.com');
  expect(await approve({ db: world.tools.db, actor: world.tools.second }, id)).toBe('approved');
  for (const to of [DEMO_OPERATOR, SECOND, 'ann@example.com']) {
    const mail = await mails.waitFor(to, 'Approved: add an operator');
    expect(mail.text).toContain(
      'Second Operator approved the proposal of Demo Operator to add an operator. It is done.',
    );
    expect(mail.text).toContain('Joe Doe becomes an operator.');
    expect(mail.link).toBe(`${DESK}/proposals/${toId('proposal', id)}`);
  }
});

test('a withdrawal is mailed to everybody except the operator who withdrew it', async () => {
  const id = await proposed('eve@example.com');
  expect(await withdraw({ db: world.tools.db, actor: world.tools.second }, id)).toBe('withdrawn');
  const mail = await mails.waitFor(DEMO_OPERATOR, 'Withdrawn: add an operator');
  expect(mail.text).toContain('Second Operator withdrew the proposal of Demo Operator to add an operator.');
  expect(mails.list(SECOND).filter(({ subject }) => subject.startsWith('Withdrawn'))).toEqual([]);
});

test('breaking glass is mailed to everybody else, with how to stop it', async () => {
  const args = ['--name', 'Eve Doe', '--email', 'eve@example.com', '--reason', 'nobody is left'];
  const ran = await runAsOwner('break-glass', world.stack.urlOf('cardwright_owner'), { args });
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  for (const to of [DEMO_OPERATOR, SECOND]) {
    const mail = await mails.waitFor(to, 'Break-glass: Eve Doe becomes an operator');
    expect(mail.text).toContain('credentials added Eve Doe (eve@example.com) as an operator, without a proposal.');
    expect(mail.text).toContain('Reason: nobody is left');
    expect(mail.text).toMatch(/They can sign in and approve from \d{4}-\d\d-\d\d \d\d:\d\d UTC\./);
    expect(mail.link).toBe(`${DESK}/operators`);
  }
});

describe('a worker of a mail server that is away', () => {
  test('tries again, and tells nobody who was disabled in the meantime', async () => {
    const worker = openDb({
      url: world.stack.urlOf('cardwright_worker'),
      name: 'test',
      connections: 2,
      onError: () => undefined,
    });
    const [running] = world.stack.processes;
    await running?.stop();
    const gone = await newOperator(world.stack.databaseUrl, { name: 'Gone Soon', email: 'gone@example.com' });
    await proposed('late@example.com', 'while the mail server is away');
    expect(await disableOperator(world.tools, { operatorId: gone.id, reason: 'has left' })).toBe('done');
    const emails: Email[] = [];
    let refusals = 0;
    const mailing = startMailingOperators({
      db: worker,
      clock: world.tools.clock,
      mail: {
        send: async (message) => {
          if (refusals++ === 0) throw new Error('the mail server is away');
          emails.push(message);
        },
      },
      deskUrl: undefined,
      onError: () => undefined,
    });
    const rows = async () =>
      (
        await world.admin.query<{ open: boolean; attempts: number; last_error: string }>(
          `select finished_at is null as open, attempts, last_error from operator_mails
            where details ->> 'reason' = 'while the mail server is away' order by operator_id`,
        )
      ).rows;
    const waiting = await until(rows, (all) => all.filter(({ open }) => open).length === 1 && refusals > 0);
    expect(waiting.find(({ open }) => open)?.last_error).toContain('the mail server is away');
    expect(waiting.map(({ last_error }) => last_error)).toContain('not sent: the operator is disabled');
    await world.admin.query(`update operator_mails set next_at = now() where finished_at is null`);
    mailing.wake();
    await until(rows, (all) => all.every(({ open }) => !open));
    await mailing.stop();
    await worker.close();
    expect(emails.map(({ to }) => to).toSorted()).toEqual(['ann@example.com', 'eve@example.com', SECOND].toSorted());
    expect(emails[0]?.text).toMatch(/At the desk: proposal_\w{26}/); // no address of the desk is set
  });
});

describe('what approving does is in the email', () => {
  const told = (action: string, details: ToldInFull['details'], more: Partial<ToldInFull> = {}): ToldInFull => ({
    proposal: 'proposal_1',
    action,
    subject: 'com_1',
    company: 'com_1',
    environment: 'live',
    reason: 'asked for',
    details,
    proposer: 'Jane',
    approver: null,
    withdrawer: null,
    expiresAt: '2026-11-23T10:00:00Z',
    ...more,
  });
  const price = { fixedFee: '150', rateBps: '25', minimumFee: '0', minimumAmount: '1000', maximumAmount: '500000' };

  test.each([
    [told('company.activate', { capability: 'live_services' }), /com_1 can order services in live/],
    [
      told('company.limits', { reads: 10, writes: 5, statements: null }),
      /10 reads, 5 writes and the default number of statements/,
    ],
    [
      told('company.invite_owner', { email: 'jane@example.com' }),
      /jane@example.com gets an email with a link to join com_1 as its first owner/,
    ],
    [
      told('holder.erase', { cards: 1, operations: 2, answers: 3, events: 4 }, { subject: 'holder_1' }),
      /cardholder holder_1 of com_1 are erased, and the names and metadata of 1 card and 2 operations/,
    ],
    [told('key.create_live', { name: 'till', scopes: ['cards:read'] }), /Its scopes: cards:read/],
    [
      told('key.rotate_live', { name: 'till', scopes: [], rotatedFrom: 'key_1', overlapHours: 24 }),
      /replaces key_1, which works for 24 more hours/,
    ],
    [
      told('product.set', { name: 'Card', kind: 'card', status: 'active', prices: { issue: price } }),
      /Issuing a card costs \$1.50 plus 0.25%/,
    ],
    [
      told('product.price', { effectiveFrom: '2026-12-01T00:00:00Z', prices: { topup: price } }),
      /A top-up costs .* from 2026-12-01T00:00:00Z/,
    ],
    [
      told('operator.reset', { name: 'Joe', email: 'joe@example.com' }, { subject: 'opr_1', company: null }),
      /Two-factor authentication of Joe \(joe@example.com\) is reset/,
    ],
    [
      told('review.decide', { decision: 'complete' }, { subject: 'op_1', held: '10320' }),
      /\$103.20 on hold is charged/,
    ],
    [told('review.decide', { decision: 'fail' }, { subject: 'op_1', held: '10320' }), /\$103.20 on hold is released/],
    [
      told('review.decide', { decision: 'accept', cents: '5000' }, { subject: 'inv_1' }),
      /deposit of \$50.00 is credited/,
    ],
    [told('review.decide', { decision: 'adjust', cents: '-5000' }, { subject: 'case_1' }), /changes by -\$50.00/],
    [told('a.new_action', { what: 'ever' }), /"what":"ever"/],
  ])('%o', (said, sentence) => {
    const message = emailOf(
      { kind: 'proposed', details: said, to_name: 'Joe', to_address: 'joe@example.com', created_at: new Date() },
      DESK,
    );
    expect(message.text).toMatch(sentence);
  });

  test('evidence is named, and what people typed stays on one line', () => {
    const said = told(
      'review.decide',
      { decision: 'complete', receipt: 'R-1', last4: '4242' },
      { subject: 'op_1', reason: 'first\nBcc: all@example.com', held: '100' },
    );
    const mail = { to_name: 'Joe\nDoe', to_address: 'joe@example.com', created_at: new Date() };
    const { subject, text } = emailOf({ ...mail, kind: 'decided', details: { ...said, approver: 'Ann' } }, DESK);
    expect(subject).toBe('Approved: decide a review');
    expect(text).toContain("Reason: first Bcc: all@example.com\nIssuer's receipt: R-1\nCard ending in: 4242");
    expect(text).toContain('Hello Joe Doe,');
  });
});
