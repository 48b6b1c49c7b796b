// Client of the desk's API. Every command uses it, except those that only read the database.
import { createInterface } from 'node:readline/promises';
import type { RefusalCode } from '@cardwright/server/foundation/refusals/refusals.ts';
import type { Command } from 'commander';
import { print, type Shown } from './output.ts';
import { Problem } from './problem.ts';
import { readToken, settingsFor } from './settings.ts';

/** Longer than the desk's slowest response, the start of a reconciliation. */
const TIMEOUT_MS = 60_000;

/** A refusal of the desk. `code` gives the reason; a command may replace the desk's message. */
export class Refused extends Problem {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Messages by refusal code. They replace the desk's own, which cannot mention the arguments. */
export type Sentences = Partial<Record<RefusalCode, string>>;

/** The desk's API on behalf of one operator. Paths are relative to `/desk/v1`. */
export type Desk = {
  get<Answer>(path: string, sentences?: Sentences): Promise<Answer>;
  post<Answer>(path: string, body?: object, sentences?: Sentences): Promise<Answer>;
  put<Answer>(path: string, body: object, sentences?: Sentences): Promise<Answer>;
  patch<Answer>(path: string, body: object, sentences?: Sentences): Promise<Answer>;
  delete<Answer>(path: string, sentences?: Sentences): Promise<Answer>;
};

/** The action of a command that calls the desk, which requires a valid token. */
export function atDesk<Given extends unknown[]>(work: (desk: Desk, ...given: Given) => Promise<Shown>) {
  return async (...typed: [...given: Given, command: Command]): Promise<void> => {
    const given = typed.slice(0, -1) as Given;
    const command = typed.at(-1) as Command; // Commander passes itself after the arguments
    const options = command.optsWithGlobals<{ json?: true; tokenFile?: string }>();
    const settings = settingsFor('CARDWRIGHT_DESK_URL');
    const desk = openDesk({
      url: settings.CARDWRIGHT_DESK_URL,
      token: readToken(settings, options.tokenFile),
      code: settings.CARDWRIGHT_OPERATOR_CODE,
    });
    print(await work(desk, ...given), { json: options.json === true });
  };
}

type Access = { url: string; token: string; code: string | undefined };
type Asked = { method: string; path: string; body: object | undefined };

function openDesk(access: Access): Desk {
  const ask = async <Answer>(asked: Asked, sentences: Sentences = {}): Promise<Answer> => {
    try {
      return (await sendWithCode(access, asked)) as Answer;
    } catch (error) {
      const sentence = error instanceof Refused ? sentences[error.code] : undefined;
      throw sentence === undefined ? error : new Problem(sentence);
    }
  };
  return {
    get: (path, sentences) => ask({ method: 'GET', path, body: undefined }, sentences),
    post: (path, body, sentences) => ask({ method: 'POST', path, body }, sentences),
    put: (path, body, sentences) => ask({ method: 'PUT', path, body }, sentences),
    patch: (path, body, sentences) => ask({ method: 'PATCH', path, body }, sentences),
    delete: (path, sentences) => ask({ method: 'DELETE', path, body: undefined }, sentences),
  };
}

/** Sends a request, and repeats it with a code if the desk asks for one. The first request then had no effect. */
async function sendWithCode(access: Access, asked: Asked): Promise<unknown> {
  try {
    return await send(access, asked);
  } catch (error) {
    const needsCode = error instanceof Refused && error.code === 'second_factor_needed';
    const code = needsCode ? await readCode(access) : undefined;
    if (code === undefined) throw error;
    return send(access, asked, code);
  }
}

/** A code is valid once, so only a request that needs it carries one. */
async function readCode({ code }: Access): Promise<string | undefined> {
  if (code !== undefined) return code;
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question('Code from your authenticator app: ')).trim();
  } finally {
    terminal.close();
  }
}

async function send({ url, token }: Access, { method, path, body }: Asked, code?: string): Promise<unknown> {
  const response = await fetch(`${url}/desk/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(code === undefined ? {} : { 'desk-code': code }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: 'error', // the token must reach no other server
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw unanswered(error, method);
  });
  const answer: unknown = await response.json().catch((error: unknown) => {
    throw unanswered(error, method);
  });
  if (response.ok) {
    if (response.headers.get('audit-export') === 'outstanding') console.error(OUTSTANDING);
    return answer;
  }
  const { code: refusal, message } = answer as { code?: RefusalCode; message?: string };
  if (refusal === undefined || message === undefined) throw new Problem(NOT_A_DESK);
  throw new Refused(refusal, refused[refusal] ?? message);
}

const OUTSTANDING =
  'Done, but its audit entry is not exported yet: if the database is lost now, this is undone. See `status`.';

const NOT_A_DESK = 'The server at CARDWRIGHT_DESK_URL is not a desk: check the address.';

/** Refusals of the token itself, the same for every command. */
const refused: Sentences = {
  signed_out: 'The operator token is not valid. Create a new one at the desk: Operators, My tokens.',
  second_factor_needed: 'This needs a current code: set CARDWRIGHT_OPERATOR_CODE to one from your authenticator app.',
  token_may_not: 'This token lacks the permission. Use the desk, or create another token there: Operators, My tokens.',
};

/** Errors of a connection that was never established: the request had no effect. */
const unreached = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

function unanswered(error: unknown, method: string): Problem {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (unreached.has(code)) {
    return new Problem('The desk cannot be reached: check CARDWRIGHT_DESK_URL. In a checkout, start `npm run dev`.');
  }
  if (error instanceof SyntaxError) return new Problem(NOT_A_DESK);
  return new Problem(
    method === 'GET'
      ? 'The desk did not respond. Nothing was changed: try again.'
      : 'The desk did not respond, so the outcome is unknown: check `audit list` before you repeat the command.',
  );
}
