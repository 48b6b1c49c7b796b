// Traces: one from the request to the webhook, by processes that export to a real collector; none while tracing is off.
import { randomBytes } from 'node:crypto';
import { openBatcher } from '@cardwright/server/platform/db/batcher.ts';
import { isFact } from '@cardwright/server/platform/trace/span.ts';
import { currentSpan, startTrace, startTracing, stopTracing, within } from '@cardwright/server/platform/trace/trace.ts';
import { type Collected, type Collector, openCollector } from '@cardwright/stack/collector.ts';
import { freePort, localUrl } from '@cardwright/stack/ports.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReceiver, type Receiver } from '../../events/webhooks/receiver.ts';
import { newHolder, traces } from '../../operations/run/on-its-way.ts';
import { until } from '../../until.ts';
import { type Company, startWorld, type World } from '../../world.ts';

let world: World;
let collector: Collector;
let receiver: Receiver;
let company: Company;
let holderId: string;
const { issue, rowsOf, service } = traces(() => world);

beforeAll(async () => {
  collector = await openCollector();
  receiver = await openReceiver();
  world = await startWorld({
    issuer: true,
    workers: 1,
    metrics: true,
    env: {
      CARDWRIGHT_TRACES_URL: collector.url,
      CARDWRIGHT_TRACES_RATIO: '1',
      CARDWRIGHT_TRUSTED_PROXIES: 'loopback',
    },
  });
  company = await world.company({ available: '500.00' });
  holderId = await newHolder(company);
  await company.post('/api/v1/webhook-endpoints', { url: receiver.url, events: ['operation.completed'] });
});
afterAll(async () => {
  await world?.stop();
  await receiver?.close();
  await collector?.close();
});

const scrape = (role: 'api' | 'worker') =>
  fetch(world.stack.processes.find((process) => process.role === role)?.metricsUrl ?? '');

const newTrace = () => randomBytes(16).toString('hex');
const PROXY = '00f067aa0ba902b7';
const traceparentOf = (traceId: string, flags: '00' | '01' = '01') => `00-${traceId}-${PROXY}-${flags}`;
const ofTrace = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId);

/** The columns that hold the trace of an operation and of its events. */
const storedOf = async (id: string) => [
  ...(await rowsOf('select traceparent from operations where id = $1', id)),
  ...(
    await world.admin.query(`select traceparent from events where body like '%' || $1 || '%' order by sequence`, [id])
  ).rows,
];

const delivered = (id: string) =>
  until(
    () => receiver.got.find(({ event }) => event.type === 'operation.completed' && event.data.object['id'] === id),
    (found) => found !== undefined,
  );

/** Waits for a span, and for those that ended before it. */
const exported = (traceId: string, name: string) =>
  until(
    () => ofTrace(traceId),
    (spans) => spans.some((span) => span.name === name),
  );

/** Each span with its parent and the spans that it links to, by their names. */
function drawn(spans: readonly Collected[]): string[] {
  const nameOf = ({ spanId }: { spanId: string }) => spans.find((span) => span.spanId === spanId)?.name ?? 'another';
  return spans.map((span) => {
    const links = span.links.map(nameOf).join(', ');
    const parent = span.parentSpanId === PROXY ? 'the proxy' : nameOf({ spanId: span.parentSpanId });
    return `${span.service}: ${span.name} < ${parent}${links === '' ? '' : ` ~ ${links}`}`;
  });
}

test('one trace leads from the request over batcher, commit, claim, issuer and settlement to the webhook', async () => {
  const traceId = newTrace();
  const headers = { traceparent: traceparentOf(traceId) };
  const { status, body } = await company.post<{ id: string }>('/api/v1/operations', issue(holderId), { headers });
  expect(status).toBe(201);
  const received = await delivered(body.id);
  const isLookUp = ({ name }: Collected) => name.startsWith('keys'); // only if the key was not cached
  const spans = (await exported(traceId, 'record attempt batch')).filter((span) => !isLookUp(span));
  expect(drawn(spans).toSorted()).toEqual(
    [
      'cardwright-api: POST /api/v1/operations < the proxy',
      'cardwright-api: accept < POST /api/v1/operations ~ accept batch',
      'cardwright-api: accept batch < accept ~ accept',
      'cardwright-worker: claim batch < POST /api/v1/operations ~ POST /api/v1/operations',
      'cardwright-worker: run operation < POST /api/v1/operations ~ claim batch',
      'cardwright-worker: issuer < run operation',
      'cardwright-worker: settle < run operation ~ settle batch',
      'cardwright-worker: settle batch < settle ~ settle',
      'cardwright-worker: deliver webhook < run operation',
      'cardwright-worker: record attempt < deliver webhook ~ record attempt batch',
      'cardwright-worker: record attempt batch < record attempt ~ record attempt',
    ].toSorted(),
  );
  const named = (name: string) => spans.find((span) => span.name === name);
  const contextOf = (name: string) => `00-${traceId}-${named(name)?.spanId}-01`;
  expect(received?.headers['traceparent']).toBe(contextOf('deliver webhook'));
  expect(await storedOf(body.id)).toEqual([
    { traceparent: contextOf('POST /api/v1/operations') },
    { traceparent: contextOf('run operation') },
  ]);
  expect(named('POST /api/v1/operations')?.facts).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/api/v1/operations',
    'http.response.status_code': 201,
    'cardwright.company': company.id,
    'cardwright.environment': 'sandbox',
  });
  expect(named('run operation')?.facts).toMatchObject({
    'cardwright.operation': body.id,
    'cardwright.outcome': 'send',
  });
  expect(named('issuer')?.facts).toMatchObject({ 'http.route': '/v1/orders', 'cardwright.outcome': 'answered' });
  expect(named('deliver webhook')?.facts).toMatchObject({ 'cardwright.attempt': 1, 'http.response.status_code': 200 });

  const metrics = await scrape('api');
  expect(metrics.headers.get('content-type')).toContain('application/openmetrics-text');
  const exemplar = /^cardwright_http_request_seconds_bucket\{.*route="\/api\/v1\/operations".*# \{trace_id="\w{32}"\}/m;
  expect(await metrics.text()).toMatch(exemplar);

  const measured = await (await scrape('worker')).text();
  const ofIssuer = 'cardwright_issuer_request_seconds_count{environment="sandbox",request="issue",outcome="done"}';
  for (const name of [ofIssuer, 'cardwright_webhook_delay_seconds_count{environment="sandbox"}'])
    expect(measured.split('\n')).toContain(`${name} 1`);
  expect(measured).toMatch(/^cardwright_webhook_attempts_total\{environment="sandbox",outcome="delivered"\} 1$/m);
});

test('only a trusted proxy names the trace, and its sampling decides', async () => {
  const unsampled = newTrace();
  const post = async (by: Pick<Company, 'post'>, traceparent: string) =>
    (await by.post<{ id: string }>('/api/v1/operations', service(), { headers: { traceparent } })).body.id;
  const id = await post(company, traceparentOf(unsampled, '00'));
  await delivered(id);
  expect(await storedOf(id)).toEqual([{ traceparent: null }, { traceparent: null }]);

  const port = await freePort();
  await world.stack.spawn('api', port, { CARDWRIGHT_TRUSTED_PROXIES: '' });
  const untrusted = newTrace();
  const own = await post(await company.client({ baseUrl: localUrl(port) }), traceparentOf(untrusted));
  const [{ traceparent }] = (await storedOf(own)) as [{ traceparent: string }];
  const [, traceId = ''] = traceparent.split('-');
  const [request] = (await exported(traceId, 'accept batch')).filter(({ name }) => name.startsWith('POST'));
  expect(request).toMatchObject({ name: 'POST /api/v1/operations', parentSpanId: '' });
  expect([...ofTrace(unsampled), ...ofTrace(untrusted)]).toEqual([]);
});

test('a batch is a span of its first traced member, and it and all traced members link to each other', async () => {
  await startTracing({ url: collector.url, ratio: 1 }, { process: 'test', onError: () => undefined });
  const spansOfRuns: (string | undefined)[] = [];
  const batcher = openBatcher<number, number>({
    name: 'add',
    run: async (batch) => {
      spansOfRuns.push(currentSpan()?.spanId);
      return batch.map((number) => number + 1);
    },
    ownerOf: String,
    identityOf: String,
  });
  const requests = [0, 1, 2].map(() => startTrace('request', undefined, { kind: 'server' }));
  const untraced = batcher(9);
  const answers = Array.from(requests, (span, number) => within(span, () => batcher(number)));
  expect(await Promise.all([untraced, ...answers])).toEqual([10, 1, 2, 3]);
  expect(await batcher(4), 'a batch without a traced member').toBe(5);
  for (const span of requests) span?.end();
  await stopTracing();

  const own = collector.spans.filter((span) => span.service === 'cardwright-test');
  const [batch, ...others] = own.filter(({ name }) => name === 'add batch');
  const members = requests.map((request) => own.find(({ parentSpanId }) => parentSpanId === request?.spanId));
  const contextOf = (span: Collected | undefined) => ({ traceId: span?.traceId, spanId: span?.spanId });
  expect(others).toEqual([]);
  expect(spansOfRuns).toEqual([batch?.spanId, undefined]);
  expect(batch).toMatchObject({
    traceId: requests[0]?.traceId,
    parentSpanId: members[0]?.spanId,
    facts: { 'cardwright.batch.size': 4, 'cardwright.batch.traced': 3 },
  });
  expect(batch?.links).toEqual(members.map(contextOf));
  expect(members.map((span) => span?.links)).toEqual(members.map(() => [contextOf(batch)]));
});

test('a collector that refuses is reported once, and a span says only what is allowed', async () => {
  const errors: unknown[] = [];
  const refusing = { url: `${collector.url}/nowhere`, ratio: 1 };
  await startTracing(refusing, { process: 'test', onError: (error) => errors.push(error) });
  for (let span = 0; span < 1_100; span++) startTrace('request', undefined, {})?.end(); // three exports
  await stopTracing();
  expect(startTrace('request', undefined, {}), 'off again').toBeUndefined();
  expect(errors.map(String)).toEqual(['Error: spans are lost: 404']);
  const facts = ['op_01k', '/api/v1/cards/:id', 503, 'Ada Lovelace', 'ada@example.com', '{"a":1}', 'x'.repeat(129)];
  expect(facts.filter(isFact)).toEqual(['op_01k', '/api/v1/cards/:id', 503]);
});

test('without a collector nothing is stored, read, sent or connected for traces', async () => {
  for (const each of world.stack.processes.filter(({ role }) => role !== 'issuer')) await each.stop();
  const { rows } = await world.admin.query<{ name: string }>('select current_database() as name');
  await world.admin.query(`alter database ${rows[0]?.name} set track_functions = 'all'`);
  const port = await freePort();
  const off = { CARDWRIGHT_TRACES_URL: '' };
  await Promise.all([world.stack.spawn('api', port, off), world.stack.spawn('worker', undefined, off)]);
  const [connections, spans] = [collector.connections(), collector.spans.length];
  const client = await company.client({ baseUrl: localUrl(port) });
  const headers = { traceparent: traceparentOf(newTrace()) };
  const { body } = await client.post<{ id: string }>('/api/v1/operations', service(), { headers });
  const received = await delivered(body.id);
  expect(received?.headers).not.toHaveProperty('traceparent');
  expect(await storedOf(body.id)).toEqual([{ traceparent: null }, { traceparent: null }]);
  const called = async () =>
    (await world.admin.query<{ name: string }>('select funcname as name from pg_stat_user_functions')).rows;
  const names = (await until(called, (all) => all.some(({ name }) => name === 'settle_operations'))).map(
    ({ name }) => name,
  );
  expect(names).toContain('claim_operations');
  expect(names).not.toContain('traceparent_of_operation');
  expect([collector.connections(), collector.spans.length]).toEqual([connections, spans]);
});
