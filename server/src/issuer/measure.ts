// How long an issuer takes for what we ask, and what it says, as a metric.
import { Histogram, type Registry } from 'prom-client';
import { type Environment, environments } from '../foundation/scope.ts';
import type { OrderKind } from './answers.ts';
import type { Issuer } from './client.ts';

/** From a local simulation to the response timeout, in seconds. */
const DURATION_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/** The outcome of a request that was not made, or whose answer could not be stored. */
const FAILED = 'failed';

/**
 * Measures requests for effects, and questions about them, by kind and outcome. Orders carry the kind of their
 * operation, so that the count of those done is the throughput by kind.
 */
export function measureIssuers(
  registry: Registry | undefined,
): (environment: Environment, issuer: Issuer | undefined) => Issuer | undefined {
  if (registry === undefined) return (_environment, issuer) => issuer;
  const seconds = new Histogram({
    name: 'cardwright_issuer_request_seconds',
    help: 'Duration of requests to the issuer, by kind and outcome.',
    labelNames: ['environment', 'request', 'outcome'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  for (const environment of environments) seconds.zero({ environment, request: 'issue', outcome: 'done' });

  return (environment, issuer) => {
    if (issuer === undefined) return undefined;
    const measured = async <Answer extends { kind: string }>(
      request: OrderKind | 'find' | 'holder' | 'find_holder' | 'deposit' | 'find_deposit' | 'reveal',
      answer: Promise<Answer>,
    ): Promise<Answer> => {
      const end = seconds.startTimer({ environment, request });
      let outcome = FAILED;
      try {
        const given = await answer;
        outcome = given.kind;
        return given;
      } finally {
        end({ outcome });
      }
    };
    return {
      ...issuer,
      submit: (order, deadline) => measured(order.kind, issuer.submit(order, deadline)),
      find: (...asked) => measured('find', issuer.find(...asked)),
      registerHolder: (holder) => measured('holder', issuer.registerHolder(holder)),
      findHolder: (...asked) => measured('find_holder', issuer.findHolder(...asked)),
      createDeposit: (deposit, deadline) => measured('deposit', issuer.createDeposit(deposit, deadline)),
      findDeposit: (...asked) => measured('find_deposit', issuer.findDeposit(...asked)),
      reveal: (...asked) => measured('reveal', issuer.reveal(...asked)),
    };
  };
}
