// Traces: the spans of sampled requests and of the work that they cause, in every process that it passes through.
// Without a collector there are none: no library is loaded, no context is kept, and each function here returns at once.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { TraceConfig } from '../../foundation/config.ts';
import type { Span, SpanOptions, Tracer } from './span.ts';
import { type Parent, readTraceparent, type SpanContext, toTraceparent } from './traceparent.ts';

type Tracing = { tracer: Tracer; ratio: number; active: AsyncLocalStorage<Span | undefined> };

/** One for the process, like its log. */
let tracing: Tracing | undefined;

/** Switches tracing on, if a collector is configured. To be awaited before anything is served. */
export async function startTracing(
  config: TraceConfig | undefined,
  options: { process: string; onError: (error: unknown) => void },
): Promise<void> {
  if (config === undefined) return;
  const { openTracer } = await import('./tracer.ts');
  tracing = { tracer: openTracer(config.url, options), ratio: config.ratio, active: new AsyncLocalStorage() };
}

/** Exports what is left, and switches tracing off. */
export async function stopTracing(): Promise<void> {
  const { tracer } = tracing ?? {};
  tracing = undefined;
  await tracer?.close();
}

/** Whether this process records spans. */
export const isTracing = (): boolean => tracing !== undefined;

/** The span that the current work belongs to. */
export const currentSpan = (): Span | undefined => tracing?.active.getStore();

/** The traceparent to pass on, for the field or header of that name; empty outside a span. */
export function traceparentNow(): { traceparent?: string } {
  const span = currentSpan();
  return span === undefined ? {} : { traceparent: toTraceparent(span) };
}

/** Runs work in a span, or in none. */
export const within = <Result>(span: Span | undefined, work: () => Result): Result =>
  tracing === undefined ? work() : tracing.active.run(span, work);

/**
 * Begins the span of a request: in the trace of its caller, if that is sampled, or with a trace of its own for a share
 * of all others. Undefined when it is not sampled: then nothing below it is recorded.
 */
export function startTrace(name: string, parent: Parent | undefined, options: SpanOptions): Span | undefined {
  if (tracing === undefined) return undefined;
  const isSampled = parent === undefined ? Math.random() < tracing.ratio : parent.isSampled;
  return isSampled ? tracing.tracer.start(name, parent, options) : undefined;
}

/** Runs work in a span below the current one; without one, runs the work alone. */
export function inSpan<Result>(
  name: string,
  options: () => SpanOptions,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  const parent = currentSpan();
  return tracing === undefined || parent === undefined
    ? work(undefined)
    : untilOver(tracing.tracer.start(name, parent, options()), work);
}

/** Runs work in a span of a trace that began in another process; without a sampled one, runs the work alone. */
export function continueTrace<Result>(
  traceparent: string | null | undefined,
  name: string,
  options: () => SpanOptions,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  const parent = tracing === undefined ? undefined : readTraceparent(traceparent);
  return tracing === undefined || !parent?.isSampled
    ? work(undefined)
    : untilOver(tracing.tracer.start(name, parent, options()), work);
}

/** Runs a batch in a span below its first traced member. The span and all traced members refer to each other. */
export function inBatch<Result>(
  name: string,
  members: readonly (Span | undefined)[],
  work: () => Promise<Result>,
): Promise<Result> {
  if (tracing === undefined) return work();
  const traced = members.filter((span) => span !== undefined);
  const span = startBatch(tracing, name, { traced, size: members.length });
  if (span === undefined) return work();
  for (const member of traced) member.link(span);
  return untilOver(span, work);
}

/** Records a batch that is over, such as a claim: which traces it concerns was unknown before. */
export function noteBatch(
  name: string,
  members: readonly (string | null | undefined)[],
  begunAt: number,
): SpanContext | undefined {
  if (tracing === undefined) return undefined;
  const traced = members.map((member) => readTraceparent(member)).filter((parent) => parent?.isSampled) as Parent[];
  const span = startBatch(tracing, name, { traced, size: members.length, begunAt });
  span?.end(performance.now());
  return span;
}

function startBatch(
  { tracer }: Tracing,
  name: string,
  { traced, size, begunAt }: { traced: readonly SpanContext[]; size: number; begunAt?: number },
): Span | undefined {
  const [first] = traced;
  if (first === undefined) return undefined;
  const facts = { 'cardwright.batch.size': size, 'cardwright.batch.traced': traced.length };
  return tracer.start(name, first, { links: traced, facts, ...(begunAt === undefined ? {} : { begunAt }) });
}

async function untilOver<Result>(span: Span, work: (span: Span) => Promise<Result>): Promise<Result> {
  try {
    return await within(span, () => work(span));
  } catch (error) {
    span.fail(codeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** The code of an error, or its class. Its message may quote anything. */
function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : String(name);
}
