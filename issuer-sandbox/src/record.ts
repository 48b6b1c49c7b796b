// The record of every request of the protocol. A request with an effect is written down in the commit of its effect;
// the others here, before they are answered.
import type { IncomingHttpHeaders } from 'node:http';
import { openBatcher } from '@cardwright/server/platform/db/batcher.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { insertRequests, type Received } from './sql.ts';

export type Recorder = (request: Received) => Promise<void>;

/** Opens the record; requests that come at once are written in one statement. */
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

/** The longest piece of a header or path that is kept: beyond every valid one. */
const LONGEST_KEPT = 512;

/** A text in a form that can always be stored: strangers send whatever they like. */
const kept = (text: string) => text.slice(0, LONGEST_KEPT).replaceAll(/[^\x20-\x7e]/g, '?');

/** The one value of a header, as it is kept, or null. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? kept(value) : null;
}

/** The reference that a body or a path's parameters name, as it is kept, or null. */
export function referenceIn(named: unknown): string | null {
  const reference = (named as { reference?: unknown } | null | undefined)?.reference;
  return typeof reference === 'string' ? kept(reference) : null;
}

/** The path of a URL without its query. */
export const pathOf = (url: string): string => kept(url.split('?')[0] ?? '');
