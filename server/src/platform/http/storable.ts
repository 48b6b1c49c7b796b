// Refuses text that Postgres cannot store, in every part of a request that a client fills.
import type { FastifyRequest } from 'fastify';
import { refuseField } from '../../foundation/refusals/malformed.ts';

/** The longest field name that an error repeats: a client may nest a body arbitrarily deep. */
const LONGEST_FIELD = 100;

/** Unicode's replacement character: no id contains it. */
const REPLACEMENT = '\ufffd';

/**
 * Refuses NUL and unpaired surrogates in the body and query. A path can only hold NUL, and no id contains it: it is
 * replaced, so that the route answers 404 as for any unknown id. Headers need no check: Node refuses NUL in them, and
 * neither Latin-1 nor valid UTF-8 can hold a surrogate.
 */
export async function refuseUnstorable({ body, query, params }: FastifyRequest): Promise<void> {
  const path = params as Record<string, string>;
  for (const [name, text] of Object.entries(path ?? {})) path[name] = text.replaceAll('\u0000', REPLACEMENT);
  for (const [part, value] of [['body', body] as const, ['query', query] as const]) {
    const field = unstorableField(part, value);
    if (field !== undefined)
      refuseField(part, field, 'has a character that cannot be stored: NUL or an unpaired surrogate');
  }
}

/**
 * The first field of a part whose name or value cannot be stored; the part itself if it has none. Iterative: a deep
 * body would overflow Node's stack.
 */
function unstorableField(part: string, whole: unknown): string | undefined {
  const left: [field: string, value: unknown][] = [['', whole]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [field, value] = next;
    const shown = field.slice(0, LONGEST_FIELD) || part;
    if (typeof value === 'string' && !isStorable(value)) return shown;
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue;
    for (const [name, member] of Object.entries(value).toReversed()) {
      if (!isStorable(name)) return shown;
      left.push([field === '' ? name : `${field}.${name}`, member]);
    }
  }
  return undefined;
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000');
