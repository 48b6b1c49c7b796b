// The traceparent of W3C Trace Context: the one form in which a trace passes between processes.

/** A span of this or another process, as others refer to it. */
export type SpanContext = { traceId: string; spanId: string };

/** A span that may be the parent of others, if it is sampled. */
export type Parent = SpanContext & { isSampled: boolean };

/** Version, trace, parent and flags. Ids of zeros are invalid. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Reads a traceparent; undefined for any other text. */
export function readTraceparent(text: string | null | undefined): Parent | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** The traceparent of a sampled span. */
export const toTraceparent = ({ traceId, spanId }: SpanContext): string => `00-${traceId}-${spanId}-01`;
