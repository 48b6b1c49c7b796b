// Decisions: one commit for submission, company, audit log and emails; once; about the reviewed version.

import { decideSubmission, listSubmitted, readSubmission } from '@cardwright/server/identity/verifications/decide.ts';
import { fill, readFilled } from '@cardwright/server/identity/verifications/fill.ts';
import { submit } from '@cardwright/server/identity/verifications/submit.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { openDb } from '@cardwright/server/platform/db/db.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openOwn, personOf } from '../../members-of.ts';
import { operatorOf } from '../../operator-of.ts';
import { startWorld, type World } from '../../world.ts';
import { fillTools, handIn } from './handed-in.ts';
import { sendMails } from './mailing.ts';

let world: World;
let own: Db;
let worker: Db;
beforeAll(async () => {
  world = await startWorld({ api: 0 });
  own = openOwn(world);
  worker = openDb({
    url: world.stack.urlOf('cardwright_worker'),
    name: 'test-worker',
    connections: 2,
    onError: () => undefined,
  });
});
beforeEach(async () => {
  await world.admin.query('delete from mails');
});
afterAll(async () => {
  await own?.close();
  await worker?.close();
  await world?.stop();
});

const applicant = async () => {
  const company = await world.company({ verification: 'pending', name: 'Applied Ltd' });
  const person = await personOf(world, { company });
  const by = { companyId: company.scope.companyId, userId: person.userId };
  await handIn(world, own, by);
  return { company, by, person };
};
const approve = (companyId: string, submittedAt?: Date) =>
  decideSubmission(world.tools, {
    companyId,
    decision: 'approved',
    reason: 'All is well.',
    actor: world.tools.actor,
    ...(submittedAt === undefined ? {} : { submittedAt }),
  });
const verificationOf = async (companyId: string) =>
  (await world.admin.query('select verification, verification_reason from companies where id = $1', [companyId]))
    .rows[0];

const carry = (fails = false) => sendMails(world, worker, () => fails);

test('pending submissions are listed in pages, oldest first', async () => {
  const all = [await applicant(), await applicant(), await applicant()].map(({ by }) => by.companyId);
  const first = await listSubmitted(world.tools.db, { limit: 2 });
  const [, last] = first;
  const rest = await listSubmitted(world.tools.db, { limit: 100, ...(last === undefined ? {} : { after: last }) });
  expect([...first, ...rest].map(({ companyId }) => companyId)).toEqual(all);
  expect(first[0]).toMatchObject({ name: 'Applied Ltd', kind: 'corporate' });
  await approve(all[1] ?? '');
  const left = await listSubmitted(world.tools.db, { limit: 100 });
  expect(left.map(({ companyId }) => companyId)).toEqual([all[0], all[2]]);
});

test('a decision updates submission and company, names its operator, and notifies every owner once', async () => {
  const { company, by, person } = await applicant();
  await personOf(world, { company, role: 'finance' });
  const other = await personOf(world, { company, role: 'owner', name: 'Ada' });
  const operator = await operatorOf(world, 'Deciding Dora');
  const decided = { companyId: by.companyId, decision: 'rejected', reason: 'The chart is\r\nunreadable.' } as const;
  expect(await decideSubmission(world.tools, { ...decided, actor: operator.actor })).toBe('decided');
  expect(await verificationOf(by.companyId)).toEqual({ verification: 'rejected', verification_reason: decided.reason });
  const entries = await world.admin.query(`select action from audit_log where company_id = $1 and operator_id = $2`, [
    by.companyId,
    operator.id,
  ]);
  expect(entries.rows).toEqual([{ action: 'company.rejected' }]);
  const submission = await readSubmission(world.tools.db, by.companyId);
  expect(submission?.decisions).toMatchObject([
    { decision: 'rejected', reason: decided.reason, operatorId: operator.id, fields: { legalName: 'Test Ltd' } },
  ]);
  const emails = await carry();
  expect(emails.map(({ to }) => to).toSorted()).toEqual([person.email, other.email].toSorted());
  expect(emails[0]?.subject).toBe("Applied Ltd couldn't be verified yet");
  expect(emails[0]?.text).toContain(`https://portal.test/c/${company.id}/verification`);
  expect(await carry()).toEqual([]);
});

test('of two concurrent decisions, one succeeds', async () => {
  const { by } = await applicant();
  const outcomes = await Promise.all([1, 2, 3].map(() => approve(by.companyId)));
  expect(outcomes.toSorted()).toEqual(['decided', 'not_submitted', 'not_submitted']);
  expect((await readSubmission(world.tools.db, by.companyId))?.decisions).toHaveLength(1);
  expect(await carry()).toHaveLength(1);
});

test('a decision applies to the reviewed version, and only to a submitted one', async () => {
  const { by } = await applicant();
  const seen = (await readSubmission(world.tools.db, by.companyId))?.submittedAt;
  const rejected = { companyId: by.companyId, decision: 'rejected', reason: 'No.', actor: world.tools.actor } as const;
  expect(await decideSubmission(world.tools, rejected)).toBe('decided');
  await fill(fillTools(world, own), by, { country: 'FR' });
  expect(await approve(by.companyId)).toBe('not_submitted');
  await submit(fillTools(world, own), by);
  expect(await approve(by.companyId, seen)).toBe('not_submitted');
  expect((await verificationOf(by.companyId)).verification).toBe('rejected');
  expect(await approve((await world.company({ verification: 'pending' })).scope.companyId)).toBe('not_submitted');
});

test('a decision that rolls back notifies nobody and leaves nothing behind', async () => {
  const { by } = await applicant();
  const { db, actor } = world.tools;
  const decided = { companyId: by.companyId, decision: 'approved', reason: '', actor } as const;
  const breaking = db.write({ companyId: by.companyId, environment: 'sandbox' }, async (tx) => {
    expect(await decideSubmission({ db: { ...db, query: (statement) => tx.query(statement) } }, decided)).toBe(
      'decided',
    );
    throw new Error('the connection broke before the commit');
  });
  await expect(breaking).rejects.toThrow('broke');
  expect(await readFilled(own, by.companyId)).toMatchObject({ state: 'submitted', verification: 'pending' });
  expect(await carry()).toEqual([]);
});

test('an email refused by the mail server is retried; a claimed one survives its sender’s death', async () => {
  const { by, person } = await applicant();
  await approve(by.companyId);
  expect(await carry(true)).toEqual([]);
  const waiting = await world.admin.query('select attempts, last_error, next_at > now() as later from mails');
  expect(waiting.rows).toEqual([{ attempts: 1, last_error: 'Error: the mail server is away', later: true }]);
  expect(await carry()).toEqual([]); // not yet
  // A worker claimed it and died: the lease expires.
  await world.admin.query(`update mails set lease_token = gen_random_uuid(), next_at = now() + interval '1 hour'`);
  expect(await carry()).toEqual([]);
  await world.admin.query(`update mails set next_at = now() - interval '1 second'`);
  expect(await carry()).toMatchObject([{ to: person.email, subject: 'Applied Ltd is verified' }]);
  const over = await world.admin.query('select outcome, next_at from mails');
  expect(over.rows).toEqual([{ outcome: 'sent', next_at: null }]);
});

test('an email refused for a week is parked, and emails of other companies are sent', async () => {
  const [stuck, other] = [await applicant(), await applicant()];
  await approve(stuck.by.companyId);
  await approve(other.by.companyId);
  await world.admin.query(`update mails set created_at = now() - interval '8 days' where company_id = $1`, [
    stuck.by.companyId,
  ]);
  const emails = await sendMails(world, worker, ({ to }) => to === stuck.person.email);
  expect(emails).toMatchObject([{ to: other.person.email }]);
  const parked = await world.admin.query('select company_id, last_error from mails where parked_at is not null');
  expect(parked.rows).toMatchObject([
    {
      company_id: stuck.by.companyId,
      last_error: expect.stringContaining('no mail server took it for a week: Error: the mail server is away'),
    },
  ]);
});

test('a former owner gets no email', async () => {
  const { company, by } = await applicant();
  await personOf(world, { company });
  await approve(by.companyId);
  await world.admin.query('delete from members where company_id = $1 and user_id = $2', [by.companyId, by.userId]);
  expect(await carry()).toHaveLength(1);
  const over = await world.admin.query('select outcome from mails order by outcome');
  expect(over.rows).toEqual([{ outcome: 'given_up' }, { outcome: 'sent' }]);
});

test('the history of decisions is immutable', async () => {
  const { by } = await applicant();
  await approve(by.companyId);
  const change = 'update verification_decisions set reason = $1 where company_id = $2';
  await expect(world.admin.query(change, ['x', by.companyId])).rejects.toThrow('append-only');
});
