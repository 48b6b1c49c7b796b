// Reviews through the real command line: list, show with evidence, propose as one operator, approve as another.
import { randomUUID } from 'node:crypto';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorOf } from '../../server/tests/operator-of.ts';
import { type Company, startWorld, type World } from '../../server/tests/world.ts';
import { type CommandLine, commandLine } from './process.ts';

let world: World;
let run: CommandLine['run'];
let json: CommandLine['json'];
const ann = { CARDWRIGHT_OPERATOR_TOKEN: '' };
const bob = { CARDWRIGHT_OPERATOR_TOKEN: '' };

beforeAll(async () => {
  world = await startWorld({ desk: true });
  ({ run, json } = commandLine(world.stack));
  ann.CARDWRIGHT_OPERATOR_TOKEN = (await operatorOf(world, 'Ann')).token;
  bob.CARDWRIGHT_OPERATOR_TOKEN = (await operatorOf(world, 'Bob')).token;
});
afterAll(() => world?.stop());

type Matter = {
  id: string;
  kind: string;
  open: boolean;
  company: string;
  companyName: string;
  operation: string;
  status: string;
  held: string;
  openProposal: string | null;
};

/** An accepted card issue whose outcome is unknown. */
async function inReview(): Promise<{ company: Company; id: string }> {
  const company = await world.company({ name: 'Acme Travel', available: '100.00' });
  const holderId = await company.insertHolder();
  const order = { type: 'issue', productId: world.products.card, holderId, amount: '50.00' };
  const { body } = await company.post<{ id: string }>('/api/v1/operations', order);
  await asSent(body.id, `status = 'manual_review', review_next_at = now() + interval '1 h'`);
  return { company, id: body.id };
}

const asSent = (id: string, more: string) =>
  world.admin.query(
    `with sent as (
       insert into operation_attempts (company_id, environment, operation_id, number, kind, at, outcome, detail)
       select company_id, environment, id, 1, 'send', now(), 'unknown', 'The outcome is unknown: HTTP status 502.'
         from operations where id = $1)
     update operations set attempt = gen_random_uuid(), sent_at = now(), review_opened_at = now(), next_at = null,
            review_reason = 'The outcome is unknown: HTTP status 502.', ${more} where id = $1`,
    [fromId('operation', id)],
  );

/** A case about it, as opened by a contradiction. */
async function openCase({ company, id }: { company: Company; id: string }): Promise<void> {
  await world.admin.query(
    `select open_case($1, 'sandbox', 'operation', $2, 'contradiction', 'It is failed, and a read says done.')`,
    [company.scope.companyId, fromId('operation', id)],
  );
}

const waiting = async () => (await json<{ data: Matter[] }>(['review', 'list', '--limit', '500'], bob)).data;

/** Every command starts a process: two seconds each on a busy machine. */
describe('review', () => {
  test('lists pending reviews, and shows the evidence with the next steps as commands', async () => {
    const { company, id } = await inReview();
    expect(await waiting()).toContainEqual(
      expect.objectContaining({
        id,
        kind: 'issue',
        company: company.id,
        companyName: 'Acme Travel',
        held: '53.10',
        openProposal: null,
      }),
    );
    expect((await run(['review', 'list'], bob)).stdout).toMatch(
      new RegExp(`${id}  Acme Travel +sandbox +issue +The outcome is unknown`),
    );

    const shown = (await run(['review', 'show', id], bob)).stdout;
    expect(shown).toMatch(/held now +53\.10/);
    expect(shown).toMatch(/UTC +send +unknown +The outcome is unknown: HTTP status 502\./);
    expect(shown).toContain(
      `cardwright-admin review propose ${id} --complete --receipt RECEIPT --card-token TOKEN --last4 0000 --reason`,
    );
    expect(shown).toContain(`cardwright-admin review propose ${id} --fail --reason`);
  });

  test('shows the effect of a proposal, and another operator approves it', async () => {
    const { company, id } = await inReview();
    const token = `ict_${randomUUID()}`;
    const evidence = ['--receipt', 'R-4711', '--card-token', token, '--last4', '4242'];
    const proposing = await run(['review', 'propose', id, '--complete', ...evidence, '--reason', 'ticket 4711'], ann);
    expect(proposing).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing has happened yet') });
    expect(proposing.stdout).toContain('$53.10 of the held money is spent: $50.00 to the issuer, $3.10 is our fee.');
    expect(proposing.stdout).toContain('A card ending in 4242 becomes active with a balance of $50.00.');
    const proposal = /proposal approve (proposal_\w+)/.exec(proposing.stdout)?.[1] ?? '';
    expect(await waiting()).toContainEqual(expect.objectContaining({ id, openProposal: proposal }));
    const shown = await json<object>(['proposal', 'show', proposal], bob);
    expect(shown).toMatchObject({
      action: 'review.decide',
      subject: id,
      review: id,
      company: company.id,
      state: 'open',
    });
    expect(shown).toMatchObject({
      effect: expect.arrayContaining([expect.stringContaining('53.10 of the held money is spent')]),
    });
    const open = (await run(['review', 'show', id], bob)).stdout;
    expect(open).toContain('Ann proposes to complete: ticket 4711');
    expect(open).toContain(`Evidence: receipt R-4711, card ${token} ending in 4242.`);

    const own = await run(['proposal', 'approve', proposal], ann);
    expect(own).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('another operator has to approve'),
    });
    const approved = await json<Matter>(['proposal', 'approve', proposal], bob);
    expect(approved).toMatchObject({ id, open: false, status: 'completed', held: '0.00' });
    const again = await run(['proposal', 'approve', proposal], bob);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('already approved') });
    expect((await waiting()).map((matter) => matter.id)).not.toContain(id);
    expect((await run(['review', 'show', id], bob)).stdout).toContain('No decision is needed.');
    expect(await company.balance()).toEqual({ available: '46.90', held: '0.00' });
    type Entries = { data: { action: string; operator: { name: string }; subject: string }[] };
    const { data } = await json<Entries>(['audit', 'list', '--company', company.id], bob);
    expect(data.slice(0, 2).map((entry) => [entry.action, entry.operator.name, entry.subject])).toEqual([
      ['review.approve', 'Bob', id],
      ['review.propose', 'Ann', id],
    ]);
  });

  test('withdraws a proposal, and explains why another is refused', async () => {
    const { company, id } = await inReview();
    const fail = ['review', 'propose', id, '--fail', '--reason', 'never received'];
    const { openProposal } = await json<Matter>(fail, ann);
    expect(await run(fail, bob)).toMatchObject({ code: 1, stderr: expect.stringContaining('open proposal about it') });
    expect(await run(['proposal', 'withdraw', openProposal ?? ''], bob)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('This will not happen'),
    });
    const bare = await run(['review', 'propose', id, '--complete', '--receipt', 'R', '--reason', 'x'], ann);
    expect(bare).toMatchObject({ code: 1, stderr: expect.stringContaining('--card-token') });
    expect(await company.balance()).toMatchObject({ held: '53.10' });
    await json(['proposal', 'approve', (await json<Matter>(fail, bob)).openProposal ?? ''], ann);
    const late = await run(fail, ann);
    expect(late).toMatchObject({ code: 1, stderr: expect.stringContaining(`${id} is failed`) });
    expect(await company.balance()).toEqual({ available: '100.00', held: '0.00' });
  });

  test('decides a case: debits what the company owes, and the statement names the case', async () => {
    const review = await inReview();
    const fail = ['review', 'propose', review.id, '--fail', '--reason', 'never received'];
    await json(['proposal', 'approve', (await json<Matter>(fail, ann)).openProposal ?? ''], bob);
    await openCase(review);
    const found = (await waiting()).find(({ operation }) => operation === review.id);
    expect(found).toMatchObject({
      kind: 'contradiction',
      id: expect.stringMatching(/^case_/),
      held: '0.00',
      status: 'failed',
    });
    const id = found?.id ?? '';
    expect((await run(['review', 'show', id], bob)).stdout).toContain(
      `cardwright-admin review propose ${id} --adjust -53.10 --reason`,
    );
    const adjusting = await run(['review', 'propose', id, '--adjust', '-53.10', '--reason', 'the card exists'], ann);
    expect(adjusting.stdout).toContain(`available balance loses $53.10; the statement shows it under ${id}.`);
    const proposal = /proposal approve (proposal_\w+)/.exec(adjusting.stdout)?.[1] ?? '';
    expect(await json<Matter>(['proposal', 'approve', proposal], bob)).toMatchObject({
      id,
      open: false,
      status: 'failed',
    });
    expect(await review.company.balance()).toEqual({ available: '46.90', held: '0.00' });
    const today = new Date().toISOString().slice(0, 10);
    const statement = await review.company.get(`/api/v1/account-statements?from=${today}&to=${today}`);
    expect(statement.text).toContain(`"reference":"${id}","kind":"adjustment"`);
    expect(statement.text).toContain('"amount":"-53.10","balance":"46.90"');
  });

  test('refuses card numbers without repeating them', async () => {
    const { id } = await inReview();
    const number = '4242424242424242';
    const attempts: [code: number, ...rest: string[]][] = [
      [2, '--fail', '--reason', `card ${number}`], // refused by the argument parser
      [2, '--complete', '--receipt', number, '--card-token', 't', '--last4', '4242', '--reason', 'x'],
      [1, '--complete', '--receipt', 'R', '--card-token', number, '--last4', '4242', '--reason', 'x'],
    ];
    for (const [code, ...rest] of attempts) {
      const ran = await run(['review', 'propose', id, ...rest], ann);
      expect(ran).toMatchObject({ code, stdout: '', stderr: expect.stringContaining('looks like a card number') });
      expect(ran.stderr).not.toContain(number);
    }
  });

  test('answers a usage error with exit code 2 and one line', async () => {
    const { id } = await inReview();
    for (const args of [
      ['show', 'nonsense'],
      ['propose', id, '--reason', 'neither'],
      ['propose', id, '--fail'],
      ['propose', id, '--fail', '--complete', '--reason', 'both'],
      ['propose', id, '--adjust', '5.00', '--reason', 'a review is not adjusted'],
      ['propose', id, '--complete', '--receipt', 'R', '--card-token', 't', '--last4', '42', '--reason', 'x'],
      ['approve', id],
    ]) {
      const ran = await run([args[0] === 'approve' ? 'proposal' : 'review', ...args], ann);
      expect(ran, args.join(' ')).toMatchObject({ code: 2, stdout: '' });
      expect(ran.stderr.trim().split('\n'), args.join(' ')).toHaveLength(1);
    }
    const nobody = 'case_01jcp4vsb0e5d8zq6m5k1n7x2t';
    const missing = await run(['review', 'show', nobody], bob);
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining(`Nothing has the id ${nobody}`) });
  });
});
