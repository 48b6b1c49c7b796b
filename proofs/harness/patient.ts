// Clients and database polls that retry until they get an answer, even while processes die.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Ask, openClient } from './ask.ts';
import type { Context } from './proof.ts';
import type { Random } from './random.ts';

/** A client without an answer by then is never answered. */
const PATIENCE_MS = 120_000;

/** Approximate retry delay of an unanswered client. */
const AGAIN_AFTER_MS = { low: 50, high: 400 };

export type Patient = {
  /** Asks any of the API processes until one answers. A 5xx is no answer: it leaves the outcome open. */
  ask(random: Random, ask: Ask): Promise<Answer>;
  /** Retries database work until it succeeds: the server may be down for a moment. */
  look<Seen>(work: () => Promise<Seen>): Promise<Seen>;
  /** Number of retries. */
  repeats(): number;
  /** Ends every client, answered or not. */
  close(): Promise<void>;
};

/** Ends clients that still retry when the run is over. */
class Over extends Error {}

/** Patient clients of every API process of the stack. */
export function openPatient({ stack, violation }: Pick<Context, 'stack' | 'violation'>, connections: number): Patient {
  const clients = stack.baseUrls.map((url) => openClient(url, connections));
  let isOver = false;
  let repeats = 0;
  const untilDone = async <Result>(attempt: () => Promise<Result | undefined>, what: string): Promise<Result> => {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      if (isOver) throw new Over('the run is over');
      const result = await attempt().catch(() => undefined); // killed, or not up yet
      if (result !== undefined) return result;
      if (performance.now() > until) {
        violation('a client was never answered', { what });
        throw new Over(`never answered: ${what}`);
      }
      repeats++;
      await sleep(AGAIN_AFTER_MS.low + Math.random() * (AGAIN_AFTER_MS.high - AGAIN_AFTER_MS.low));
    }
  };
  return {
    ask: (random, ask) =>
      untilDone(async () => {
        const answer = await random.pick(clients).ask(ask);
        return answer.status < 500 ? answer : undefined;
      }, `${ask.method} ${ask.path}`),
    async look(work) {
      const { seen } = await untilDone(async () => ({ seen: await work() }), 'the database');
      return seen;
    },
    repeats: () => repeats,
    async close() {
      isOver = true;
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}
