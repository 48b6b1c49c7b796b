// Reads an issuer's listings. What is listed and not here becomes an unknown record with a case, which gates its key.
import { createHash } from 'node:crypto';
import { holderKinds, holderStatuses } from '../../cards/holders/sql.ts';
import { fromId } from '../../foundation/ids.ts';
import { maskCardNumbers } from '../../foundation/mask.ts';
import { parseUsd } from '../../foundation/money/usd.ts';
import { formatUsdt } from '../../foundation/money/usdt.ts';
import { cardActions, type OrderKind, readFound, type Unknown } from '../../issuer/answers.ts';
import type { Issuer } from '../../issuer/client.ts';
import { type Deposit, readDeposit } from '../../issuer/deposits.ts';
import type { Listed, ListedCard, ListedDeposit, ListedHolder, ListedOrder } from '../../issuer/listings.ts';
import type { LookAt } from './look.ts';
import { isUnknown } from './reads.ts';
import { type Noted, noteUnknown } from './sql.ts';

type Kind = 'order' | 'deposit' | 'card' | 'holder';

/** A page in the form in which the database compares it. */
type Page = { kind: 'page'; rows: Noted[]; next: string | null } | { kind: 'unsupported' } | Unknown;

/** Reads a page of a listing. */
export const lookAtListed =
  (kind: Kind): LookAt =>
  async ({ db, scope, reads }, from) => {
    const nothing = { last: undefined, compared: 0, onTheirWay: [], asked: 0, unread: [], differences: [] };
    if ('keys' in from || reads.issuer === 'none') return nothing;
    const unread = [{ subject: `listing of ${kind}s`, key: '' }];
    if (reads.issuer === 'away') return { ...nothing, unread };
    const [page] = await reads.each([from.after], (issuer, account, after) =>
      readPage[kind](issuer, account, after === '' ? undefined : after),
    );
    if (page === undefined || page.kind === 'absent' || isUnknown(page)) return { ...nothing, asked: 1, unread };
    if (page.kind === 'unsupported') return nothing;
    if (page.rows.length > 0) await noteUnknown(db, scope, kind, page.rows);
    return { ...nothing, last: page.next ?? undefined, asked: 1 };
  };

const readPage: Readonly<Record<Kind, (issuer: Issuer, account: string, after?: string) => Promise<Page>>> = {
  order: async (issuer, account, after) => toPage(await issuer.listOrders(account, after), ofOrder),
  deposit: async (issuer, account, after) => toPage(await issuer.listDeposits(account, after), ofDeposit),
  card: async (issuer, account, after) => toPage(await issuer.listCards(account, after), ofCard),
  holder: async (issuer, account, after) => toPage(await issuer.listHolders(account, after), ofHolder),
};

function toPage<Row>(listed: Listed<Row> | Unknown, toNoted: (row: Row) => Noted): Page {
  return listed.kind === 'listed' ? { kind: 'page', rows: listed.data.map(toNoted), next: listed.next } : listed;
}

/** An order as an answer to a read would say it: only what settles an operation can be adopted. */
function ofOrder(row: ListedOrder): Noted {
  const amount = parseUsd(row.amount);
  const isAction = cardActions.some((action) => action === row.kind);
  const isKind = isAction || ['issue', 'topup', 'service'].includes(row.kind);
  const said = readFound(answered(row), row.reference, {
    kind: row.kind as OrderKind,
    amount: amount ?? 0n,
    ...(row.cardToken === undefined ? {} : { cardToken: row.cardToken }),
    ...(row.limits === undefined ? {} : { limits: row.limits }),
  });
  const names = row.kind === 'issue' ? row.holder : row.kind === 'service' ? row.recipient : row.cardToken;
  const isWhole =
    isKind &&
    amount !== undefined &&
    amount > 0n !== isAction &&
    names !== undefined &&
    !isUnknown(said) &&
    isDated(row);
  return {
    named: nameOf(row.reference),
    reference: fromId('operation', row.reference) ?? null,
    record: {
      ...row,
      ...(said.kind === 'done' ? { receipt: said.receipt } : { receipt: undefined }),
      ...(said.kind === 'rejected' ? { rejection: { code: said.code, message: said.message } } : {}),
    },
    isWhole,
    words: `the order ${shown(row.reference)}, which is not here: ${row.kind} of ${row.amount}, ${row.status}`,
  };
}

function ofDeposit(row: ListedDeposit): Noted {
  const amount = parseUsd(row.amount) ?? 0n;
  const said = readDeposit(Buffer.from(JSON.stringify(row)), { reference: row.reference, amount });
  return {
    named: nameOf(row.reference),
    reference: fromId('invoice', row.reference) ?? null,
    record: {
      ...row,
      ...(said.kind === 'open' ? { expiresAt: said.expiresAt, transfers: said.transfers.map(toTransfer) } : {}),
      ...(said.kind === 'rejected' ? { rejection: { code: said.code, message: said.message } } : {}),
    },
    isWhole: amount > 0n && amount % 100n === 0n && !isUnknown(said) && isDated(row),
    words: `the deposit ${shown(row.reference)}, which is not here: ${row.amount}, ${row.status}`,
  };
}

const toTransfer = ({ amount, ...transfer }: Deposit['transfers'][number]) => ({
  ...transfer,
  amount: formatUsdt(amount),
});

/** A card's reference is that of the order that issued it. */
const ofCard = (row: ListedCard): Noted => ({
  named: row.token,
  reference: fromId('operation', row.issuedBy) ?? null,
  record: row,
  isWhole: ['active', 'frozen', 'closed'].includes(row.status),
  words: `a card ending in ${row.last4}, which is not here: issued by ${shown(row.issuedBy)}, ${row.status}`,
});

const ofHolder = (row: ListedHolder): Noted => ({
  named: nameOf(row.reference),
  reference: fromId('holder', row.reference) ?? null,
  record: row,
  isWhole:
    holderKinds.some((kind) => kind === row.kind) &&
    holderStatuses.some((status) => status === row.status) &&
    isWithin(row.name, 1, LONGEST_NAME) &&
    isWithin(row.email, SHORTEST_EMAIL, LONGEST_EMAIL) &&
    isDated(row),
  words: `the cardholder ${shown(row.reference)}, who is not here: ${row.status}`,
});

/** The columns' limits. */
const LONGEST_NAME = 200;
const SHORTEST_EMAIL = 3;
const LONGEST_EMAIL = 320;

/** The length of the column. References of ours are shorter; a longer one is named by its digest. */
const LONGEST_NAMED = 128;

/** Of a reference that is not ours; a case shows the beginning. */
const LONGEST_SHOWN = 64;

const nameOf = (reference: string): string =>
  reference.length >= 1 && reference.length <= LONGEST_NAMED
    ? reference
    : createHash('sha256').update(reference).digest('hex');

const shown = (reference: string): string => maskCardNumbers(reference).slice(0, LONGEST_SHOWN).toWellFormed();

const isWithin = ({ length }: string, least: number, most: number): boolean => length >= least && length <= most;

/** Whether it was created at a moment that exists: `Date` takes February 30 for a day of March. */
function isDated({ createdAt }: { createdAt: string }): boolean {
  const at = new Date(createdAt);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, DAY) === createdAt.slice(0, DAY);
}

/** Characters of the date in an instant. */
const DAY = 10;

/** A listed row in the form of an answer to a read. */
const answered = (row: object) => ({
  kind: 'answered' as const,
  status: 200,
  body: Buffer.from(JSON.stringify(row)),
});
