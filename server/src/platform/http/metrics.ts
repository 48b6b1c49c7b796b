// Metrics in the Prometheus text format, and the health of a process that serves nothing else, on a separate port and
// never on the public one.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, type PrometheusContentType, Registry } from 'prom-client';
import type { Config } from '../../foundation/config.ts';
import { refusals } from '../../foundation/refusals/refusals.ts';
import { waitingByBatcher } from '../db/batcher.ts';
import type { Db } from '../db/db.ts';
import { unknownCommits } from '../db/unknown.ts';
import { currentSpan, isTracing } from '../trace/trace.ts';

/** From a cached read to the longest wait of a client, in seconds. */
const DURATION_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A scraper sends a few headers and no body; slow clients are dropped. */
const REQUEST_TIMEOUT_MS = 5_000;

/** A registry with Node's process metrics (CPU, memory, event loop) and what every process counts. */
export function openMetrics(): Registry {
  const registry = new Registry();
  // Only OpenMetrics has exemplars. The type fixes a format when it compiles, and this one is known when it runs.
  if (isTracing()) registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE as string as PrometheusContentType);
  collectDefaultMetrics({ register: registry });
  const unknown = new Counter({
    name: 'cardwright_commits_unknown_total',
    help: 'Commits whose outcome is unknown: the standby did not confirm, or the connection was lost.',
    labelNames: ['how'],
    registers: [registry],
    collect() {
      unknown.reset();
      for (const [how, count] of Object.entries(unknownCommits())) unknown.inc({ how }, count);
    },
  });
  return registry;
}

/**
 * Counts requests by route, method and status class, and refusals by code. The route is the pattern, not the path: a
 * path can hold an id or a client's texts.
 */
export function countRequests(app: FastifyInstance, registry: Registry, db: Db): void {
  const requests = new Counter({
    name: 'cardwright_http_requests_total',
    help: 'Requests by route, method and status class.',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  });
  const durations = new Histogram<'route' | 'method' | 'trace_id'>({
    name: 'cardwright_http_request_seconds',
    help: 'Duration of requests, by route and method.',
    labelNames: ['route', 'method'],
    buckets: DURATION_BUCKETS,
    enableExemplars: isTracing(),
    registers: [registry],
  });
  const observe = isTracing()
    ? (labels: { route: string; method: string }, value: number) => {
        const span = currentSpan();
        durations.observe({ labels, value, exemplarLabels: span === undefined ? {} : { trace_id: span.traceId } });
      }
    : (labels: { route: string; method: string }, value: number) => durations.observe(labels, value);
  const refused = new Counter({
    name: 'cardwright_http_refusals_total',
    help: 'Refusals by code, including rate_limited and overloaded.',
    labelNames: ['code'],
    registers: [registry],
  });
  for (const code of Object.keys(refusals)) refused.inc({ code }, 0); // a rate needs a series that begins at zero
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const method = route === 'unknown' ? 'any' : request.method; // unknown paths may come with any method
    requests.inc({ route, method, status: '5xx' }, 0); // a rate needs a series that begins at zero
    requests.inc({ route, method, status: `${Math.floor(reply.statusCode / 100)}xx` });
    observe({ route, method }, reply.elapsedTime / 1_000);
    if (request.refusalCode !== undefined) refused.inc({ code: request.refusalCode });
  });
  const batchers = new Gauge({
    name: 'cardwright_batcher_waiting',
    help: 'Requests waiting for their batch, by batcher.',
    labelNames: ['batcher'],
    registers: [registry],
    collect() {
      for (const { batcher, waiting } of waitingByBatcher()) batchers.set({ batcher }, waiting);
    },
  });
  const connections = new Gauge({
    name: 'cardwright_database_waiting',
    help: 'Callers waiting for a database connection.',
    registers: [registry],
    collect() {
      connections.set(db.waiting());
    },
  });
}

/** A process's registry, and the refresh before each scrape. */
type Served = {
  registry: Registry;
  refresh?: (() => Promise<void>) | undefined;
  /** Serves /health/live, and /health/ready with the answer: undefined if the process is ready, otherwise why not. */
  notReady?: () => Promise<string | undefined>;
  onError: (error: unknown) => void;
};

/** Serves /metrics, and health if asked to, until it is closed. Concurrent scrapes share one reading. */
export async function serveMetrics(
  { host, port }: NonNullable<Config['metrics']>,
  { registry, refresh, notReady, onError }: Served,
): Promise<{ close(): Promise<void> }> {
  let reading: Promise<string> | undefined;
  const readNow = async () => {
    await refresh?.();
    return registry.metrics();
  };
  const read = () => {
    reading ??= readNow().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    const path = request.method === 'GET' ? request.url : undefined;
    if (notReady !== undefined && path === '/health/live') answerHealth(response, undefined);
    else if (notReady !== undefined && path === '/health/ready') {
      void notReady().then((why) => answerHealth(response, why));
    } else if (path !== '/metrics') response.writeHead(404).end();
    else answerMetrics(response);
  });
  const answerMetrics = (response: ServerResponse) => {
    read().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => {
        onError(error);
        response.writeHead(500).end();
      },
    );
  };
  await listen(server, host, port);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answerHealth(response: ServerResponse, why: string | undefined): void {
  const body = why === undefined ? { status: 'ok' } : { status: 'unavailable', message: why };
  response.writeHead(why === undefined ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}
