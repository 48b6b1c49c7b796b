// What companies have: their operations, cards, cardholders and invoices, and what an id names.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { fromId, fromIds, NOBODY, toId } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Environment, Scope } from '../../foundation/scope.ts';
import { readCard, readCards, readInvoices, readOperations } from '../../oversight/books/read.ts';
import { findHolderInShort, findScopeOf } from '../../oversight/books/sql.ts';
import { Page, pageQuery, toPage, toPageRequest } from '../../platform/http/pages.ts';
import { EnvironmentName, IdPath, NoQuery } from '../../platform/http/schema.ts';
import { action } from './actions.ts';
import { CardAtDesk, CardRow, Found, HolderAtDesk, InvoiceRow, OperationRow } from './book-contract.ts';
import { findByIds, placeOf, toCardRow, toInvoiceRow, toOperationRow } from './book-shown.ts';
import { companyIdOf, getCompany } from './company-shown.ts';
import { refusedAt, shownAt } from './contract.ts';
import type { DeskDeps } from './deps.ts';

/** More ids than a page of the audit log names, each with its comma. */
const LONGEST_LIST = 200 * 36;

const config = action('companies.read');
const BookQuery = Type.Object({ environment: EnvironmentName, ...pageQuery });
const ofCard = Type.Optional(Type.String({ description: 'Only of this card.' }));
const ofHolder = Type.Optional(Type.String({ description: 'Only of this cardholder.' }));
const about = (operationId: string, summary: string) => ({ tags: ['Companies'], operationId, summary, params: IdPath });

type Asked = { params: { id: string }; query: { environment: Environment } };

/** The scope that a request names, of an existing company. */
async function scopeOf({ db }: DeskDeps, { params, query }: Asked): Promise<Scope> {
  const { id } = await getCompany(db, companyIdOf(params.id));
  return { companyId: id, environment: query.environment };
}

/** Lists a company's operations, cards and invoices. */
export const bookRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  const { db } = deps;
  app.get(
    '/desk/v1/companies/:id/operations',
    {
      config,
      schema: {
        ...about('listOperations', 'List the operations of a company, newest first'),
        querystring: Type.Object({ ...BookQuery.properties, cardId: ofCard, holderId: ofHolder }),
        response: { 200: Page(OperationRow), ...refusedAt(400, 404) },
      },
    },
    async ({ params, query }) => {
      const scope = await scopeOf(deps, { params, query });
      const page = toPageRequest(query);
      const filter = fromIds({ cardId: 'card', holderId: 'holder' }, query);
      const rows = filter === undefined ? [] : await readOperations(db, scope, page, filter);
      const { shown, nextCursor } = toPage(rows, page, (row) => row);
      return { data: shown.map(({ row }) => toOperationRow(row)), nextCursor };
    },
  );

  app.get(
    '/desk/v1/companies/:id/cards',
    {
      config,
      schema: {
        ...about('listCards', 'List the cards of a company by name and last four digits, newest first'),
        querystring: Type.Object({ ...BookQuery.properties, holderId: ofHolder }),
        response: { 200: Page(CardRow), ...refusedAt(400, 404) },
      },
    },
    async ({ params, query }) => {
      const scope = await scopeOf(deps, { params, query });
      const page = toPageRequest(query);
      const filter = fromIds({ holderId: 'holder' }, query);
      const rows = filter === undefined ? [] : await readCards(db, scope, page, filter);
      const { shown, nextCursor } = toPage(rows, page, (row) => row);
      return { data: shown.map(({ row }) => toCardRow(row)), nextCursor };
    },
  );

  app.get(
    '/desk/v1/companies/:id/invoices',
    {
      config,
      schema: {
        ...about('listInvoices', 'List the invoices of a company, newest first'),
        querystring: BookQuery,
        response: { 200: Page(InvoiceRow), ...refusedAt(400, 404) },
      },
    },
    async ({ params, query }) => {
      const page = toPageRequest(query);
      const rows = await readInvoices(db, await scopeOf(deps, { params, query }), page);
      const { shown, nextCursor } = toPage(rows, page, (row) => row);
      return { data: shown.map(({ row }) => toInvoiceRow(row)), nextCursor };
    },
  );
};

/** Shows a card, a cardholder and whatever else an id alone names. */
export const findingRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  const { db } = deps;
  app.get(
    '/desk/v1/found',
    {
      config,
      schema: {
        tags: ['Companies'],
        operationId: 'findByIds',
        summary: 'Find what ids name in all companies; ids that name nothing are left out',
        querystring: Type.Object({
          ids: Type.String({ minLength: 1, maxLength: LONGEST_LIST, description: 'Ids, separated by commas.' }),
        }),
        response: { 200: Type.Object({ data: Type.Array(Found) }), ...refusedAt(400) },
      },
    },
    async ({ query }) => ({
      data: await findByIds(
        deps,
        query.ids.split(',').map((id) => id.trim()),
      ),
    }),
  );

  app.get(
    '/desk/v1/cards/:id',
    {
      config,
      schema: {
        ...about('getCard', 'See a card: its name and last four digits, and whose it is'),
        querystring: NoQuery,
        response: { 200: CardAtDesk, ...refusedAt(400, 404) },
      },
    },
    async ({ params }) => {
      const id = fromId('card', params.id) ?? NOBODY;
      const scope = (await findScopeOf(db, 'card', id)) ?? refuse('card_not_found');
      const card = (await readCard(db, scope, id)) ?? refuse('card_not_found');
      return { ...toCardRow(card), ...(await placeOf(db, scope)) };
    },
  );

  app.get(
    '/desk/v1/holders/:id',
    {
      config,
      schema: {
        ...about('getHolder', 'See a cardholder by name'),
        querystring: NoQuery,
        response: { 200: HolderAtDesk, ...refusedAt(400, 404) },
      },
    },
    async ({ params }) => {
      const id = fromId('holder', params.id) ?? NOBODY;
      const scope = (await findScopeOf(db, 'holder', id)) ?? refuse('holder_not_found');
      const found = await db.read(scope, (tx) => findHolderInShort(tx, scope, id));
      const { name, kind, status, created_at: at } = found ?? refuse('holder_not_found');
      return { id: toId('holder', id), name, kind, status, createdAt: shownAt(at), ...(await placeOf(db, scope)) };
    },
  );
};
