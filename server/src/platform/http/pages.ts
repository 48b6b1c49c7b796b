// Pages of a list: the query that asks for one, the cursor between two, and the answer.

import type { FastifyReply } from 'fastify';
import { type TSchema, Type } from 'typebox';
import type { PageRequest, Position, Shown } from '../db/lists.ts';
import { sendText, type TextReply } from './keyed.ts';

const DEFAULT_LIMIT = 50;
const LARGEST_LIMIT = 100;

/** A short list is returned whole up to this many rows; beyond it, it pages. */
export const WHOLE_LIST = 1_000;

/** The query parameters of every list. */
export const pageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LARGEST_LIMIT, description: 'Rows per page.' })),
  cursor: Type.Optional(
    Type.String({ format: 'cursor', maxLength: 200, description: 'nextCursor of the previous page.' }),
  ),
};

/** An instant in a query, as ISO 8601 with a time zone. */
export const InstantQuery = Type.String({ format: 'date-time', maxLength: 40 });

/** A page of a list whose pages are always linked by a cursor. */
export const Page = <Row extends TSchema>(row: Row) =>
  Type.Object({
    data: Type.Array(row),
    nextCursor: Type.Union([Type.String(), Type.Null()], { description: 'null on the last page.', examples: [null] }),
  });

/** A list that is short for most companies: whole if possible, in pages if requested or needed. */
export const ShortList = <Row extends TSchema>(row: Row) =>
  Type.Object({
    data: Type.Array(row),
    nextCursor: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: 'Present if limit was given, or if there are more than 1,000 rows.',
      }),
    ),
  });

type Query = { limit?: number; cursor?: string };

/** The rows to read for a query: one more than shown, which tells whether another page follows. */
export function toPageRequest(
  query: Query,
  range: { from?: string; until?: string } = {},
  otherwise = DEFAULT_LIMIT,
): PageRequest {
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
  return {
    limit: (query.limit ?? otherwise) + 1,
    ...(after === undefined ? {} : { after }),
    ...(range.from === undefined ? {} : { from: new Date(range.from) }),
    ...(range.until === undefined ? {} : { until: new Date(range.until) }),
  };
}

/** The rows to show and the cursor to the next page. */
export function toPage<Row>(rows: readonly Row[], request: PageRequest, position: (row: Row) => Position) {
  const shown = rows.slice(0, request.limit - 1);
  const last = shown.at(-1);
  const nextCursor = rows.length === request.limit && last !== undefined ? writeCursor(position(last)) : null;
  return { shown, nextCursor };
}

/** Sends a page of objects that the database has written. */
export function sendPage(reply: TextReply, rows: readonly Shown[], request: PageRequest) {
  const { shown, nextCursor } = toPage(rows, request, (row) => row);
  return sendText(reply, `{"data":[${textsOf(shown)}],"nextCursor":${JSON.stringify(nextCursor)}}`);
}

/** Sends a short list of objects that the database has written. */
export function sendShortList(asked: AskedList & { reply: TextReply }, rows: readonly Shown[]) {
  const { shown, nextCursor } = toPage(rows, asked.page, (row) => row);
  const end = isPaged(asked, nextCursor) ? `,"nextCursor":${JSON.stringify(nextCursor)}` : '';
  return sendText(asked.reply, `{"data":[${textsOf(shown)}]${end}}`);
}

const textsOf = (rows: readonly Shown[]) => rows.map(({ text }) => text).join(',');

type AskedList = { path: string; query: Query; page: PageRequest; reply: Pick<FastifyReply, 'header'> };

/** Whether a short list is answered in pages. It then has a Link header to the next one, if there is one. */
function isPaged({ path, query, reply }: AskedList, nextCursor: string | null): boolean {
  if (nextCursor !== null) {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
    parameters.set('cursor', nextCursor);
    reply.header('link', `<${path}?${parameters.toString()}>; rel="next"`);
  }
  return query.limit !== undefined || nextCursor !== null;
}

/** A cursor is the position of the last row shown. It is not secret and grants nothing. */
const writeCursor = ({ at, id }: Position) => Buffer.from(`${at.getTime()} ${id}`).toString('base64url');

/** Whether a text is a cursor that we could have written. */
export const isCursor = (text: string): boolean => readCursor(text) !== undefined;

function readCursor(text: string): Position | undefined {
  const [, at, id] =
    /^(\d{1,15}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (at === undefined || id === undefined) return undefined;
  const position = { at: new Date(Number(at)), id };
  return writeCursor(position) === text ? position : undefined;
}
