// Resolves names, uncached: a cached answer could differ from the one that was checked.
import { lookup, Resolver } from 'node:dns/promises';

/** Finds every address of a name, or fails. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** Name servers answer in milliseconds; a slower one is asked once more. */
const ASK_FOR_MS = 2_000;
const ASK_TIMES = 2;

/**
 * Asks the machine's name servers and ignores its hosts file. It occupies no thread of the process's small pool, unlike
 * the system's resolver: a client's slow name server slows only its own deliveries.
 */
export function resolveByServers(servers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: ASK_FOR_MS, tries: ASK_TIMES });
  if (servers !== undefined) resolver.setServers(servers);
  return async (name) => {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const [first] = answers;
    if (addresses.length === 0 && first.status === 'rejected') throw first.reason;
    return addresses;
  };
}

/** Uses the system's resolver, which alone knows names such as localhost: for hosts that the operator has allowed. */
export const resolveHere: Resolve = async (name) => (await lookup(name, { all: true })).map(({ address }) => address);
