// Companies with money, a cardholder and cards, and everything that their clients were promised.
import { setTimeout as sleep } from 'node:timers/promises';
import { fromId, toId } from '@cardwright/server/foundation/ids.ts';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import type { Killer } from '../crash/kills.ts';
import { newCompany, newKey, type Tools } from '../harness/companies.ts';
import type { Patient } from '../harness/patient.ts';
import { type Context, inParallel } from '../harness/proof.ts';

/** More than a company can spend in the longest run, in cents. */
export const FUNDS = 100_000_000_000n;

/** Cards of each company before the first step. */
const CARDS = 5;

/** Time limit for setting up all companies. */
const READY_WITHIN_MS = 60_000;

const POLL_EVERY_MS = 100;

export const actions = ['freeze', 'unfreeze', 'close', 'limits'] as const;
export type Action = (typeof actions)[number];
export type Kind = 'issue' | 'topup' | Action;

export type Limits = { perTransaction: string | null; perDay: string | null; perMonth: string | null };

/**
 * A card as its company's clients know it. A card that was seen closed stays closed. One whose payments happened as
 * told, regardless of its status, can have debts while it is closed, and money until the report of a debt arrives.
 */
export type Card = { id: string; isClosed: boolean; isTold: boolean };

/** A payment that waits at the issuer, and can become something else there. */
type Open = { id: string; cardId: string; type: string; amount: bigint; merchant: string };

export type Company = {
  scope: Scope;
  account: string;
  key: string;
  holderId: string;
  cards: Card[];
  /** Operations by id: what a 201 promised. */
  operations: Map<string, { kind: Kind; cardId: string | undefined; amount: bigint; limits?: Limits }>;
  /** Payments by reference: whether the issuer was to decide it, and whether it may become something else. */
  payments: Map<string, { isDecided: boolean; isOpen: boolean }>;
  open: Open[];
  /** Closes that operators completed. */
  leftToOperators: Set<string>;
};

export type Run = {
  context: Context;
  db: Db;
  tools: Tools;
  patient: Patient;
  killer: Killer;
  companies: Company[];
  productId: string;
  counts: Record<string, number>;
};

/** Cents as the API writes them. */
export const usdText = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;

/** A two-decimal amount in cents. */
export const centsOf = (text: string): bigint => BigInt(text.replace('.', ''));

/** Counts one more of something. */
export function count(run: Run, what: string): void {
  run.counts[what] = (run.counts[what] ?? 0) + 1;
}

/** Opens companies, each with the same number of cards. */
export async function openCompanies(run: Run, number: number): Promise<void> {
  await inParallel(number, number, async (index) => {
    const scope = { companyId: await newCompany(run.tools, `Card life ${index}`), environment: 'sandbox' as const };
    const company: Company = {
      scope,
      account: toId('company', scope.companyId),
      key: await newKey(run.tools, scope),
      holderId: '',
      cards: [],
      operations: new Map(),
      payments: new Map(),
      open: [],
      leftToOperators: new Set(),
    };
    run.companies.push(company);
    await post(run, company, '/api/v1/sandbox/funding', { amount: usdText(FUNDS) });
    const holder = { name: 'Ada Lovelace', email: 'ada@example.com', kind: 'individual' };
    company.holderId = (await post(run, company, '/api/v1/holders', holder)).id;
    await ready('a holder is not known to the issuer', () =>
      run.db.query(sql`select from holders where company_id = ${scope.companyId} and status = 'pending'`),
    );
    for (let card = 0; card < CARDS; card++) await issueFirst(run, company, card);
    await ready('the first cards do not exist', () =>
      run.db.query(sql`select from operations where company_id = ${scope.companyId} and status <> 'completed'`),
    );
  });
}

async function issueFirst(run: Run, company: Company, number: number): Promise<void> {
  const { productId } = run;
  const body = { type: 'issue', productId, holderId: company.holderId, amount: '30.00', name: `Card ${number}` };
  const { id } = await post(run, company, '/api/v1/operations', body, `card ${number}`);
  noteIssue(company, id, 3_000n);
}

/** Remembers an accepted issue. Its card has the id of the operation that issues it. */
export function noteIssue(company: Company, id: string, amount: bigint): void {
  company.operations.set(id, { kind: 'issue', cardId: undefined, amount });
  company.cards.push({ id: toId('card', fromId('operation', id) ?? ''), isClosed: false, isTold: false });
}

async function post(run: Run, company: Company, path: string, body: object, key = path): Promise<{ id: string }> {
  const headers = { 'idempotency-key': key };
  const ask = { method: 'POST' as const, path, key: company.key, body, headers };
  const answer = await run.patient.ask(run.context.random, ask);
  if (answer.status >= 300) throw new Error(`${path} was answered ${answer.status}: ${answer.text}`);
  return JSON.parse(answer.text) as { id: string };
}

async function ready(missed: string, left: () => Promise<object[]>): Promise<void> {
  const until = performance.now() + READY_WITHIN_MS;
  while ((await left()).length > 0) {
    if (performance.now() > until) throw new Error(missed);
    await sleep(POLL_EVERY_MS);
  }
}
