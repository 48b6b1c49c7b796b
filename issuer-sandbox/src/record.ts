// The log of every request of the protocol. A request with an effect is logged in the commit of its effect; the others
// are logged here, before they are answered.
import type { IncomingHttpHeaders } from 'node:http';
import { openBatcher } from '@cardwright/server/platform/db/batcher.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { insertRequests, type Received } from './sql.ts';

export type Recorder = (request: Received) => Promise<void>;

/** Opens the log; concurrent requests are written in one statement. */
export function openRecorder(db: Db): Recorder {
  let number = 0;
  const batcher = openBatcher<{ number: number; request: Received }, void>({
    run: async (batch) => {
      await insertRequests(
        db,
        batch.map(({ request }) => request),
      );
      return batch.map(() => undefined);
    },
    ownerOf: () => 'everybody',
    identityOf: (each) => String(each.number),
  });
  return (request) => batcher({ number: ++number, request });
}

/** The longest stored part of a header or path: longer than every valid one. */
const LONGEST_KEPT = 512;

/** A text that can always be stored: headers and paths are untrusted. */
const kept = (text: string) => text.slice(0, LONGEST_KEPT).replaceAll(/[^\x20-\x7e]/g, '?');

/** The value of a header that came once, as stored, or null. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? kept(value) : null;
}

/** The reference in a body or in a path's parameters, as stored, or null. */
export function referenceIn(named: unknown): string | null {
  const reference = (named as { reference?: unknown } | null | undefined)?.reference;
  return typeof reference === 'string' ? kept(reference) : null;
}

/** The path of a URL without its query. */
export const pathOf = (url: string): string => kept(url.split('?')[0] ?? '');
