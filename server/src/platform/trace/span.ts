// What a span is, and what it may say.
import type { Environment } from '../../foundation/scope.ts';
import type { SpanContext } from './traceparent.ts';

/**
 * Everything that a span may say: ids, kinds, counts and codes. No bodies, names, amounts, URLs, statements or messages
 * of errors: those could hold a secret or a client's text.
 */
export type Facts = {
  'http.request.method'?: string;
  /** The pattern of the route, never the path. */
  'http.route'?: string;
  'http.response.status_code'?: number;
  /** A code of ours, of Node or of Postgres. */
  'error.type'?: string;
  'cardwright.request'?: string;
  'cardwright.company'?: string;
  'cardwright.environment'?: Environment;
  'cardwright.operation'?: string;
  'cardwright.operation.type'?: string;
  'cardwright.event'?: string;
  'cardwright.webhook'?: string;
  'cardwright.attempt'?: number;
  'cardwright.outcome'?: string;
  /** Members of a batch, and those of them that are traced. */
  'cardwright.batch.size'?: number;
  'cardwright.batch.traced'?: number;
};

export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';

/** A span that is being recorded. */
export type Span = SpanContext & {
  add(facts: Facts): void;
  link(other: SpanContext): void;
  /** Marks it as failed, with a code. */
  fail(code: string): void;
  /** Ends it, now unless a time on `performance.now()` is given. */
  end(at?: number): void;
};

export type SpanOptions = {
  kind?: SpanKind;
  links?: readonly SpanContext[];
  facts?: Facts;
  /** When it began, on `performance.now()`; now unless given. */
  begunAt?: number;
};

/** Records spans and exports them in the background. */
export type Tracer = {
  start(name: string, parent: SpanContext | undefined, options: SpanOptions): Span;
  /** Exports what is left, for a moment at most. */
  close(): Promise<void>;
};

/** Longest fact. Ids have 30 characters, the longest route has 60. */
const LONGEST_FACT = 128;

/** Ids, codes and routes. Names, emails, sentences and JSON have other characters. */
const FACT = /^[\w./:*-]+$/;

/** Whether a value may leave in a span. The type allows few names; this is the check of the values. */
export const isFact = (value: string | number | undefined): value is string | number =>
  typeof value === 'number' || (value !== undefined && value.length <= LONGEST_FACT && FACT.test(value));
