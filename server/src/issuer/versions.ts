// Which versions of the protocol an issuer speaks. An issuer of version 1.0 is never sent what only version 1.1 has.
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { NeverConnected, Rejected, Stopped } from './answers.ts';
import type { Exchange } from './exchange.ts';
import { parseJson } from './json.ts';

const versionsShape = Compile(Type.Object({ versions: Type.Array(Type.String(), { maxItems: 100 }) }));

/** An issuer that lacked version 1.1 is asked again after this time, because it may have been upgraded. */
const NO_COUNTS_MS = 60_000;

/** The outcome of an order that the issuer has no version for. Nothing was sent. */
const UNSUPPORTED: Rejected = {
  kind: 'rejected',
  code: 'unsupported_by_issuer',
  message: 'The issuer does not support this.',
};

/** Why a request of version 1.1 cannot be sent now. In every case nothing was sent. */
export type Unsendable = typeof UNSUPPORTED | NeverConnected | Stopped;

/**
 * Asks an issuer for its versions before the first request of version 1.1. Only a definite answer is remembered; after
 * any other one, the next request asks again.
 */
export function openVersions(
  ask: (account: string) => Promise<Exchange>,
): (account: string) => Promise<Unsendable | undefined> {
  let speaksIt = false;
  let lackedItMs: number | undefined;
  return async (account) => {
    if (speaksIt) return undefined;
    if (lackedItMs !== undefined && performance.now() - lackedItMs < NO_COUNTS_MS) return UNSUPPORTED;
    const exchange = await ask(account);
    const answer = readVersions(exchange);
    if (answer === undefined) {
      if (exchange.kind === 'stopped') return exchange;
      return { kind: 'never_connected', reason: `its protocol version is not known: ${reasonOf(exchange)}` };
    }
    speaksIt = answer;
    lackedItMs = answer ? undefined : performance.now();
    return answer ? undefined : UNSUPPORTED;
  };
}

/** Whether an issuer speaks version 1.1; undefined when the answer is not definite. */
function readVersions(exchange: Exchange): boolean | undefined {
  if (exchange.kind !== 'answered') return undefined;
  if (exchange.status === 404) return false; // version 1.0 has no such path
  const said = exchange.status === 200 ? parseJson(exchange.body) : undefined;
  return versionsShape.Check(said) ? said.versions.includes('1.1') : undefined;
}

const reasonOf = (exchange: Exchange): string => {
  if (exchange.kind !== 'answered') return exchange.reason;
  return exchange.status === 200 ? 'the answer does not fit the protocol' : `HTTP status ${exchange.status}`;
};
