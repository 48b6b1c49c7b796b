// Recovery at the desk: a verified database, then a copy that lost commits, which two operators recover.
import { randomUUID } from 'node:crypto';
import { gatherHeads } from '@cardwright/server/ledger/seals/heads.ts';
import { operatorToken } from '@cardwright/stack/operators.ts';
import { buildPages, type Pages } from '@cardwright/stack/pages.ts';
import type { Stack } from '@cardwright/stack/start.ts';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { ask } from '../../server/tests/client.ts';
import { type Copies, openCopies } from '../../server/tests/platform/fence/copies.ts';
import { until } from '../../server/tests/until.ts';
import { openBrowser, type Visitor, type Visitors } from './browser.ts';
import { look, rests } from './looking.ts';
import { confirmsIdentity, firstTimeAtDesk, type Operator, signIn } from './people.ts';

let copies: Copies;
let pages: Pages;
let stack: Stack;
let visitors: Visitors;
/** A key of a company, the company, and its name. */
let key: string;
let company: string;
let companyName: string;
let first: Operator;
let second: Operator;

const fund = () =>
  ask(`${stack.baseUrl}/api/v1/sandbox/funding`, {
    method: 'POST',
    key,
    json: { amount: '5.00' },
    headers: { 'idempotency-key': randomUUID() },
  });

/** A request of the first operator's command line. */
const command = <Body>(path: string, json: object) =>
  ask<Body>(`${stack.deskUrl}/desk/v1/companies/${company}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorToken(stack.secrets.peppers, 0)}` },
    json,
  });

const sealedThrough = async () => (await gatherHeads(copies.store)).get(`${company}/sandbox`)?.at(-1)?.last ?? 0;

beforeAll(async () => {
  pages = await buildPages('production');
  visitors = await openBrowser('desk-recovery');
  copies = await openCopies(inject('postgresVersion'));
  stack = await copies.start('first', { seed: true, desk: true, pages });
  const demo = stack.demo?.companies.find(({ verification }) => verification === 'approved');
  key = demo?.keys.sandbox ?? '';
  company = demo?.id ?? '';
  companyName = demo?.name ?? '';
});
afterEach(() => visitors?.leave());
afterAll(async () => {
  await visitors?.stop();
  await copies?.remove();
});

const atDesk = () => visitors.visitor(stack.deskUrl ?? '');
const deskOf = ({ mails }: Stack) => {
  if (mails === undefined) throw new Error('a stack with a desk keeps emails');
  return { atDesk, mails };
};

/** Signs in on the open page, with a backup code as second factor. */
async function signsIn(visitor: Visitor, { email, factor }: Operator): Promise<void> {
  await visitor.arrives('Sign in to the desk');
  await signIn(visitor, email);
  await visitor.arrives('Two-factor authentication');
  await visitor.presses('Use backup code');
  await visitor.types('Backup code', factor.backupCodes.shift() ?? '');
  await visitor.presses('Continue');
}

async function isSound({ page }: Visitor, name: string): Promise<void> {
  await rests(page);
  expect(await look(page, { name: `desk-recovery-${name}` })).toEqual([]);
}

test('the page of a verified database says so', async () => {
  first = await firstTimeAtDesk(deskOf(stack), 'operator@example.com');
  second = await firstTimeAtDesk(deskOf(stack), 'second-operator@example.com');
  const { visitor } = first;
  await visitor.follows('Recovery');
  await visitor.arrives('Recovery');
  await visitor.sees('Database verified');
  await visitor.sees('Newest exported mark');
  expect(await visitor.page.getByRole('button', { name: /…$/ }).count(), 'nothing to do').toBe(0);
});

test('two operators recover a database that lost commits, step by step', async () => {
  const made = await command<{ id: string }>('keys', {
    environment: 'sandbox',
    name: 'leaked',
    scopes: ['balance:read'],
  });
  expect(made.status, made.text).toBe(201);
  await copies.stopAll();
  await copies.copy('first', 'restored');
  stack = await copies.start('first', { desk: true });
  const before = await sealedThrough();
  expect((await fund()).status).toBe(200);
  const revoked = await command(`keys/${made.body.id}/revoke`, { environment: 'sandbox' });
  expect([revoked.status, revoked.headers.get('audit-export')], revoked.text).toEqual([200, 'done']);
  await until(sealedThrough, (last) => last > before);
  await copies.stopAll();
  stack = await copies.start('restored', { desk: true, pages });
  expect((await fund()).status).toBe(503);

  const paula = await atDesk();
  await paula.opens('/status');
  await signsIn(paula, first);
  await paula.arrives('Status');
  await paula.sees('Recovering: nothing is accepted or sent.'); // across every page
  await paula.follows(/^Go to recovery/);
  await paula.arrives('Recovery');
  await paula.sees('was exported and is not in this database');
  const missing = paula.page.getByRole('table', { name: 'Missing audit entries' });
  await missing.getByRole('row', { name: /Revoke key/ }).waitFor();
  await paula.page
    .getByRole('table', { name: 'Lost ledger entries by company' })
    .getByRole('row', { name: companyName })
    .waitFor();
  expect(await paula.page.getByRole('button', { name: /^(Propose|Approve)/ }).count(), 'one step at a time').toBe(0);
  await isSound(paula, 'fenced');
  await paula.presses('Replay audit entries…');
  paula.expects(/^401 /); // every session ends
  await paula.presses('Replay audit entries', 'Replay audit entries');
  await paula.sees('Your session has ended.');
  await signsIn(paula, first);
  await paula.arrives('Recovery');
  await paula.sees('Replayed by Demo Operator. Audit entries back in the log: 1. In effect again: 1.');
  await paula.sees('No audit entries missing');
  await paula.presses('Propose recovery…');
  await paula.types('Reason', 'The archive has nothing newer.', 'Propose recovery');
  await paula.presses('Propose recovery', 'Propose recovery');
  await paula.sees('Proposed. Another operator approves it.');
  await paula.presses('Done');
  await paula.sees('You proposed this. Another operator has to approve it.');
  await isSound(paula, 'proposed');

  const anton = await atDesk();
  await anton.opens('/recovery');
  await signsIn(anton, second);
  await anton.arrives('Recovery');
  await anton.sees('The archive has nothing newer.');
  await anton.presses('Approve permanently');
  await anton.sees('1 given up', 'Approve decision');
  anton.expects(/^403 POST \/desk\/v1\/proposals\/.*\/approve$/);
  await anton.presses('Approve permanently', 'Approve decision');
  await confirmsIdentity(anton, second.factor);
  await anton.sees('Approved and done.');
  await anton.sees('Database verified');
  await anton.sees('Last recovery');
  await anton.sees('Ledger entries: 1, in books: 1');
  await isSound(anton, 'recovered');
  await anton.follows(/^Proposals/);
  await anton.arrives('Proposals');
  await anton.page.getByText('Recovering: nothing').waitFor({ state: 'detached' });
  await until(fund, ({ status }) => status === 200);
});
