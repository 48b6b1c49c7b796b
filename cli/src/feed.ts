// Reads the feed of events. Each has the same bytes as its webhook.
import type { Client } from '@cardwright/sdk';

/** The largest page of the API. */
const PAGE = 100;

export type FeedEvent = { id: string; type: string; sequence: number; text: string };

type Wanted = { after: number; types?: string[] | undefined; limit?: number; signal?: AbortSignal };
type Query = NonNullable<Parameters<Client['events']['list']>[0]>;

/** The events after a sequence, up to a page of them. Empty if the signal ends it. */
export async function readFeed(client: Client, { after, types, limit = PAGE, signal }: Wanted): Promise<FeedEvent[]> {
  const query = { afterSequence: after, limit, ...(types === undefined ? {} : { type: types }) } as Query;
  try {
    const { text } = await client.events.list(query, signal === undefined ? {} : { signal }).withResponse();
    return itemsOf(text).map((item) => ({ ...(JSON.parse(item) as Omit<FeedEvent, 'text'>), text: item }));
  } catch (error) {
    if (signal?.aborted) return [];
    throw error;
  }
}

/** The newest sequence. The feed reads forwards only, so this is a binary search: 2 log n requests. */
export async function newest(client: Client): Promise<number> {
  const hasAfter = async (sequence: number) => (await readFeed(client, { after: sequence, limit: 1 })).length > 0;
  if (!(await hasAfter(0))) return 0;
  let some = 0; // there is an event after it
  let none = 1; // there may be none after it
  while (await hasAfter(none)) {
    some = none;
    none *= 2;
  }
  while (none - some > 1) {
    const middle = Math.floor((some + none) / 2);
    if (await hasAfter(middle)) some = middle;
    else none = middle;
  }
  return none;
}

/**
 * The items of `{"data":[…]}` as received. Parsing and serializing them again would change the bytes that are signed,
 * for example the order of keys that look like numbers.
 */
function itemsOf(page: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let begin = 0;
  for (let at = page.indexOf('[') + 1; at < page.length; at++) {
    const character = page[at];
    if (character === '"') at = endOfText(page, at);
    else if (character === '{' || character === '[') {
      if (depth === 0) begin = at;
      depth += 1;
    } else if (character === '}' || character === ']') {
      if (depth === 0) break; // the end of the list
      depth -= 1;
      if (depth === 0) items.push(page.slice(begin, at + 1));
    }
  }
  return items;
}

/** The closing quote of the text that begins at an opening one. */
function endOfText(page: string, begin: number): number {
  let at = begin + 1;
  while (at < page.length && page[at] !== '"') at += page[at] === '\\' ? 2 : 1;
  return at;
}
