// Listings: everything of an account, page by page in the order of creation.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { sendText } from './answers.ts';
import { accountOf } from './authenticate.ts';
import type { IssuerDeps } from './deps.ts';
import { PageQuery } from './protocol.ts';
import { refuse } from './refusals.ts';
import { type ListedRow, listings } from './sql.ts';

const USUAL_ROWS = 100;
const MOST_ROWS = 1_000;

/** The protocol's limit of an answer is 64 KiB; the rest is for what is around the rows. */
const MOST_BYTES = 63 * 1024;

/** Serves the listings, and the versions of the protocol. */
export const listingRoutes: FastifyPluginAsyncTypebox<IssuerDeps> = async (app, deps) => {
  app.get('/v1/protocol', async () => ({ versions: ['1.0', '1.1'] }));
  for (const [name, list] of Object.entries(listings)) {
    app.get(`/v1/${name}`, { schema: { querystring: PageQuery } }, async (request, reply) => {
      const { after, limit = String(USUAL_ROWS) } = request.query;
      if (Number(limit) < 1 || Number(limit) > MOST_ROWS) refuse('request_invalid', `limit is 1 to ${MOST_ROWS}.`);
      const rows = await list(deps.db, {
        account: accountOf(request),
        after: after === undefined ? 0n : numberIn(after),
        limit: Number(limit) + 1, // one more tells whether there is a next page
      });
      return sendText(reply, toPage(rows, Number(limit)));
    });
  }
};

/** As many rows as fit, and the cursor of the last one if there are more. */
function toPage(rows: readonly ListedRow[], limit: number): string {
  const shown: ListedRow[] = [];
  let bytes = 0;
  for (const row of rows.slice(0, limit)) {
    bytes += Buffer.byteLength(row.shown) + 1;
    if (bytes > MOST_BYTES && shown.length > 0) break;
    shown.push(row);
  }
  const last = shown.at(-1);
  const next = last === undefined || shown.length === rows.length ? null : cursorOf(last.number);
  return `{"data":[${shown.map((row) => row.shown).join(',')}],"next":${JSON.stringify(next)}}`;
}

const cursorOf = (number: bigint): string => Buffer.from(String(number)).toString('base64url');

/** The number in a cursor of ours. */
function numberIn(cursor: string): bigint {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  return /^\d{1,18}$/.test(text) ? BigInt(text) : refuse('request_invalid', 'after is the next of another page.');
}
