// Records spans with OpenTelemetry and exports them by OTLP over HTTP. Loaded only when tracing is on.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  SpanKind as Kind,
  type Span as Recorded,
  ROOT_CONTEXT,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import { type Facts, isFact, type Span, type SpanKind, type SpanOptions, type Tracer } from './span.ts';
import type { SpanContext } from './traceparent.ts';

/** Spans that wait for the collector. Beyond that they are dropped: requests come first. About 2 MB. */
const MOST_WAITING = 2_048;

/** Spans of one export, and how long a span waits for others to share its request. */
const EXPORTED_AT_ONCE = 512;
const EXPORT_EVERY_MS = 5_000;

/** A collector is near. One that takes longer than this is overloaded, and its spans are dropped. */
const EXPORT_TIMEOUT_MS = 5_000;

/** A process that ends does not wait longer for its last spans. */
const LAST_EXPORT_MS = 2_000;

const kinds: Record<SpanKind, Kind> = {
  server: Kind.SERVER,
  client: Kind.CLIENT,
  consumer: Kind.CONSUMER,
  internal: Kind.INTERNAL,
};

/** Opens a tracer that exports to a collector. An outage is reported once, and delays nothing. */
export function openTracer(
  url: string,
  { process, onError }: { process: string; onError: (error: unknown) => void },
): Tracer {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `cardwright-${process}` }),
    sampler: new AlwaysOnSampler(), // what is not sampled never gets here
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: openExporter(url, onError),
        maxQueueSize: MOST_WAITING,
        maxExportBatchSize: EXPORTED_AT_ONCE,
        scheduledDelayMillis: EXPORT_EVERY_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('cardwright');
  return {
    start(name, parent, { kind = 'internal', links = [], facts = {}, begunAt }: SpanOptions) {
      const options = {
        kind: kinds[kind],
        attributes: toAttributes(facts),
        links: links.map((link) => ({ context: toContext(link) })),
        ...(begunAt === undefined ? {} : { startTime: begunAt }),
      };
      const context = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, toContext(parent));
      return toSpan(tracer.startSpan(name, options, context));
    },
    async close() {
      const ending = new AbortController();
      const waiting = sleep(LAST_EXPORT_MS, undefined, { signal: ending.signal }).catch(() => undefined);
      await Promise.race([provider.shutdown().catch(() => undefined), waiting]); // the exporter reports its errors
      ending.abort();
    },
  };
}

function openExporter(url: string, onError: (error: unknown) => void): SpanExporter {
  const exporter = new OTLPTraceExporter({ url: `${url}/v1/traces`, timeoutMillis: EXPORT_TIMEOUT_MS });
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error !== undefined && !isFailing) onError(new Error(`spans are lost: ${codeOf(result.error)}`));
        isFailing = result.error !== undefined;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  };
}

/** A code, because the message may quote the collector's answer. */
const codeOf = ({ code, name }: Error & { code?: number | string }): string => String(code ?? name);

function toSpan(recorded: Recorded): Span {
  const { traceId, spanId } = recorded.spanContext();
  return {
    traceId,
    spanId,
    add: (facts) => void recorded.setAttributes(toAttributes(facts)),
    link: (other) => void recorded.addLink({ context: toContext(other) }),
    fail(code) {
      recorded.setStatus({ code: SpanStatusCode.ERROR });
      recorded.setAttributes(toAttributes({ 'error.type': code }));
    },
    end: (at) => recorded.end(at),
  };
}

const toContext = ({ traceId, spanId }: SpanContext) => ({ traceId, spanId, traceFlags: TraceFlags.SAMPLED });

/** Drops what is no fact. */
const toAttributes = (facts: Facts): Record<string, string | number> =>
  Object.fromEntries(Object.entries(facts).filter((fact): fact is [string, string | number] => isFact(fact[1])));
