// Tools that read the API: one for each reading command that is listed here, with the command's own parameters.
import type { Client } from '@cardwright/sdk';
import type { CommandRow, OptionRow } from '../command-row.ts';
import { newest } from '../feed.ts';
import { COMMANDS } from '../generated/commands.ts';
import { methodOf } from '../resources.ts';
import { type Arguments, type Property, schemaOf, type Tool } from './tool.ts';

/** Rows unless `limit` is given: an agent usually looks for one thing. */
const PAGE = 20;

/** Rows cost an agent tokens: fifty operations are about 30 KB, or ten thousand tokens. */
export const MOST_ROWS = 50;

/** An agent waits for the answer, and can ask again: reads have no effect. */
export const MOST_RETRIES = 2;

/**
 * What agents may read, by resource. Nothing else of the API is offered: no command with an effect, no page that shows
 * the number of a card, and no key or secret.
 */
const OFFERED: Readonly<Record<string, readonly [list: string, get?: string]>> = {
  products: ['list_products'],
  cards: ['list_cards', 'get_card'],
  holders: ['list_holders', 'get_holder'],
  operations: ['list_operations', 'get_operation'],
  transactions: ['list_transactions', 'get_transaction'],
  invoices: ['list_invoices', 'get_invoice'],
  events: ['list_events', 'get_event'],
};

/** Every tool that lists or gets something of the API. */
export const readTools = (client: Client): Tool[] =>
  Object.entries(OFFERED).flatMap(([resource, [list, get]]) => [
    resource === 'events' ? latestEvents(client, listTool(client, list, 'events')) : listTool(client, list, resource),
    ...(get === undefined ? [] : [getTool(client, get, resource)]),
  ]);

/** The command that reads a resource; never one that writes. */
function rowOf(resource: string, method: 'list' | 'get'): CommandRow {
  const row = COMMANDS.find((each) => each.resource === resource && each.method === method && !each.isWrite);
  if (row === undefined) throw new Error(`the contract cannot ${method} ${resource}`);
  return row;
}

function listTool(client: Client, name: string, resource: string): Tool {
  const row = rowOf(resource, 'list');
  const isPaged = row.query.some((each) => each.name === 'limit');
  const order = row.detail.includes('Newest first') ? ' Newest first.' : '';
  const pages = isPaged ? ` At most ${MOST_ROWS} rows at a time: \`limit\` says how many, ${PAGE} by default.` : '';
  return {
    name,
    title: titleOf(name),
    description: `${row.about} ${permissionOf(row)}${order}${pages}`,
    inputSchema: schemaOf(Object.fromEntries(row.query.map((each) => [each.name, toProperty(each)]))),
    call: async (given, signal) => {
      const options = { signal, maxRetries: MOST_RETRIES };
      const args = isPaged ? [{ limit: PAGE, ...given }, options] : [options];
      return { value: (await methodOf(client, row)(...args)) as object };
    },
  };
}

/** Ids are letters, digits, dashes and underscores. Anything else, such as `..`, would name another path. */
const ID: Property = { type: 'string', pattern: '^[A-Za-z0-9_\\-]{1,200}$' };

function getTool(client: Client, name: string, resource: string): Tool {
  const row = rowOf(resource, 'get');
  const query = Object.fromEntries(row.query.map((each) => [each.name, toProperty(each)]));
  return {
    name,
    title: titleOf(name),
    description: `${row.about} ${row.detail}`,
    inputSchema: schemaOf({ id: ID, ...query }, ['id']),
    call: async ({ id, ...rest }, signal) => {
      const args = [id, ...(row.query.length === 0 ? [] : [rest]), { signal, maxRetries: MOST_RETRIES }];
      return { value: (await methodOf(client, row)(...args)) as object };
    },
  };
}

/** The feed only reads forwards, from its first event. `latest` begins near its end. */
function latestEvents(client: Client, tool: Tool): Tool {
  const latest: Property = { type: 'boolean', description: 'Only among the newest `limit` events.' };
  return {
    ...tool,
    description: `${tool.description} Ascending by sequence: give the last one as \`afterSequence\` to read on.`,
    inputSchema: schemaOf({ ...tool.inputSchema.properties, latest }),
    call: async ({ latest: isLatest, ...given }: Arguments, signal) => {
      if (isLatest !== true) return tool.call(given, signal);
      const afterSequence = Math.max(0, (await newest(client)) - Number(given['limit'] ?? PAGE));
      return tool.call({ ...given, afterSequence }, signal);
    },
  };
}

const TIME = 'A time such as 2026-11-18T09:30:00Z.';

/** An option of a command as an argument of a tool. */
export function toProperty({ name, type, about, choices }: OptionRow): Property {
  const words = about.replace(', separated by commas', '') || (/(From|To)$/.test(name) ? TIME : '');
  const description = words === '' ? {} : { description: words };
  if (name === 'limit') return { type: 'integer', minimum: 1, maximum: MOST_ROWS, default: PAGE, ...description };
  const allowed = choices === undefined ? {} : { enum: choices };
  if (type === 'number') return { type: 'integer', minimum: 0, ...description };
  return type === 'list'
    ? { type: 'array', items: { type: 'string', ...allowed }, ...description }
    : { type: 'string', ...allowed, ...description };
}

const permissionOf = ({ detail }: CommandRow): string => /^Permission: [^.]+\./.exec(detail)?.[0] ?? '';

/** `list_cards` as `List cards`. */
const titleOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`;
