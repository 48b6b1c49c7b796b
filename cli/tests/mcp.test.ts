// `cardwright mcp` as an agent runs it: a program that speaks JSON-RPC on its pipes, against a real stack and site.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { KeyScope } from '@cardwright/server/foundation/key-scopes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Company, startWorld, type World } from '../../server/tests/world.ts';
import { errorPages } from '../../site/build/errors.ts';
import { guidePages } from '../../site/build/guides.ts';
import { readContract } from '../../site/build/openapi.ts';
import { toFull } from '../../site/build/page.ts';

const program = join(import.meta.dirname, '../src/cardwright.ts');
const READS: KeyScope[] = ['cards:read', 'holders:read', 'operations:read', 'balance:read', 'webhooks:read'];

const SOME = expect.stringMatching(/./);

let world: World;
let company: Company;
let site: Server;
let reader: { key: string; keyId: string };
/** Headers of the requests to the site. */
const visits: object[] = [];
/** Everything that a server printed, on both pipes. */
let printed = '';

beforeAll(async () => {
  const text = toFull([...guidePages(), ...errorPages(readContract())]);
  site = createServer(({ headers, url }, response) => {
    visits.push(headers);
    response.writeHead(url === '/llms-full.txt' ? 200 : 404).end(text);
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const docs = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  world = await startWorld({ env: { CARDWRIGHT_DOCS_URL: docs } });
  company = await world.company({ available: '100.00' });
  reader = await company.client({ scopes: READS });
});
afterAll(async () => {
  await world?.stop();
  site?.close();
});

type Message = {
  id: number | null;
  result?: { structuredContent?: unknown; content?: { text: string }[]; isError?: boolean; [name: string]: unknown };
  error?: { code: number; message: string; data?: unknown };
};
type Agent = {
  child: ChildProcessWithoutNullStreams;
  /** Sends a line, and returns the next message. */
  send(line: string): Promise<Message>;
  ask(method: string, params?: object): Promise<Message>;
  call(name: string, given?: object): Promise<NonNullable<Message['result']>>;
  /** Closes stdin, and returns the exit code. */
  end(): Promise<number | null>;
};

function openAgent(key: string, ...args: string[]): Agent {
  const env = {
    PATH: process.env['PATH'],
    CARDWRIGHT_API_KEY: key,
    CARDWRIGHT_URL: world.stack.baseUrl,
    NO_COLOR: '1',
  };
  const child = spawn(process.execPath, [program, 'mcp', ...args], { env });
  const waiting: ((message: Message) => void)[] = [];
  const unexpected: Message[] = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = JSON.parse(line) as Message & { jsonrpc: string };
      expect(message.jsonrpc).toBe('2.0');
      const next = waiting.shift();
      if (next === undefined) unexpected.push(message);
      else next(message);
    }
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
  });
  let last = 0;
  const agent: Agent = {
    child,
    send: (line) =>
      new Promise((resolve) => {
        waiting.push(resolve);
        child.stdin.write(`${line}\n`);
      }),
    ask: async (method, params) => {
      last += 1;
      const message = await agent.send(JSON.stringify({ jsonrpc: '2.0', id: last, method, params }));
      expect(message.id).toBe(last);
      return message;
    },
    call: async (name, given = {}) => {
      const { result, error } = await agent.ask('tools/call', { name, arguments: given });
      expect(error).toBeUndefined();
      return result ?? {};
    },
    end: async () => {
      child.stdin.end();
      const [code] = (await once(child, 'exit')) as [number | null];
      expect([rest, ...unexpected]).toEqual(['']);
      return code;
    },
  };
  return agent;
}

const stateless = (version: string) => ({
  _meta: {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  },
});

test('clients with a handshake and without one are served, and malformed messages are refused one by one', async () => {
  const agent = openAgent(reader.key);
  for (const [asked, agreed] of [
    ['2025-06-18', '2025-06-18'],
    ['1999-01-01', '2025-11-25'],
  ]) {
    const { result } = await agent.ask('initialize', { protocolVersion: asked, capabilities: {}, clientInfo: {} });
    expect(result).toMatchObject({ protocolVersion: agreed, capabilities: { tools: {} }, instructions: SOME });
    expect(result?.['serverInfo']).toMatchObject({ name: 'cardwright', version: expect.stringMatching(/^\d+\./) });
  }
  agent.child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n\n');
  expect(await agent.ask('ping')).toEqual({ jsonrpc: '2.0', id: expect.any(Number), result: {} });
  expect((await agent.ask('server/discover', stateless('2026-07-28'))).result).toMatchObject({
    resultType: 'complete',
    supportedVersions: expect.arrayContaining(['2026-07-28', '2025-11-25']),
    ttlMs: expect.any(Number),
  });
  expect((await agent.ask('tools/list', stateless('2031-01-01'))).error).toMatchObject({
    code: -32_022,
    data: { requested: '2031-01-01' },
  });
  for (const [line, code] of [
    ['{"jsonrpc":"2.0","id":1,', -32_700],
    ['[]', -32_600],
    ['{"id":1,"method":"ping"}', -32_600],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32_600],
  ] as const)
    expect(await agent.send(line), line).toMatchObject({ id: null, error: { code } });
  expect((await agent.ask(`resources/${reader.key}`)).error).toEqual({
    code: -32_601,
    message: 'There is no method resources/[key].',
  });
  const unknown = await agent.ask('tools/call', { name: 'reveal_card', arguments: {} });
  expect(unknown.error).toMatchObject({ code: -32_602, message: expect.stringContaining('get_card') });

  const { tools } = (await agent.ask('tools/list')).result as { tools: { name: string; inputSchema: object }[] };
  const named = tools.map(({ name }) => name);
  expect(named.filter((name) => !/^(get|list|search|read|preview)_[a-z]+$/.test(name))).toEqual([]);
  for (const tool of tools)
    expect(tool, tool.name).toMatchObject({
      annotations: { readOnlyHint: true, destructiveHint: false },
      inputSchema: { type: 'object', additionalProperties: false },
    });
  expect(await agent.end()).toBe(0);
});

test('every object of the account is read, and a mistake is explained', async () => {
  const agent = openAgent(reader.key);
  const { body: holder } = await company.post<{ id: string }>('/api/v1/holders', {
    name: 'Ada \u2028 Lovelace',
    email: 'ada@example.com',
    kind: 'individual',
  });
  const cardId = await company.insertCard({ last4: '4242' });
  await company.insertCard();
  const operationId = await company.insertOperation({ status: 'completed', cardId });
  const queued = await company.insertOperation({ status: 'queued' });
  const transactionId = await company.insertTransaction({ cardId });
  const invoiceId = await company.insertInvoice();

  const { structuredContent, content } = await agent.call('get_account');
  expect(structuredContent).toMatchObject({
    environment: 'sandbox',
    scopes: READS,
    balance: { available: '100.00', held: '0.00', holds: [], holdsLeftOut: 0 },
  });
  expect(JSON.parse(content?.[0]?.text ?? '')).toEqual(structuredContent);

  const events = await agent.call('list_events', { latest: true, limit: 1 });
  const [event] = (events.structuredContent as { data: { id: string; type: string }[] }).data;
  for (const [list, get, id] of [
    ['list_cards', 'get_card', cardId],
    ['list_holders', 'get_holder', holder.id],
    ['list_operations', 'get_operation', operationId],
    ['list_transactions', 'get_transaction', transactionId],
    ['list_invoices', 'get_invoice', invoiceId],
    ['list_events', 'get_event', event?.id ?? ''],
  ] as const) {
    const { data } = (await agent.call(list)).structuredContent as { data: { id: string }[] };
    expect(
      data.map((each) => each.id),
      list,
    ).toContain(id);
    expect((await agent.call(get, { id })).structuredContent, get).toEqual(data.find((each) => each.id === id));
  }
  const products = (await agent.call('list_products')).structuredContent as { data: { id: string }[] };
  expect(products.data.map(({ id }) => id)).toContain(world.products.card);
  const first = (await agent.call('list_cards', { limit: 1 })).structuredContent as {
    data: object[];
    nextCursor: string;
  };
  expect(first.data).toHaveLength(1);
  const second = await agent.call('list_cards', { limit: 1, cursor: first.nextCursor });
  expect(second.structuredContent).not.toEqual(first);

  // A mistake in the arguments, a refusal of the API, and a request that the client gives up.
  const wrong = await agent.call('list_cards', { limit: 51, status: 'lost', owner: 'x' });
  expect(wrong).toMatchObject({ isError: true, structuredContent: { code: 'arguments_invalid' } });
  expect(wrong.content?.[0]?.text).toMatch(/1 to 50.*active, frozen.*owner is unknown/);
  expect(await agent.call('get_card', { id: '../balance' })).toMatchObject({ isError: true });
  expect(await agent.call('get_card', { id: reader.key })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/^card_not_found: [\s\S]+Next step: [\s\S]+Request: req_/) }],
    structuredContent: { retry: 'never', page: 'errors/card_not_found', requestId: expect.stringMatching(/^req_/) },
  });
  const wait = { name: 'get_operation', arguments: { id: queued, wait: 30 } };
  agent.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 'long', method: 'tools/call', params: wait })}\n`);
  agent.child.stdin.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"long"}}\n');
  expect((await agent.ask('ping')).result).toEqual({});
  expect(await agent.end()).toBe(0);
});

test('the documentation is searched and read, without the key, and its absence has a next step', async () => {
  const agent = openAgent(reader.key);
  const { structuredContent } = await agent.call('search_docs', { query: 'preview the price before issuing a card' });
  const found = structuredContent as { hits: { page: string; title: string; url: string; excerpt: string }[] };
  const { hits } = found;
  expect(hits.map(({ page }) => page).slice(0, 3)).toContain('guides/issue');
  for (const { excerpt, url } of hits) expect([excerpt.length > 20, url.startsWith('http')]).toEqual([true, true]);
  const byCode = (await agent.call('search_docs', { query: 'quote_changed' })).structuredContent as typeof found;
  expect(byCode.hits[0]?.page).toBe('errors/quote_changed');
  const [hit] = hits;
  for (const page of [hit?.page, hit?.url, `/${hit?.page}.md`])
    expect((await agent.call('read_doc', { page })).content?.[0]?.text).toContain(`# ${hit?.title}`);
  const end = (await agent.call('read_doc', { page: hit?.page, offset: 1e6 })).structuredContent;
  expect(end).toMatchObject({ text: '', nextOffset: null });
  expect(await agent.call('read_doc', { page: 'guides/none' })).toMatchObject({
    isError: true,
    structuredContent: { code: 'page_not_found', nextStep: expect.stringContaining('search_docs') },
  });
  expect(await agent.end()).toBe(0);
  expect(visits).toHaveLength(1);
  expect(JSON.stringify(visits)).not.toContain('authorization');

  const lost = openAgent(reader.key, '--docs-url', 'http://127.0.0.1:9');
  expect(await lost.call('search_docs', { query: 'cards' })).toMatchObject({
    isError: true,
    structuredContent: { code: 'docs_unavailable', nextStep: expect.stringContaining('CARDWRIGHT_DOCS_URL') },
  });
  expect(await lost.end()).toBe(0);
});

test('a preview explains the price and every refusal', async () => {
  const agent = openAgent(reader.key);
  const holderId = await company.insertHolder();
  const issue = { type: 'issue', productId: world.products.card, holderId, amount: '50.00' };
  const allowed = await agent.call('preview_operation', issue);
  expect(allowed.structuredContent).toMatchObject({ fee: '3.10', total: '53.10', allowed: true, reasons: [] });
  expect(allowed.content?.[0]?.text).toBe(
    'issue of 50.00 USD: fee 3.10 USD (fixed 3.00 + rate 0.10), total 53.10 USD. It would be accepted.',
  );
  const refused = await agent.call('preview_operation', { ...issue, amount: '500.00', expectedTotal: '1.00' });
  expect(refused.structuredContent).toMatchObject({
    allowed: false,
    reasons: [
      { code: 'quote_changed', retry: 'new_key', meaning: SOME, nextStep: SOME, page: 'errors/quote_changed' },
      { code: 'insufficient_funds', meaning: SOME, nextStep: expect.stringContaining('fund the account') },
    ],
  });
  expect(refused.content?.[0]?.text).toMatch(
    /total 504\.00 USD\. It would be refused\.\n- quote_changed: .+\n- insuff/,
  );
  expect(await agent.call('preview_operation', { type: 'issue', amount: '1' })).toMatchObject({
    isError: true,
    structuredContent: { code: 'request_invalid', details: { errors: expect.anything() } },
  });
  expect(await agent.end()).toBe(0);
});

test('a key that does more than read is refused, a live one needs --live, and no key is ever printed', async () => {
  const exitOf = async (key: string, ...args: string[]) => {
    const before = printed.length;
    const { child } = openAgent(key, ...args);
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, text: printed.slice(before) };
  };
  const writer = await company.client({ scopes: ['cards:read', 'cards:reveal', 'funding:write'] });
  const refused = await exitOf(writer.key);
  expect(refused).toMatchObject({ code: 2, text: expect.stringContaining('cards:reveal, funding:write') });
  expect(refused.text).toContain('Read-only');
  const live = await company.client({ scopes: READS, environment: 'live' });
  expect(await exitOf(live.key)).toMatchObject({ code: 2, text: expect.stringContaining('--live') });
  const agent = openAgent(live.key, '--live');
  expect((await agent.call('get_account')).structuredContent).toMatchObject({ environment: 'live' });
  expect(await agent.end()).toBe(0);
  expect([reader, writer, live].filter(({ key }) => printed.includes(key))).toEqual([]);
  expect(await company.balance()).toEqual({ available: '100.00', held: '0.00' });
});
