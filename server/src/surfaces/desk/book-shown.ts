// A company's operations, cards and invoices as the desk shows them, and what an id names.
import type { Static } from 'typebox';
import { listProducts } from '../../cards/products/products.ts';
import { fromId, NOBODY, toId } from '../../foundation/ids.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { FundingInvoice } from '../../funding/invoices/routes.ts';
import { findCompany } from '../../identity/companies/sql.ts';
import { operatorNames } from '../../identity/operators/operators.ts';
import type { CardOfBook, OperationOfBook } from '../../oversight/books/read.ts';
import { readCard, readInvoice, readOperation } from '../../oversight/books/read.ts';
import {
  findCaseInShort,
  findHolderInShort,
  findScopeOf,
  type NamedKind,
  namedKinds,
} from '../../oversight/books/sql.ts';
import { findProposal } from '../../oversight/proposals/sql.ts';
import { stateOf } from '../../oversight/proposals/state.ts';
import type { Db } from '../../platform/db/db.ts';
import type { CardRow, Found, InvoiceRow, OperationRow } from './book-contract.ts';
import { getCompany } from './company-shown.ts';
import type { DeskDeps } from './deps.ts';

/** An operation as a list shows it. */
export const toOperationRow = (found: OperationOfBook): Static<typeof OperationRow> => {
  const { operation, card, holder, product } = found;
  const { id, type, status, amount, fee, total, name, recipient, createdAt } = operation;
  return {
    id,
    type,
    status,
    amount,
    fee,
    total,
    name,
    recipient,
    createdAt,
    product,
    card: card === undefined ? null : { id: card.id, name: card.name, last4: card.last4 },
    holder: holder ?? null,
  };
};

/** A card as a list shows it. */
export const toCardRow = ({ card, holder, product }: CardOfBook): Static<typeof CardRow> => {
  const { id, name, last4, status, balance, createdAt } = card;
  return { id, name, last4, status, balance, createdAt, product, holder: holder ?? null };
};

/** An invoice as a list shows it. */
export const toInvoiceRow = (invoice: Static<typeof FundingInvoice>): Static<typeof InvoiceRow> => {
  const { id, status, depositAmount, fee, creditAmount, createdAt, expiresAt } = invoice;
  return { id, status, depositAmount, fee, creditAmount, createdAt, expiresAt };
};

/** The company of a scope, by id and name, and the environment. */
export async function placeOf(db: Db, { companyId, environment }: Scope) {
  const { name } = await getCompany(db, companyId);
  return { company: { id: toId('company', companyId), name }, environment };
}

/** What ids name, in all companies. Ids that name nothing are left out. */
export async function findByIds(deps: DeskDeps, texts: readonly string[]): Promise<Static<typeof Found>[]> {
  const ids = [...new Set(texts)];
  const idsOf = (kind: 'operator' | 'product') => ids.filter((text) => fromId(kind, text) !== undefined);
  const [catalogue, ...rest] = await Promise.all([
    idsOf('product').length === 0 ? [] : listProducts(deps.db),
    findOperators(deps.db, idsOf('operator')),
    ...ids.map(async (text) => [await findByIdAlone(deps, text)]),
  ]);
  const products = idsOf('product').flatMap((text) => {
    const product = catalogue.find(({ id }) => toId('product', id) === text);
    return product === undefined ? [] : [foundByName('product', text, product.name, product.status)];
  });
  return [...products, ...rest.flat().filter((found) => found !== undefined)];
}

const foundByName = (
  kind: 'company' | 'operator' | 'product',
  id: string,
  name: string,
  status: string,
): Static<typeof Found> => ({ kind, id, what: '', name, amount: null, status, company: null, environment: null });

async function findOperators(db: Db, ids: readonly string[]): Promise<Static<typeof Found>[]> {
  if (ids.length === 0) return [];
  const names = await operatorNames(
    db,
    ids.map((text) => fromId('operator', text) ?? NOBODY),
  );
  return [...names].map(([id, name]) => foundByName('operator', toId('operator', id), name, ''));
}

async function findByIdAlone(deps: DeskDeps, text: string): Promise<Static<typeof Found> | undefined> {
  const company = fromId('company', text);
  if (company !== undefined) {
    const row = await deps.db.read({ companyId: company, environment: 'sandbox' }, (tx) => findCompany(tx, company));
    return row && foundByName('company', text, row.name, row.verification);
  }
  const proposal = fromId('proposal', text);
  if (proposal !== undefined) return findProposalByIdAlone(deps, text, proposal);
  const kind = namedKinds.find((each) => fromId(each, text) !== undefined);
  const id = kind && fromId(kind, text);
  if (kind === undefined || id === undefined) return undefined;
  const scope = await findScopeOf(deps.db, kind, id);
  if (scope === undefined) return undefined;
  const [about, place] = await Promise.all([aboutOf[kind](deps.db, scope, id), placeOf(deps.db, scope)]);
  return about && { kind, id: text, ...about, ...place };
}

type About = Pick<Static<typeof Found>, 'what' | 'name' | 'amount' | 'status'>;

const aboutOf: Record<NamedKind, (db: Db, scope: Scope, id: string) => Promise<About | undefined>> = {
  async operation(db, scope, id) {
    const found = await readOperation(db, scope, id);
    if (found === undefined) return undefined;
    const { operation, card } = found;
    const { type: what, amount, status, name, recipient } = operation;
    return { what, amount, status, name: card === undefined ? name || recipient : withDigits(card) };
  },
  async invoice(db, scope, id) {
    const found = await readInvoice(db, scope, id);
    return found && { what: '', name: '', amount: found.depositAmount, status: found.status };
  },
  async card(db, scope, id) {
    const found = await readCard(db, scope, id);
    return found && { what: '', name: withDigits(found.card), amount: null, status: found.card.status };
  },
  async holder(db, scope, id) {
    const found = await db.read(scope, (tx) => findHolderInShort(tx, scope, id));
    return found && { what: '', name: found.name, amount: null, status: found.status };
  },
  async case(db, scope, id) {
    const found = await db.read(scope, (tx) => findCaseInShort(tx, scope, id));
    return found && { what: found.kind, name: '', amount: null, status: found.isOpen ? 'open' : 'closed' };
  },
};

const withDigits = ({ name, last4 }: { name: string; last4: string }) => `${name} ••${last4}`;

async function findProposalByIdAlone(
  { db, clock }: DeskDeps,
  text: string,
  id: string,
): Promise<Static<typeof Found> | undefined> {
  const row = await findProposal(db, id);
  if (row === undefined) return undefined;
  const companyId = row.told.company === null ? undefined : fromId('company', row.told.company);
  const company =
    companyId === undefined ? null : { id: toId('company', companyId), name: (await getCompany(db, companyId)).name };
  return {
    kind: 'proposal',
    id: text,
    what: row.action,
    name: '',
    amount: null,
    status: stateOf(row, clock.now()),
    company,
    environment: row.environment,
  };
}
