// A method's arguments become a request. Its bytes and its key are fixed here, before anything is sent.
import type { ScenarioOptions } from './call.ts';
import type { Request } from './transport.ts';

/** What the API accepts as a key: 1 to 128 characters that a header can carry unchanged. */
const KEY = /^[\x21-\x7e]([\x20-\x7e]{0,126}[\x21-\x7e])?$/;

/** A request of a method, from its arguments: parameters of the path, body, query, options. */
export type Prepared = { request: Request; options: ScenarioOptions };

/** The request of a method. A keyed one gets its key here, before anything is sent. */
export function prepare(row: string, given: readonly unknown[]): Prepared {
  const [operationId = '', method = '', template = '', flags = ''] = row.split(' ');
  const rest = [...given];
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.shift();
    // An empty parameter, `.` or `..` would name another path.
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
      throw new TypeError(`${operationId}: ${name} must be an id, not ${JSON.stringify(value)}`);
    return encodeURIComponent(value);
  });
  const body = flags.includes('b') ? JSON.stringify(rest.shift()) : flags.includes('e') ? '{}' : undefined;
  const query = flags.includes('q') ? toQuery(rest.shift() ?? {}) : '';
  const options = (rest.shift() ?? {}) as ScenarioOptions;
  const key = flags.includes('k') ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined;
  if (key !== undefined && !KEY.test(key))
    throw new TypeError('idempotencyKey must have 1 to 128 characters of printable ASCII');
  const isRepeatable = flags.includes('r');
  const { sandboxScenario: scenario } = options;
  return { request: { operationId, method, path, query, body, key, scenario, isRepeatable }, options };
}

function toQuery(values: object): string {
  const pairs = Object.entries(values).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(Object.fromEntries(pairs.map(([name, value]) => [name, String(value)]))).toString();
  return text === '' ? '' : `?${text}`;
}
