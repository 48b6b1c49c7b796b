// Markers: every text, id and amount that belongs to one tenant or one company only. In an answer to anybody else,
// each of them is a leak. They are read from the database, so a table added later is covered too.

import { entryIdsOf, toId } from '@cardwright/server/foundation/ids.ts';
import { formatUsd } from '@cardwright/server/foundation/money/usd.ts';
import { formatUsdt } from '@cardwright/server/foundation/money/usdt.ts';
import type { Environment, Scope } from '@cardwright/server/foundation/scope.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { Sql, sql } from '@cardwright/server/platform/db/sql.ts';
import { companyTables } from '../harness/catalogue.ts';

/** Shorter words are not distinctive. */
const SHORTEST_WORD = 6;

/** Amounts from here on are distinctive; the fixtures are far above it. */
const SMALLEST_AMOUNT = 100_000;

export type Markers = {
  size: number;
  /** The first marker in a text that belongs to somebody else. */
  foreignIn(reader: Scope, text: string): string | undefined;
};

const SHARED = 'shared';
const ownerOf = (companyId: string, environment?: Environment | null) =>
  environment == null ? companyId : `${companyId} ${environment}`;

/** Reads the owner of every marker. */
export async function readMarkers(db: Db): Promise<Markers> {
  const owners = new Map<string, string>();
  const note = (word: string, owner: string) => {
    const known = owners.get(word);
    if (known === undefined || known === owner) owners.set(word, owner);
    else owners.set(word, common(known, owner));
  };
  for (const { name, key } of await companyTables(db)) {
    const rows = await db.query<{ row: Record<string, unknown> }>(
      sql`select to_jsonb(t) as row from ${new Sql([name], [])} t`,
    );
    for (const { row } of rows) {
      const companyId = row[key];
      if (typeof companyId !== 'string') continue;
      const environment = row['environment'] as Environment | null | undefined;
      for (const word of wordsOfRow(row)) note(word, ownerOf(companyId, environment));
      note(companyId, companyId); // a company's id and name are the same in both of its environments
      note(suffixOf(companyId), companyId);
      for (const side of ['sandbox', 'live'] satisfies Environment[]) {
        note(bookOf({ companyId, environment: side }), ownerOf(companyId, side));
      }
    }
  }
  for (const [word, owner] of owners) if (owner === SHARED) owners.delete(word);
  return {
    size: owners.size,
    foreignIn(reader, text) {
      const mine = new Set([reader.companyId, ownerOf(reader.companyId, reader.environment)]);
      return wordsOfAnswer(text).find((word) => {
        const owner = owners.get(word);
        return owner !== undefined && !mine.has(owner);
      });
    },
  };
}

/** The common owner of two: the company, when both belong to it; otherwise nobody. */
function common(first: string, second: string): string {
  const [company] = first.split(' ');
  return company !== undefined && company === second.split(' ')[0] ? company : SHARED;
}

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const momentShape = /\b\d{4}-\d\d-\d\d(T[\d:.]+Z?)?/g;

function wordsOfRow(row: Record<string, unknown>): string[] {
  const words: string[] = [];
  for (const value of Object.values(row)) {
    if (typeof value === 'number') words.push(...amountWords(value));
    if (typeof value !== 'string') continue;
    if (uuidShape.test(value)) words.push(value, suffixOf(value));
    else words.push(...wordsOf(value));
  }
  const sums = [
    ['amount', 'fee'],
    ['available_after', 'held_after'],
  ] as const;
  for (const [one, other] of sums) words.push(...amountWords(Number(row[one]) + Number(row[other])));
  return words;
}

/** An amount formatted as cents and as millionths: a column does not say which it is. */
function amountWords(units: number): string[] {
  if (!Number.isInteger(units) || Math.abs(units) < SMALLEST_AMOUNT) return [];
  const amount = BigInt(Math.abs(units));
  return [formatUsd(amount), formatUsdt(amount)];
}

/** The part of an id's text that is derived from the uuid, without the prefix. */
const suffixOf = (uuid: string) => toId('card', uuid).slice('card_'.length);

const bookOf = (scope: Scope) => entryIdsOf(scope)(0n).slice('le_'.length, 'le_'.length + 13);

/** Words with a digit: names that people or programs invented. A moment belongs to nobody. */
const wordsOf = (text: string): string[] =>
  (text.replace(momentShape, ' ').match(/[0-9A-Za-z][0-9A-Za-z.-]*[0-9A-Za-z]/g) ?? []).filter(
    (word) => word.length >= SHORTEST_WORD && /\d/.test(word),
  );

/** The words of an answer, including decoded cursors and the books of its ledger entries. */
function wordsOfAnswer(text: string): string[] {
  const cursors = [...text.matchAll(/(?:"nextCursor":"|cursor=)([\w-]+)/g)].map(([, cursor = '']) =>
    Buffer.from(cursor, 'base64url').toString(),
  );
  const books = [...text.matchAll(/le_([0-9a-v]{13})/g)].map(([, book = '']) => book);
  return [...wordsOf([text, ...cursors].join(' ')), ...books];
}
