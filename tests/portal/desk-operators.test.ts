// Operators added without an approval: by installation, and by breaking glass.
import { randomBytes } from 'node:crypto';
import { createDatabase } from '@cardwright/server/platform/db/migrate.ts';
import { buildPages } from '@cardwright/stack/pages.ts';
import { roleUrl } from '@cardwright/stack/secrets.ts';
import { startStack } from '@cardwright/stack/start.ts';
import { expect, inject, onTestFinished, test } from 'vitest';
import { runAsOwner } from '../../server/tests/identity/operators/owner-process.ts';
import { operatorAt } from '../../server/tests/surfaces/desk/operator.ts';
import { openBrowser, type Visitor } from './browser.ts';
import { openHouse } from './house.ts';
import { asksForPassword, confirmsIdentity, firstTimeAtDesk } from './people.ts';

/** Proposes another operator on the operators page. */
async function proposesOperator(desk: Visitor, { name, email }: { name: string; email: string }): Promise<void> {
  await desk.follows('Operators');
  await desk.arrives('Operators');
  await desk.presses('Add operator…');
  await desk.types('Name', name, 'Add operator');
  await desk.types('Email address', email, 'Add operator');
  await desk.types('Reason', `${name} takes the nights.`, 'Add operator');
  await desk.presses('Propose operator', 'Add operator');
  await desk.sees('Proposed. Another operator approves it.');
}

test('an installation names two operators, who set passwords, and together add a third', async () => {
  const adminUrl = inject('adminUrl');
  const database = `test_${randomBytes(6).toString('hex')}`;
  await createDatabase(adminUrl, database);
  const settings = { CARDWRIGHT_FIRST_OPERATORS: 'Jane Doe <jane@desk.example>, Joe Doe <joe@desk.example>' };
  const ran = await runAsOwner('migrate', roleUrl(adminUrl, database, 'cardwright_owner'), { settings });
  expect(ran.stdout, ran.stderr).toContain('2 operators were added.');

  const pages = await buildPages('production');
  const stack = await startStack({ adminUrl, database, seed: false, api: 0, workers: 1, desk: true, pages });
  onTestFinished(() => stack.stop());
  const { deskUrl = '', mails } = stack;
  if (mails === undefined) throw new Error('a stack with a desk keeps letters');
  const visitors = await openBrowser('desk-installation');
  onTestFinished(() => visitors.stop());
  const desk = { mails, atDesk: () => visitors.visitor(deskUrl) };

  const jane = await firstTimeAtDesk(desk, 'jane@desk.example');
  const joe = await firstTimeAtDesk(desk, 'joe@desk.example');
  await jane.visitor.pictures('first-status');
  await proposesOperator(jane.visitor, { name: 'Nina Night', email: 'nina@desk.example' });
  const { link = '' } = await mails.waitFor('joe@desk.example', /^Approval needed/);
  await joe.visitor.opens(link);
  await joe.visitor.arrives('Add operator');
  joe.visitor.expects(/^403 POST \/desk\/v1\/proposals\/.*\/approve$/); // which asks for the second factor
  await joe.visitor.presses('Approve permanently');
  await joe.visitor.presses('Approve permanently', 'Approve decision');
  await confirmsIdentity(joe.visitor, joe.factor);
  await joe.visitor.sees('Approved and done.');
  const nina = await firstTimeAtDesk(desk, 'nina@desk.example');
  await nina.visitor.isAccessible();
  await visitors.leave();
});

test('breaking glass notifies every operator; the new one signs in a day later unless stopped', async () => {
  const house = await openHouse('desk-break-glass');
  onTestFinished(() => house.stop());
  const ann = await operatorAt(house.world, 'Ann Stays');
  const breaksGlass = async (name: string, email: string) => {
    const args = ['--name', name, '--email', email, '--reason', 'Joe and Bob have left.'];
    const ran = await runAsOwner('break-glass', house.world.stack.urlOf('cardwright_owner'), { args });
    expect(ran.code, ran.stderr).toBe(0);
  };
  /** Simulates the passing of a day. */
  const waits = (email: string) =>
    house.world.admin.query('update operators set active_from = now(), able_from = now() where email = $1', [email]);

  await breaksGlass('Gus Glass', 'gus@desk.example');
  const told = await house.mails.waitFor(ann.email, /^Break-glass: Gus Glass/);
  expect(told.text).toContain('Joe and Bob have left.');
  const desk = await house.entersDesk(ann);
  await desk.opens('/');
  await desk.arrives('Status');
  await desk.sees('1 operator was added by break-glass in the last 7 days');
  await desk.pictures('status');

  const early = await house.atDesk();
  await asksForPassword(early, 'gus@desk.example');
  await waits('gus@desk.example');
  expect(house.mails.list('gus@desk.example'), 'what was asked for too early sends nothing').toEqual([]);
  const gus = await firstTimeAtDesk(house, 'gus@desk.example');
  await gus.visitor.isAccessible();

  await breaksGlass('Rob Rogue', 'rob@desk.example');
  await ann.stepUp();
  await desk.opens('/operators');
  await desk.arrives('Operators');
  await desk.presses('Disable… Rob Rogue');
  await desk.types('Reason', 'Nobody agreed to this.', 'Disable Rob Rogue');
  await desk.presses('Disable operator', 'Disable Rob Rogue');
  await desk.sees('Rob Rogue is no longer an operator.');
  await waits('rob@desk.example');
  const rob = await house.atDesk();
  await asksForPassword(rob, 'rob@desk.example');
  await house.leave();
  expect(house.mails.list('rob@desk.example')).toEqual([]);
});
