// Cases about card payments: what operators read, and what two of them decide.

import { fromId, toId } from '@cardwright/server/foundation/ids.ts';
import { usd } from '@cardwright/server/foundation/money/usd.ts';
import { approve } from '@cardwright/server/oversight/proposals/decide.ts';
import { propose } from '@cardwright/server/oversight/reviews/decide.ts';
import { findDossier, listMatters, openProposal } from '@cardwright/server/oversight/reviews/read.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorOf } from '../../operator-of.ts';
import { type Company, startWorld, type World } from '../../world.ts';
import { newCard, noticeOf, openTopic, openWorkerDb, purchase, type Tell } from './told.ts';

let world: World;
let db: Db;
let topic: Tell;
type Operator = Awaited<ReturnType<typeof operatorOf>>;
let ann: Operator;
let bob: Operator;
beforeAll(async () => {
  world = await startWorld({ desk: true });
  db = openWorkerDb(world);
  topic = openTopic(db);
  ann = await operatorOf(world, 'Ann');
  bob = await operatorOf(world, 'Bob');
});
afterAll(async () => {
  await db?.close();
  await world?.stop();
});

const as = ({ actor }: Operator) => ({ ...world.tools, actor });

/** The one case of a company that is open. */
async function caseOf({ scope }: Company): Promise<string> {
  const text = 'select id from cases where company_id = $1 and closed_at is null';
  const { rows } = await world.admin.query<{ id: string }>(text, [scope.companyId]);
  expect(rows).toHaveLength(1);
  return rows[0]?.id ?? '';
}

/** A purchase that was settled, and of which the issuer now says that it was declined. */
async function contradicted() {
  const company = await world.company({ name: 'Acme Travel', available: '100.00' });
  const card = await newCard(world, { company });
  const told = purchase(card.token);
  await topic([noticeOf(told)]);
  await topic([noticeOf({ ...told, status: 'declined' }, { eventId: 'evt_4711' })]);
  const [payment] = await card.payments();
  return { ...card, told, transactionId: payment?.['id'] ?? '', caseId: await caseOf(company) };
}

describe('a case about a payment', () => {
  test('is listed and read with what the issuer said, and with its card', async () => {
    const { company, told, transactionId, caseId } = await contradicted();
    const matters = await listMatters(world.tools.db, { limit: 500 });
    const matter = matters.find(({ subject }) => subject.id === caseId);
    expect(matter).toMatchObject({
      subject: { kind: 'case', id: caseId },
      scope: company.scope,
      about: { kind: 'transaction', payment: { id: fromId('transaction', transactionId), status: 'settled' } },
      found: { kind: 'contradiction', subject_kind: 'transaction' },
    });
    const dossier = await findDossier(world.tools.db, { kind: 'case', id: caseId });
    expect(dossier).toMatchObject({
      about: { payment: { reference: told.reference, card_last4: '4242', card_balance: 87_66n } },
      attempts: [],
      reports: [
        { outcome: 'recorded', said: 'settled purchase of -12.34 at Bookshop, DE' },
        { outcome: 'contradiction', notification: 'evt_4711', said: 'declined purchase of -12.34 at Bookshop, DE' },
      ],
      cases: [{ id: caseId }],
    });
  });

  test('is closed by two operators, and the payment stays as it is', async () => {
    const { company, caseId, balance, payments, told } = await contradicted();
    const before = await payments();
    const [one, other] = [as(ann), as(bob)];
    const subject = { kind: 'case' as const, id: caseId };
    const proposed = await propose(one, subject, { decision: 'close', reason: 'the issuer was wrong' });
    const proposalId = typeof proposed === 'string' ? proposed : proposed.proposalId;
    expect(await approve(one, proposalId)).toBe('same_operator');
    expect(await approve(other, proposalId)).toBe('approved');
    expect(await approve(other, proposalId)).toBe('approved_already');
    expect(await company.balance()).toEqual({ available: '100.00', held: '0.00' });
    expect([await balance(), await payments()]).toEqual(['87.66', before]);
    // Said once more, it is a case again: nobody has decided about what comes later.
    await topic([noticeOf({ ...told, status: 'declined' })]);
    expect(await caseOf(company)).not.toBe(caseId);
  });

  test('is corrected by two operators on the statement, with the payment in its description', async () => {
    const { company, caseId, transactionId } = await contradicted();
    const subject = { kind: 'case' as const, id: caseId };
    const decision = { decision: 'adjust' as const, reason: 'declined after all', amount: usd(12_34n) };
    const proposed = await propose(as(ann), subject, decision);
    const proposalId = typeof proposed === 'string' ? proposed : proposed.proposalId;
    const dossier = await findDossier(world.tools.db, subject);
    expect(dossier && openProposal(dossier)?.id).toBe(proposalId);
    expect(await approve(as(bob), proposalId)).toBe('approved');
    expect(await company.balance()).toEqual({ available: '112.34', held: '0.00' });
    const today = new Date().toISOString().slice(0, 10);
    const { text } = await company.get(`/api/v1/account-statements?from=${today}&to=${today}`);
    expect(text).toContain(`"reference":"${toId('case', caseId)}","kind":"adjustment"`);
    expect(text).toContain(`Correction for ${transactionId}`);
  });
});

describe('the command line', () => {
  type Shown = {
    id: string;
    kind: string;
    operation: string | null;
    transaction: string | null;
    status: string;
    total: string;
    held: string;
    openProposal: string | null;
  };

  test('lists and shows such a case, with the next steps as commands to copy', async () => {
    const { transactionId, caseId, cardId, told } = await contradicted();
    const id = toId('case', caseId);
    const { data } = await ann.json<{ data: Shown[] }>(['review', 'list', '--limit', '500']);
    expect(data.find((each) => each.id === id)).toMatchObject({
      kind: 'contradiction',
      operation: null,
      transaction: transactionId,
      status: 'settled',
      total: '-12.34',
      held: '0.00',
    });
    expect((await ann.run(['review', 'list', '--limit', '500'])).stdout).toMatch(
      new RegExp(`${id}  Acme Travel +sandbox +contradiction +It is a settled purchase of -12\\.34`),
    );
    const { stdout } = await ann.run(['review', 'show', id]);
    for (const words of [
      `${transactionId}: purchase, settled`,
      `${told.reference}, the issuer's`,
      `${cardId}, ending in 4242, balance 87.66`,
      'evt_4711',
      'declined purchase of -12.34 at Bookshop, DE',
      `cardwright-admin review propose ${id} --adjust AMOUNT --reason`,
      `cardwright-admin review propose ${id} --close --reason`,
    ])
      expect(stdout).toContain(words);
    const shown = await ann.json<{ reports: { outcome: string }[] }>(['review', 'show', id]);
    expect(shown.reports.map(({ outcome }) => outcome)).toEqual(['recorded', 'contradiction']);
  });

  test('proposes what a purchase undone twice gave back, tells the effect, and closes it', async () => {
    const { company, token } = await newCard(world, { company: await world.company({ available: '100.00' }) });
    const told = purchase(token);
    await topic([noticeOf({ ...told, status: 'reversed' })]);
    await topic([noticeOf(purchase(token, { type: 'reversal', amount: '12.34' }))]);
    const id = toId('case', await caseOf(company));
    expect((await ann.run(['review', 'show', id])).stdout).toContain(`review propose ${id} --adjust -12.34 --reason`);
    const proposing = await ann.run(['review', 'propose', id, '--adjust', '-12.34', '--reason', 'ticket 4711']);
    expect(proposing.stdout).toContain(`available balance loses $12.34; the statement shows it under ${id}.`);
    expect(proposing.stdout).toMatch(/txn_\w+ stays reversed, and so does the balance of its card\./);
    const proposal = /proposal approve (proposal_\w+)/.exec(proposing.stdout)?.[1] ?? '';
    const approved = await bob.json<Shown & { open: boolean }>(['proposal', 'approve', proposal]);
    expect(approved).toMatchObject({ id, open: false, status: 'reversed' });
    expect(await company.balance()).toEqual({ available: '87.66', held: '0.00' });
    expect((await bob.run(['review', 'show', id])).stdout).toContain('No decision is needed.');
    const wrong = await ann.run(['review', 'propose', id, '--fail', '--reason', 'a case is not failed']);
    expect(wrong).toMatchObject({ code: 2 });
  });
});
