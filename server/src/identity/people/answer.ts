// Converts the library's responses into the shape of our own.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Path } from './paths.ts';

type Answered = { code?: unknown; message?: unknown } & Record<string, unknown>;

/** Passes a response on: its cookies, its status, and the parts of its body that a page needs. */
export async function answerOf(
  response: Response,
  { request, reply, path }: { request: FastifyRequest; reply: FastifyReply; path: Path },
): Promise<FastifyReply> {
  const text = await response.text();
  const body = (text === '' ? null : JSON.parse(text)) as Answered | Answered[] | null;
  if (response.status >= 500) {
    request.log.error({ status: response.status }, 'signing in failed'); // the library gives no reason
    refuse('overloaded');
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  reply.header('cache-control', 'no-store').code(response.status);
  if (response.ok) return reply.send(path.sameAnswer ? { status: true } : withoutToken(body));
  const { code = 'request_invalid', message = 'The request is not valid.' } = (Array.isArray(body) ? {} : body) ?? {};
  request.refusalCode = String(code).toLowerCase();
  return reply.send({
    statusCode: response.status,
    message: String(message),
    code: request.refusalCode,
    requestId: request.id,
    retry: 'never',
  });
}

/**
 * The session token belongs only in its cookie, which scripts cannot read: this removes it from a body at any depth.
 */
function withoutToken(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutToken);
  if (typeof value !== 'object' || value === null) return value;
  const shown = Object.entries(value).filter(([name]) => name !== 'token');
  return Object.fromEntries(shown.map(([name, inner]) => [name, withoutToken(inner)]));
}
