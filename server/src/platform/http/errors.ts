// Renders refusals and internal errors, always in the same shape.
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type FieldProblem, malformed } from '../../foundation/refusals/malformed.ts';
import { Refusal, type RefusalCode, type RefusalDetails, refusals } from '../../foundation/refusals/refusals.ts';
import { isRecovering, isTransient } from '../db/errors.ts';
import { FREE_TEXT } from './schema.ts';

/** Retry-After of a request that can be repeated as it is, unless the refusal knows better. */
const REPEAT_AFTER_SECONDS = 1;

/** The longest piece of a client's text that an error repeats. */
const LONGEST_ECHO = 40;

/** Renders a thrown error. An internal error is logged in full and answered as `internal`. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toRefusal(error, request.log);
  request.refusalCode = refusal.code;
  if (refusal.details.headers !== undefined) reply.headers(refusal.details.headers);
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
  const canRepeat = refusals[refusal.code][1] === 'same_key';
  const retryAfter = refusal.details.retryAfter ?? (canRepeat ? REPEAT_AFTER_SECONDS : undefined);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply
    .code(refusal.status)
    .header('content-type', 'application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(errorBody(refusal.code, request.id, refusal.details));
}

/** Answers bytes that never became a request, such as invalid HTTP, and closes the connection. */
export function answerNoRequest(socket: Socket, requestId: string): void {
  if (!socket.writable) return;
  const body = JSON.stringify(
    errorBody('request_invalid', requestId, { message: 'The request is not valid HTTP, or arrived too slowly.' }),
  );
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
  ];
  socket.end([...head, `Request-Id: ${requestId}`, 'Connection: close', '', body].join('\r\n'));
}

function errorBody(code: RefusalCode, requestId: string, details: RefusalDetails = {}): object {
  const [statusCode, retry, words] = refusals[code];
  return {
    statusCode,
    message: details.message ?? words,
    code,
    requestId,
    retry,
    ...(details.resourceId === undefined ? {} : { resourceId: details.resourceId }),
    ...(details.differs === undefined ? {} : { differs: details.differs }),
    ...(details.currentTotal === undefined ? {} : { currentTotal: details.currentTotal }),
    ...details.numbers,
    ...(details.errors === undefined ? {} : { errors: details.errors }),
  };
}

function toRefusal(error: unknown, log: FastifyBaseLogger): Refusal {
  if (error instanceof Refusal) return error;
  const { code, statusCode, validation, validationContext } = error as Partial<FastifyError>;
  if (validation !== undefined) return toMalformed(validation, validationContext);
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('body_too_large');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('media_type_unsupported');
  if (code === 'FST_ERR_REOPENED_CLOSE_SERVER' || statusCode === 503) return new Refusal('overloaded');
  if (statusCode === 414) return new Refusal('path_not_found'); // longer than any id or key
  if (code === 'FST_ERR_BAD_URL') return new Refusal('request_invalid', { message: 'The URL is not valid.' });
  if (statusCode === 400 || error instanceof SyntaxError) {
    return malformed('body', [{ field: 'body', message: 'is not valid JSON' }]);
  }
  if (isRecovering(error)) return new Refusal('recovering');
  log.error({ err: error }, 'a request failed');
  return new Refusal(isTransient(error) ? 'overloaded' : 'internal');
}

type Problem = {
  instancePath: string;
  schemaPath?: string;
  keyword: string;
  message?: string;
  params: Record<string, unknown>;
  /** The refused key of an object whose keys are the client's to choose. */
  propertyName?: string;
};

/** Keywords that only repeat that a schema inside them did not match; the problem in that schema is listed too. */
const repeating = ['propertyNames', 'if', 'anyOf'];

/** Names every invalid field and its problem, without repeating its value. */
function toMalformed(problems: readonly Problem[], where: string | undefined): Refusal {
  if (where === 'headers') return toRefusedHeader(problems);
  if (problems.some(({ params }) => params['format'] === FREE_TEXT)) return new Refusal('card_number_refused');
  const part = where === 'querystring' ? 'query' : (where ?? 'request');
  const own = problems.filter(({ keyword }) => !repeating.includes(keyword));
  const fields = Map.groupBy(own, (problem) => fieldOf(problem, part) || part);
  return malformed(
    part,
    [...fields].map(([field, all]): FieldProblem => ({ field, message: messageOfAll(all) })),
  );
}

/** A missing or malformed key has a code of its own, and so has a scenario that does not exist. */
function toRefusedHeader(problems: readonly Problem[]): Refusal {
  const [first] = problems;
  if (first?.instancePath !== '/sandbox-scenario' || problems.length > 1) return new Refusal('idempotency_key_invalid');
  return new Refusal('scenario_invalid', { message: `Sandbox-Scenario ${messageOf(first)}.` });
}

/**
 * The path to a field within its part of the request, such as `metadata.team`; a missing or unknown field too. A query
 * is flat: a value of a list is named by its parameter.
 */
function fieldOf({ instancePath, params, propertyName }: Problem, part: string): string {
  const named = params['missingProperty'] ?? params['additionalProperty'] ?? propertyName;
  const steps = instancePath.split('/').slice(1, part === 'query' ? 2 : undefined);
  return [...steps, ...(typeof named === 'string' ? [named] : [])].map((step) => step.slice(0, LONGEST_ECHO)).join('.');
}

/** What is wrong with one field. */
function messageOfAll(problems: readonly Problem[]): string {
  const areAlternatives = problems.every(({ schemaPath = '' }) => /\/anyOf\/\d+\/\w+$/.test(schemaPath));
  return [...new Set(problems.map(messageOf))].join(areAlternatives ? ' or ' : ' and ');
}

function messageOf({ keyword, message, params }: Problem): string {
  if (keyword === 'required') return 'is required';
  if (keyword === 'additionalProperties') return 'is not a field of this request';
  if (keyword === 'false schema') return 'is not a field of this type';
  const allowed = params['allowedValues'] ?? (keyword === 'const' ? [params['allowedValue']] : undefined);
  if (Array.isArray(allowed)) return `must be one of ${allowed.join(', ')}`;
  return message ?? 'is not valid';
}
