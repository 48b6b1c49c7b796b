// One request of a client under a key of its own, and the refusals that it must expect.
import { type Answer, codeOf } from '../harness/ask.ts';
import type { Random } from '../harness/random.ts';
import { type Card, type Company, count, type Run } from './companies.ts';

/** One in this many requests is sent twice at the same time, under one key. */
const TWICE = 6;

/** One step: a client of a company, the card that it works with, and the number that names its key. */
export type Taking = { run: Run; company: Company; card: Card; random: Random; number: number };

type Made = { id: string; status: string; declineReason: string };

/** Sends a request under a key of its own. Returns the object of a 201, and undefined for an expected refusal. */
export async function keyed(
  taking: Taking,
  path: string,
  body: object,
  scenario: string | undefined,
  refusals: readonly string[],
): Promise<Made | undefined> {
  const { run, company, card, random, number } = taking;
  const headers = {
    'idempotency-key': `step ${number}`,
    ...(scenario === undefined ? {} : { 'sandbox-scenario': scenario }),
  };
  const ask = { method: 'POST' as const, path, key: company.key, body, headers };
  const answers = await Promise.all(
    Array.from({ length: random.oneIn(TWICE) ? 2 : 1 }, (_, copy) => run.patient.ask(random.fork(copy), ask)),
  );
  const made = answers.filter(({ status }) => status === 201).map(({ text }) => JSON.parse(text) as Made);
  for (const answer of answers) checkRefusal(run, card, { path, body, answer, refusals });
  if (made.some(({ id }) => id !== made[0]?.id)) run.context.violation('one key has two effects', { body, made });
  return made[0];
}

function checkRefusal(
  run: Run,
  card: Card,
  { path, body, answer, refusals }: { path: string; body: object; answer: Answer; refusals: readonly string[] },
): void {
  const code = codeOf(answer);
  if (code === undefined) return;
  count(run, 'refused');
  card.isClosed ||= code === 'card_closed';
  if (!refusals.includes(code)) run.context.violation('a request was refused unexpectedly', { path, body, answer });
}
