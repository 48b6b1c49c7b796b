// What makes two requests the same: method, path and the canonical form of the body. Headers do not count.
import { createHash } from 'node:crypto';

/** Enough of a digest to distinguish two values of one field; the whole request has a full one. */
const FIELD_DIGEST_LETTERS = 16;

export type RequestDigest = { whole: Buffer; fields: Record<string, string> };

/** The digest of a request and of each of its top-level fields. */
export function digestRequest(request: { method: string; path: string; body: object }): RequestDigest {
  const whole = createHash('sha256')
    .update(`${request.method} ${request.path} ${canonical(request.body)}`)
    .digest();
  // Object.fromEntries creates a field of any name; an assignment to `__proto__` would set the prototype.
  const fields = Object.fromEntries(Object.entries(request.body).map(([name, value]) => [name, digestField(value)]));
  return { whole, fields };
}

const digestField = (value: unknown): string =>
  createHash('sha256').update(canonical(value)).digest('hex').slice(0, FIELD_DIGEST_LETTERS);

/** The top-level fields in which two requests differ, in order. */
export function differingFields(first: Record<string, string>, second: Record<string, string>): string[] {
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  return [...names].filter((name) => first[name] !== second[name]).sort();
}

/** JSON with sorted object keys, so that the client's order of keys does not matter. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.join(',')}}`;
}
