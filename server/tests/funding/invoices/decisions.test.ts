// Decisions of two operators about invoices: a payment is credited once, even if it is settled concurrently.
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { fromId, toId } from '@cardwright/server/foundation/ids.ts';
import { usd } from '@cardwright/server/foundation/money/usd.ts';
import { parseUsdt, usdt } from '@cardwright/server/foundation/money/usdt.ts';
import { settleInvoices } from '@cardwright/server/funding/invoices/sql.ts';
import { updateOfDeposit } from '@cardwright/server/funding/invoices/update.ts';
import type { Deposit } from '@cardwright/server/issuer/deposits.ts';
import { approve, withdraw } from '@cardwright/server/oversight/proposals/decide.ts';
import { type Decision, propose } from '@cardwright/server/oversight/reviews/decide.ts';
import { findDossier, listMatters, openProposal } from '@cardwright/server/oversight/reviews/read.ts';
import type { Subject } from '@cardwright/server/oversight/reviews/sql.ts';
import { type Db, openDb } from '@cardwright/server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entriesOf } from '../../operations/run/on-its-way.ts';
import { operatorOf } from '../../operator-of.ts';
import { type Company, startWorld, type World } from '../../world.ts';
import { becomes, create, type Invoice, issuerOf, read } from './on-its-way.ts';

const HOUR = 3_600;

let world: World;
let worker: Db;
type Operator = Awaited<ReturnType<typeof operatorOf>>;
let ann: Operator;
let bob: Operator;
beforeAll(async () => {
  world = await startWorld({ issuer: true, desk: true });
  await world.stack.spawn('worker');
  const url = world.stack.urlOf('cardwright_worker');
  worker = openDb({ url, name: 'test', connections: 2, onError: () => undefined });
  ann = await operatorOf(world, 'Ann');
  bob = await operatorOf(world, 'Bob');
});
afterAll(async () => {
  await worker?.close();
  await world?.stop();
});

const { transfer, advance, attemptsOf, eventsOf, rowsOf } = issuerOf(() => world);

const as = ({ actor }: Operator) => ({ ...world.tools, actor });
const subjectOf = ({ id }: Invoice): Subject => ({ kind: 'invoice', id: fromId('invoice', id) ?? '' });

const acceptance = (cents: bigint): Decision => ({ decision: 'accept', reason: 'ticket 4711', amount: usd(cents) });
const failure: Decision = { decision: 'fail', reason: 'ticket 4711: sent back' };

async function proposed(subject: Subject, decision: Decision): Promise<string> {
  const answer = await propose(as(ann), subject, decision);
  if (typeof answer === 'string') throw new Error(`not proposed: ${answer}`);
  return answer.proposalId;
}

/** Proposes as one operator and approves as the other. */
async function decided(subject: Subject, decision: Decision): Promise<void> {
  expect(await approve(as(bob), await proposed(subject, decision))).toBe('approved');
}

type Arrived = [id: string, amount: string, occurredAt: Date];

/** Just before and exactly when the time to pay ends. */
const inTime = ({ expiresAt }: Invoice) => new Date(Date.parse(expiresAt ?? '') - 1);
const late = ({ expiresAt }: Invoice) => new Date(expiresAt ?? '');

/** A deposit as the issuer reports it, settled as the worker does. */
async function issuerSays(
  { scope }: Company,
  { id, address, payAmount, expiresAt }: Invoice,
  status: Deposit['status'],
  ...arrived: Arrived[]
): Promise<string> {
  const deposit: Deposit = {
    kind: 'open',
    status,
    address: address ?? '',
    payAmount: parseUsdt(payAmount ?? '') ?? usdt(0n),
    expiresAt: new Date(expiresAt ?? ''),
    transfers: arrived.map(([transferId, amount, occurredAt]) => ({
      id: transferId,
      amount: parseUsdt(amount) ?? usdt(0n),
      occurredAt,
    })),
  };
  const of = { ...scope, invoiceId: fromId('invoice', id) ?? '' };
  const [result] = await settleInvoices(worker, [updateOfDeposit(systemClock, of, deposit, { how: 'notification' })]);
  return result ?? '';
}

type Paid = { company: Company; invoice: Invoice; subject: Subject };

/** An invoice of 100 in review, because this amount arrived in time. */
async function inReview(...amounts: string[]): Promise<Paid> {
  const company = await world.company({ name: 'Acme Travel' });
  const invoice = await create(company);
  const arrived = amounts.map((amount, index): Arrived => [`t${index + 1}`, amount, inTime(invoice)]);
  expect(await issuerSays(company, invoice, 'mismatched', ...arrived)).toBe('settled');
  return { company, invoice, subject: subjectOf(invoice) };
}

/** An expired invoice of 100 with a late payment of this amount: a case is open. */
async function paidLate(amount?: string): Promise<Paid & { caseSubject: Subject }> {
  const company = await world.company({ name: 'Acme Travel' });
  const invoice = await create(company);
  await advance(company, HOUR);
  await becomes(company, invoice.id, 'expired');
  await issuerSays(company, invoice, 'expired', ['t1', amount ?? invoice.payAmount ?? '', late(invoice)]);
  const [found] = await casesOf(invoice.id);
  expect(found).toMatchObject({ kind: 'late_payment', closed_at: null });
  return { company, invoice, subject: subjectOf(invoice), caseSubject: { kind: 'case', id: found?.id ?? '' } };
}

type Case = { id: string; kind: string; detail: string; closed_at: Date | null; closing_note: string };
const casesOf = (id: string): Promise<Case[]> =>
  rowsOf('select id, kind, detail, closed_at, closing_note from cases where subject_id = $1 order by opened_at', id);

/** Checks that the last event contains this invoice exactly as the API returns it. */
async function expectTold(company: Company, { id }: Invoice, type: string): Promise<void> {
  const last = (await eventsOf(company)).at(-1);
  expect(last?.type).toBe(type);
  expect(last?.body).toContain(`"data":{"object":${JSON.stringify(await read(company, id))}}`);
}

const nothing = { available: '0.00', held: '0.00' };

describe('an invoice that two operators accept', () => {
  test.each([
    ['less', '99.504217', 99_50n, { depositAmount: '99.50', fee: '1.50', creditAmount: '98.00' }],
    ['more', '150.999999', 150_99n, { depositAmount: '150.99', fee: '2.27', creditAmount: '148.72' }],
    [
      'more, and not all of it,',
      '150.000000',
      100_00n,
      { depositAmount: '100.00', fee: '1.50', creditAmount: '98.50' },
    ],
  ])('and that was paid %s is credited with what they accept', async (_, amount, cents, amounts) => {
    const { company, invoice, subject } = await inReview(amount);
    const proposal = await proposed(subject, acceptance(cents));
    expect(await approve(as(ann), proposal)).toBe('same_operator');
    expect(await company.balance()).toEqual(nothing);
    expect(await approve(as(bob), proposal)).toBe('approved');
    const paid = await read(company, invoice.id);
    expect(paid).toMatchObject({ status: 'completed', requestedAmount: '100.00', ...amounts });
    expect(paid).toMatchObject({ payAmount: invoice.payAmount, observedTransfers: [{ id: 't1', amount }] });
    expect(await company.balance()).toEqual({ available: amounts.creditAmount, held: '0.00' });
    expect(await entriesOf(company, invoice.id)).toEqual([
      `deposit ${amounts.depositAmount}`,
      `deposit_fee -${amounts.fee}`,
    ]);
    await expectTold(company, invoice, 'invoice.completed');
    expect(await attemptsOf(invoice.id)).toContainEqual({ kind: 'decision', outcome: 'accepted' });
    expect(await casesOf(invoice.id)).toEqual([]);
    expect((await create(company)).status).toBe('pending'); // it is resolved: another one may follow
  });

  test('is kept in the audit log with the amount', async () => {
    const { invoice, subject } = await inReview('60.000000');
    await decided(subject, acceptance(60_00n));
    const text = 'select action, operator_id, details from audit_log where subject = $1 order by sequence';
    const { rows } = await world.admin.query(text, [invoice.id]);
    expect(rows).toMatchObject([
      { action: 'review.propose', operator_id: ann.id, details: { decision: 'accept', amount: '60.00' } },
      { action: 'review.approve', operator_id: bob.id, details: { decision: 'accept', amount: '60.00' } },
    ]);
  });

  test('is credited with at most all that arrived together, rounded down to the cent', async () => {
    const { company, subject } = await inReview('60.004999', '39.999999');
    expect(await propose(as(ann), subject, acceptance(100_01n))).toBe('not_arrived');
    await decided(subject, acceptance(100_00n));
    expect(await company.balance()).toEqual({ available: '98.50', held: '0.00' });
  });

  test('is refused if nothing arrived, or if it is already decided', async () => {
    const company = await world.company();
    const invoice = await create(company);
    const subject = subjectOf(invoice);
    expect(await propose(as(ann), subject, acceptance(100_00n))).toBe('not_in_review');
    await issuerSays(company, invoice, 'paid', ['t1', invoice.payAmount ?? '', inTime(invoice)]);
    expect(await read(company, invoice.id)).toMatchObject({ status: 'completed' });
    for (const decision of [acceptance(100_00n), failure])
      expect(await propose(as(ann), subject, decision)).toBe('not_in_review');
    const unknown = await world.company();
    const { id } = await create(unknown, '100', 'error_before_effect');
    const review = await becomes(unknown, id, 'manual_review');
    expect(await propose(as(ann), subjectOf(review), acceptance(1n))).toBe('not_arrived');
    expect(await company.balance()).toEqual({ available: '98.50', held: '0.00' });
  });

  test('needs a new proposal when another transfer arrives before the approval', async () => {
    const { company, invoice, subject } = await inReview('60.000000');
    const proposal = await proposed(subject, acceptance(60_00n));
    const both: Arrived[] = [
      ['t1', '60.000000', inTime(invoice)],
      ['t2', '40.000000', inTime(invoice)],
    ];
    await issuerSays(company, invoice, 'mismatched', ...both);
    expect(await approve(as(bob), proposal)).toBe('more_arrived');
    expect(await company.balance()).toEqual(nothing);
    expect(await withdraw(as(bob), proposal)).toBe('withdrawn');
    await decided(subject, acceptance(100_00n));
    expect(await company.balance()).toEqual({ available: '98.50', held: '0.00' });
  });

  test('opens a case for later transfers', async () => {
    const { company, invoice, subject } = await inReview('60.000000');
    await decided(subject, acceptance(60_00n));
    const paid: Arrived[] = [
      ['t1', '60.000000', inTime(invoice)],
      ['t2', invoice.payAmount ?? '', inTime(invoice)],
    ];
    await issuerSays(company, invoice, 'paid', ...paid);
    expect(await casesOf(invoice.id)).toMatchObject([{ kind: 'repeated_payment', closed_at: null }]);
    expect(await company.balance()).toEqual({ available: '59.10', held: '0.00' });
  });
});

describe('an invoice that two operators fail', () => {
  test('credits nothing, appends an event, and allows a new invoice', async () => {
    const { company, invoice, subject } = await inReview('60.000000');
    await decided(subject, failure);
    expect(await read(company, invoice.id)).toMatchObject({
      status: 'failed',
      depositAmount: '100.00',
      failure: { code: 'operator_decision', message: 'Operators decided that nothing is credited for it.' },
      observedTransfers: [{ amount: '60.000000' }],
    });
    expect(await company.balance()).toEqual(nothing);
    expect(await entriesOf(company, invoice.id)).toEqual([]);
    await expectTold(company, invoice, 'invoice.failed');
    expect(await attemptsOf(invoice.id)).toContainEqual({ kind: 'decision', outcome: 'failed' });
    expect((await create(company)).status).toBe('pending');
  });

  test('stays failed when it is paid later: a case, and a correction if justified', async () => {
    const { company, invoice, subject } = await inReview('60.000000');
    await decided(subject, failure);
    expect(await issuerSays(company, invoice, 'expired', ['t1', '60.000000', inTime(invoice)])).toBe('noted');
    expect(await casesOf(invoice.id)).toEqual([]); // what it was failed with is nothing new
    const paid: Arrived[] = [
      ['t1', '60.000000', inTime(invoice)],
      ['t2', invoice.payAmount ?? '', inTime(invoice)],
    ];
    await issuerSays(company, invoice, 'paid', ...paid);
    expect(await read(company, invoice.id)).toMatchObject({ status: 'failed', observedTransfers: [{}, {}] });
    expect(await company.balance()).toEqual(nothing);
    const [found] = await casesOf(invoice.id);
    expect(found).toMatchObject({ kind: 'late_payment', detail: expect.stringContaining('It is failed') });
    const correction: Decision = { decision: 'adjust', reason: 'the second one is theirs', amount: usd(98_50n) };
    await decided({ kind: 'case', id: found?.id ?? '' }, correction);
    expect(await company.balance()).toEqual({ available: '98.50', held: '0.00' });
    expect(await entriesOf(company, toId('case', found?.id ?? ''))).toEqual(['adjustment 98.50']);
  });

  test('that never had an address is a contradiction if the issuer knows it', async () => {
    const company = await world.company();
    const { id } = await create(company, '100', 'error_before_effect');
    const invoice = await becomes(company, id, 'manual_review');
    await decided(subjectOf(invoice), failure);
    const other = await create(await world.company());
    expect(await issuerSays(company, { ...other, id }, 'waiting')).toBe('contradiction');
    expect(await read(company, id)).toMatchObject({ status: 'failed', address: null });
  });
});

describe('a late payment', () => {
  test('is accepted on the expired invoice, which closes the case about it', async () => {
    const { company, invoice, subject, caseSubject } = await paidLate();
    expect(await propose(as(ann), subject, failure)).toBe('not_in_review');
    const beside = await proposed(caseSubject, { decision: 'adjust', reason: 'the other way', amount: usd(98_50n) });
    await decided(subject, acceptance(100_00n));
    expect(await read(company, invoice.id)).toMatchObject({ status: 'completed', creditAmount: '98.50' });
    expect(await casesOf(invoice.id)).toMatchObject([
      { kind: 'late_payment', closed_at: expect.any(Date), closing_note: 'Accepted on the invoice: ticket 4711' },
    ]);
    expect(await approve(as(bob), beside)).toBe('case_closed'); // credited once, in one way
    expect(await company.balance()).toEqual({ available: '98.50', held: '0.00' });
    await expectTold(company, invoice, 'invoice.completed');
    await issuerSays(company, invoice, 'expired', ['t1', invoice.payAmount ?? '', late(invoice)]);
    expect(await casesOf(invoice.id)).toHaveLength(1); // said again, it is nothing new
  });

  test('is not accepted once the case was corrected by an amount', async () => {
    const { company, invoice, subject, caseSubject } = await paidLate();
    const beside = await proposed(subject, acceptance(100_00n));
    await decided(caseSubject, { decision: 'adjust', reason: 'ticket 4711', amount: usd(98_50n) });
    expect(await approve(as(bob), beside)).toBe('adjusted_already');
    await withdraw(as(bob), beside);
    expect(await propose(as(ann), subject, acceptance(100_00n))).toBe('adjusted_already');
    expect(await read(company, invoice.id)).toMatchObject({ status: 'expired' });
    expect(await company.balance()).toEqual({ available: '98.50', held: '0.00' });
  });

  test('is not corrected by an amount while the invoice itself may still be credited', async () => {
    const correction: Decision = { decision: 'adjust', reason: 'too early', amount: usd(98_50n) };
    const { company, invoice } = await inReview('60.000000');
    await issuerSays(company, invoice, 'mismatched', ['t1', '61.000000', inTime(invoice)]);
    const [contradiction] = await casesOf(invoice.id);
    const subject: Subject = { kind: 'case', id: contradiction?.id ?? '' };
    expect(await propose(as(ann), subject, correction)).toBe('invoice_undecided');
    await decided(subject, { decision: 'close', reason: 'the issuer was wrong' });

    // The exact amount in time, not yet reported as paid: the issuer may do so at any moment.
    const expired = await paidLate('1.000000');
    const exact: Arrived = ['t2', expired.invoice.payAmount ?? '', inTime(expired.invoice)];
    await issuerSays(expired.company, expired.invoice, 'expired', exact);
    expect(await propose(as(ann), expired.caseSubject, correction)).toBe('invoice_undecided');
    await decided(expired.subject, acceptance(100_00n));
    await issuerSays(expired.company, expired.invoice, 'paid', exact);
    expect(await expired.company.balance()).toEqual({ available: '98.50', held: '0.00' });
    expect(await entriesOf(expired.company, expired.invoice.id)).toEqual(['deposit 100.00', 'deposit_fee -1.50']);
  });
});

describe('a contradiction that was corrected by an amount', () => {
  const correction: Decision = { decision: 'adjust', reason: 'the issuer: it was paid', amount: usd(98_50n) };

  /** An expired invoice for which the issuer reported a different deposit; the case credits the difference. */
  async function corrected(): Promise<Paid> {
    const company = await world.company();
    const invoice = await create(company);
    await advance(company, HOUR);
    await becomes(company, invoice.id, 'expired');
    const { address } = await create(await world.company());
    expect(await issuerSays(company, { ...invoice, address }, 'paid')).toBe('contradiction');
    const [found] = await casesOf(invoice.id);
    expect(found).toMatchObject({ kind: 'contradiction', closed_at: null });
    await decided({ kind: 'case', id: found?.id ?? '' }, correction);
    expect(await company.balance()).toEqual({ available: '98.50', held: '0.00' });
    return { company, invoice, subject: subjectOf(invoice) };
  }

  test('is not credited again when the exact payment is reported later: a case, and no money moves', async () => {
    const { company, invoice } = await corrected();
    const exact: Arrived = ['t1', invoice.payAmount ?? '', inTime(invoice)];
    expect(await issuerSays(company, invoice, 'paid', exact)).toBe('noted');
    expect(await company.balance()).toEqual({ available: '98.50', held: '0.00' });
    expect(await entriesOf(company, invoice.id)).toEqual([]);
    expect(await read(company, invoice.id)).toMatchObject({ status: 'expired', observedTransfers: [{ id: 't1' }] });
    const [, again] = await casesOf(invoice.id);
    expect(again).toMatchObject({ kind: 'repeated_payment', closed_at: null });
    const subject: Subject = { kind: 'case', id: again?.id ?? '' };
    expect(await propose(as(ann), subject, correction)).toBe('not_arrived');
    await decided(subject, { decision: 'close', reason: 'this very money was credited before' });
    await issuerSays(company, invoice, 'paid', exact);
    expect(await casesOf(invoice.id)).toHaveLength(2); // said again, it is nothing new
    expect(await company.balance()).toEqual({ available: '98.50', held: '0.00' });
  });

  test('does not block an exact payment that arrived beside it', async () => {
    const { company, invoice } = await corrected();
    const both: Arrived[] = [
      ['t1', invoice.payAmount ?? '', late(invoice)],
      ['t2', invoice.payAmount ?? '', inTime(invoice)],
    ];
    expect(await issuerSays(company, invoice, 'paid', ...both)).toBe('settled');
    expect(await read(company, invoice.id)).toMatchObject({ status: 'completed', creditAmount: '98.50' });
    expect(await company.balance()).toEqual({ available: '197.00', held: '0.00' });
  });
});

describe('one transfer in two cases', () => {
  test('is corrected once: all corrections together credit no more than arrived', async () => {
    const { company, invoice, caseSubject } = await paidLate('60.000000');
    const paid: Arrived[] = [
      ['t1', '60.000000', late(invoice)],
      ['t2', invoice.payAmount ?? '', inTime(invoice)],
    ];
    await issuerSays(company, invoice, 'paid', ...paid);
    const cases = await casesOf(invoice.id);
    expect(cases).toMatchObject([{ kind: 'late_payment' }, { kind: 'repeated_payment' }]);
    const again: Subject = { kind: 'case', id: cases[1]?.id ?? '' };
    const correction = (cents: bigint): Decision => ({ decision: 'adjust', reason: 'ticket 4711', amount: usd(cents) });
    expect(await propose(as(ann), caseSubject, correction(60_01n))).toBe('not_arrived');
    const beside = await proposed(again, correction(59_10n));
    await decided(caseSubject, correction(59_10n));
    expect(await approve(as(bob), beside)).toBe('not_arrived');
    await withdraw(as(bob), beside);
    await decided(again, { decision: 'close', reason: 'the same transfer' });
    expect(await company.balance()).toEqual({ available: '157.60', held: '0.00' });
  });
});

describe('a decision and the issuer at the same moment', () => {
  const ROUNDS = 8;

  /** Runs both concurrently, in either order, and expects one deposit. */
  async function race({ company, invoice, subject }: Paid, first: Arrived, round: number): Promise<void> {
    const proposal = await proposed(subject, acceptance(60_00n));
    const exact: Arrived = ['t2', invoice.payAmount ?? '', inTime(invoice)];
    const both = [() => approve(as(bob), proposal), () => issuerSays(company, invoice, 'paid', first, exact)] as const;
    const answers = await Promise.all(
      round % 2 === 0 ? both.map((act) => act()) : both.toReversed().map((act) => act()),
    );
    const approved = answers.includes('approved');
    const amounts = approved ? { depositAmount: '60.00', fee: '0.90' } : { depositAmount: '100.00', fee: '1.50' };
    expect(await read(company, invoice.id)).toMatchObject({
      status: 'completed',
      requestedAmount: '100.00',
      ...amounts,
      observedTransfers: [{}, {}],
    });
    expect(await entriesOf(company, invoice.id)).toEqual([
      `deposit ${amounts.depositAmount}`,
      `deposit_fee -${amounts.fee}`,
    ]);
    expect(await company.balance()).toMatchObject({ available: approved ? '59.10' : '98.50' });
    expect(await casesOf(invoice.id)).toContainEqual(
      expect.objectContaining({ kind: 'repeated_payment', closed_at: null }),
    );
    const told = (await eventsOf(company)).filter(({ type }) => type === 'invoice.completed');
    expect(told).toHaveLength(1);
  }

  test('credit an invoice in review once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const paid = await inReview('60.000000');
      await race(paid, ['t1', '60.000000', inTime(paid.invoice)], round);
    }
  });

  test('credit an expired one once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const paid = await paidLate('60.000000');
      await race(paid, ['t1', '60.000000', late(paid.invoice)], round);
    }
  });

  test('and two approvals credit it once', async () => {
    const { company, subject } = await inReview('60.000000');
    const proposal = await proposed(subject, acceptance(60_00n));
    const answers = await Promise.all([approve(as(bob), proposal), approve(as(bob), proposal)]);
    expect(answers.filter((answer) => answer === 'approved')).toHaveLength(1);
    expect(answers).toContain('approved_already');
    expect(await company.balance()).toEqual({ available: '59.10', held: '0.00' });
  });
});

describe('the view of operators', () => {
  test('contains the invoice in review with its transfers and attempts', async () => {
    const { company, invoice, subject } = await inReview('60.000000');
    const matters = await listMatters(world.tools.db, { limit: 500 });
    expect(matters.find((matter) => matter.subject.id === subject.id)).toMatchObject({
      subject,
      scope: company.scope,
      about: { kind: 'invoice', invoice: { status: 'manual_review', transfers: [{ transfer_id: 't1' }] } },
      found: undefined,
    });
    expect(await findDossier(world.tools.db, subject)).toMatchObject({
      attempts: expect.arrayContaining([
        expect.objectContaining({ kind: 'send', detail: 'the issuer says waiting, with 0 transfer(s)' }),
        expect.objectContaining({ kind: 'notification', detail: 'the issuer says mismatched, with 1 transfer(s)' }),
      ]),
      reports: [],
      cases: [],
    });
    expect(invoice.status).toBe('pending');
  });

  test('contains the case with its invoice, and other decisions about the same invoice', async () => {
    const { subject, caseSubject } = await paidLate();
    const proposal = await proposed(subject, acceptance(100_00n));
    expect(await findDossier(world.tools.db, caseSubject)).toMatchObject({
      about: { kind: 'invoice', invoice: { status: 'expired' } },
      found: { kind: 'late_payment' },
      proposals: [],
      elsewhere: [{ id: proposal, subject_kind: 'invoice' }],
    });
    const matter = (await listMatters(world.tools.db, { limit: 500 })).find(
      (each) => each.found?.id === caseSubject.id,
    );
    expect(matter && openProposal(matter)?.id).toBe(proposal); // the list says that it waits for a second operator
  });
});

describe('the command line', () => {
  type Shown = { id: string; kind: string; invoice: string | null; open: boolean; status: string; total: string };

  test('lists and shows an invoice in review, and accepts what arrived', async () => {
    const company = await world.company({ name: 'Acme Travel' });
    const invoice = await create(company);
    await transfer(company, invoice, '99.504217');
    await becomes(company, invoice.id, 'manual_review');
    const { data } = await ann.json<{ data: Shown[] }>(['review', 'list', '--limit', '500']);
    expect(data.find(({ id }) => id === invoice.id)).toMatchObject({
      kind: 'invoice',
      invoice: invoice.id,
      status: 'manual_review',
      total: '100.00',
      held: '0.00',
    });
    const shown = (await ann.run(['review', 'show', invoice.id])).stdout;
    for (const words of [
      `${invoice.id}: manual_review`,
      '99.504217 USDT in 1 transfer(s)',
      invoice.address ?? '',
      'the issuer says mismatched, with 1 transfer(s)',
      `cardwright-admin review propose ${invoice.id} --accept 99.504217 --reason`,
      `cardwright-admin review propose ${invoice.id} --fail --reason`,
    ])
      expect(shown).toContain(words);
    expect(shown).toMatch(/UTC +99\.504217 +in time +tx_/);

    const accept = (amount: string) => ['review', 'propose', invoice.id, '--accept', amount, '--reason', 'ticket 4711'];
    const tooMuch = await ann.run(accept('99.51'));
    expect(tooMuch).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('has not arrived') });
    const proposing = await ann.run(accept('99.504217'));
    expect(proposing).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing has happened yet') });
    expect(proposing.stdout).toContain(
      'A deposit of $99.50 is credited, and our fee of $1.50 is taken from it: the available balance gains $98.00.',
    );
    expect(proposing.stdout).toContain('0.004217 USDT of what arrived is not credited.');
    expect(proposing.stdout).toContain(`${invoice.id} is completed with that amount ($100.00 was requested)`);
    const proposal = /proposal approve (proposal_\w+)/.exec(proposing.stdout)?.[1] ?? '';
    const own = await ann.run(['proposal', 'approve', proposal]);
    expect(own).toMatchObject({ code: 1, stderr: expect.stringContaining('another operator has to approve') });
    expect(await bob.json<Shown>(['proposal', 'approve', proposal])).toMatchObject({
      open: false,
      status: 'completed',
    });
    expect(await company.balance()).toEqual({ available: '98.00', held: '0.00' });
    const after = (await bob.run(['review', 'show', invoice.id])).stdout;
    expect(after).toContain('No decision is needed.');
    expect(after).toMatch(/decision +accepted +two operators, proposal_\w+: ticket 4711/);
  });

  test('offers both resolutions of a late payment: on the invoice, or by the case', async () => {
    const { company, invoice, caseSubject } = await paidLate();
    const caseId = toId('case', caseSubject.id);
    for (const id of [invoice.id, caseId]) {
      const { stdout } = await ann.run(['review', 'show', id]);
      expect(stdout).toContain(`review propose ${invoice.id} --accept ${invoice.payAmount} --reason`);
      expect(stdout).toContain(`review propose ${caseId} --adjust 98.50 --reason`);
      expect(stdout).toMatch(/exact, late +t1/);
    }
    const adjust = ['review', 'propose', caseId, '--adjust', '98.50', '--reason', 'ticket 4711'];
    const proposing = await ann.run(adjust);
    expect(proposing.stdout).toContain(`The case is closed. ${invoice.id} stays expired.`);
    const proposal = /proposal approve (proposal_\w+)/.exec(proposing.stdout)?.[1] ?? '';
    expect(await bob.json<Shown>(['proposal', 'approve', proposal])).toMatchObject({ open: false, status: 'expired' });
    expect(await company.balance()).toEqual({ available: '98.50', held: '0.00' });
    const accept = ['review', 'propose', invoice.id, '--accept', '100', '--reason', 'once more'];
    expect(await ann.run(accept)).toMatchObject({ code: 1, stderr: expect.stringContaining('credit money twice') });
    expect((await ann.run(['review', 'show', invoice.id])).stdout).toContain('No decision is needed.');
  });

  test('shows the value of a second payment, and how to withdraw an overtaken proposal', async () => {
    const { company, invoice, subject } = await inReview('60.000000');
    const proposal = toId('proposal', await proposed(subject, acceptance(60_00n)));
    const paid: Arrived[] = [
      ['t1', '60.000000', inTime(invoice)],
      ['t2', invoice.payAmount ?? '', inTime(invoice)],
    ];
    await issuerSays(company, invoice, 'paid', ...paid);
    const late = await bob.run(['proposal', 'approve', proposal]);
    expect(late).toMatchObject({ code: 1, stderr: expect.stringContaining('no longer in review') });
    const [found] = await casesOf(invoice.id);
    const id = toId('case', found?.id ?? '');
    const shown = (await bob.run(['review', 'show', invoice.id])).stdout;
    expect(shown).toContain(`cardwright-admin review show ${id}`);
    expect(shown).toContain(`cardwright-admin proposal withdraw ${proposal}`);
    expect((await bob.run(['review', 'show', id])).stdout).toContain(`review propose ${id} --adjust 59.10 --reason`);
  });

  test('answers a usage error with exit code 2 and one line', async () => {
    const { invoice } = await inReview('60.000000');
    for (const rest of [
      ['--complete', '--receipt', 'R', '--reason', 'an invoice is not completed'],
      ['--adjust', '5.00', '--reason', 'an invoice is not adjusted'],
      ['--accept', '0.009999', '--reason', 'less than a cent'],
      ['--accept', '-1', '--reason', 'below zero'],
      ['--accept', '1.0000001', '--reason', 'seven decimals'],
      ['--accept', '1', '--fail', '--reason', 'both'],
      ['--reason', 'neither'],
    ]) {
      const ran = await ann.run(['review', 'propose', invoice.id, ...rest]);
      expect(ran, rest.join(' ')).toMatchObject({ code: 2, stdout: '' });
      expect(ran.stderr.trim().split('\n'), rest.join(' ')).toHaveLength(1);
    }
  });
});
