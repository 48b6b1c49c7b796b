// The first day of a company: it deposits funds, issues a card, tops it up and buys something; every number is checked.
// Beyond the specification it only lists products, creates a cardholder and simulates a payment.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../server/tests/world.ts';
import { begin } from './client.ts';

const JOURNEY_MS = 120_000;

let world: World;
beforeAll(async () => {
  world = await startWorld({ issuer: true, defaultLimits: true });
  await world.stack.spawn('worker');
});
afterAll(() => world?.stop());

type Named = { id: string };
type Invoice = Named & { status: string; payAmount: string; address: string; expiresAt: string };
type Operation = Named & { status: string; result: { cardId?: string; receipt?: string } };
type Entry = { reference: string; kind: string; amount: string; balance: string; createdAt: string };
type Statement = { closingBalance: string; data: Entry[] };

const today = () => new Date().toISOString().slice(0, 10);

test(
  'a company pays in, issues a card, tops it up, spends, and every number is right',
  async () => {
    const company = await world.company({ name: 'Journey Ltd' });
    const { get, post, until } = begin(world.stack.baseUrl, company.key);
    const from = today();

    // A deposit of 200 USD; the fee is 1.5 %.
    const invoice = await post<Invoice>('/api/v1/card-account/invoices', { amount: '200' }, 201);
    expect(invoice).toMatchObject({
      environment: 'sandbox',
      status: 'pending',
      depositAmount: '200.00',
      fee: '3.00',
      creditAmount: '197.00',
      asset: 'USDT',
      network: 'TRON',
    });
    expect(invoice.payAmount).toMatch(/^200\.\d{6}$/);
    expect(invoice.address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
    expect(new Date(invoice.expiresAt).getTime()).toBeGreaterThan(Date.now());
    const paid = await post<Invoice>(`/api/v1/sandbox/invoices/${invoice.id}/complete`, undefined, 200);
    expect(paid).toMatchObject({ ...invoice, status: 'completed', observedTransfers: [{ amount: invoice.payAmount }] });

    // A card with 100 USD; the fee is 3.00 plus 0.2 %.
    const { data: products } = await get<{ data: (Named & { kind: string })[] }>('/api/v1/products');
    const productId = products.find(({ kind }) => kind === 'card')?.id;
    const ada = { name: 'Ada Lovelace', email: 'ada@example.com', kind: 'individual' };
    const holder = await post<Named>('/api/v1/holders', ada, 201);
    type Holders = { data: (Named & { status: string })[] };
    const holders = await until<Holders>('/api/v1/holders', ({ data }) => data[0]?.status === 'active');
    expect(holders.data).toEqual([{ ...ada, id: holder.id, status: 'active', externalId: '', metadata: {} }]);
    const issuing = { type: 'issue', productId, holderId: holder.id, amount: '100.00', expectedTotal: '103.20' };
    const issue = await post<Operation>('/api/v1/operations', issuing, 201);
    expect(issue).toMatchObject({ status: 'queued', amount: '100.00', fee: '3.20', total: '103.20', result: {} });
    const isOver = ({ status }: Operation) => status !== 'queued' && status !== 'processing';
    const issued = await until<Operation>(`/api/v1/operations/${issue.id}`, isOver);
    expect(issued).toMatchObject({ status: 'completed', result: { receipt: expect.stringMatching(/./) } });
    const cardId = issued.result.cardId ?? '';

    // A top-up of 50 USD; the fee is 0.2 %.
    const toppingUp = { type: 'topup', cardId, amount: '50.00', expectedTotal: '50.10' };
    const topup = await post<Operation>('/api/v1/operations', toppingUp, 201);
    expect(await until<Operation>(`/api/v1/operations/${topup.id}`, isOver)).toMatchObject({
      status: 'completed',
      fee: '0.10',
      result: { cardId },
    });

    // A purchase with the card.
    const book = { cardId, type: 'purchase', amount: '12.34', merchant: 'Bookshop', country: 'DE' };
    const bought = await post<Named>('/api/v1/sandbox/transactions', book, 201);
    expect(bought).toMatchObject({ ...book, amount: '-12.34', currency: 'USD', status: 'settled' });

    // The remaining balance, in every representation.
    const { data: payments } = await get<{ data: object[] }>('/api/v1/transactions');
    expect(payments).toEqual([bought]);
    const { data: cards } = await get<{ data: object[] }>('/api/v1/cards');
    expect(cards).toMatchObject([{ id: cardId, holderId: holder.id, productId, status: 'active', balance: '137.66' }]);
    const { data: operations } = await get<{ data: Operation[] }>('/api/v1/operations');
    expect(operations.map(({ id, status }) => `${id} ${status}`)).toEqual([
      `${topup.id} completed`,
      `${issue.id} completed`,
    ]);
    expect(await get('/api/v1/balance')).toEqual({ currency: 'USD', available: '43.70', held: '0.00', holds: [] });
    const statement = await get<Statement>(`/api/v1/account-statements?from=${from}&to=${today()}`);
    expect(statement).toMatchObject({
      company: { id: company.id, name: 'Journey Ltd' },
      account: 'card_account',
      currency: 'USD',
      openingBalance: '0.00',
      incoming: '200.00',
      outgoing: '156.30',
      closingBalance: '43.70',
    });
    expect(statement.data.map(({ reference, kind, amount, balance }) => [reference, kind, amount, balance])).toEqual([
      [invoice.id, 'deposit', '200.00', '200.00'],
      [invoice.id, 'deposit_fee', '-3.00', '197.00'],
      [issue.id, 'reservation', '0.00', '197.00'],
      [issue.id, 'capture', '-100.00', '97.00'],
      [issue.id, 'fee', '-3.20', '93.80'],
      [topup.id, 'reservation', '0.00', '93.80'],
      [topup.id, 'capture', '-50.00', '43.80'],
      [topup.id, 'fee', '-0.10', '43.70'],
    ]);
  },
  JOURNEY_MS,
);

/** The commands of the README, with the address and the key of this stack in them. */
function commandsOf(baseUrl: string, key: string): string {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const block = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = '']) => text);
  const journey = block.find((text) => text.includes('card-account/invoices')) ?? '';
  return journey.replace(/^API=.*$/m, `API=${baseUrl}/api/v1`).replace(/^KEY=.*$/m, `KEY=${key}`);
}

test(
  'the same journey works as the README shows it, one command after another',
  async () => {
    const company = await world.company();
    const { stdout } = await promisify(execFile)('bash', ['-c', commandsOf(world.stack.baseUrl, company.key)]);
    for (const shown of [
      '"status":"completed","depositAmount":"200.00","fee":"3.00","creditAmount":"197.00"',
      '"type":"topup","status":"completed","amount":"50.00","fee":"0.10","total":"50.10"',
      '"available":"43.70","held":"0.00"',
      '"balance":"137.66"',
      '"amount":"-12.34"',
      '"openingBalance":"0.00","closingBalance":"43.70"',
    ])
      expect(stdout).toContain(shown);
  },
  JOURNEY_MS,
);
