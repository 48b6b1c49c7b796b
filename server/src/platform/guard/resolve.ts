// Where a name leads, asked anew every time: an answer that is kept could be older than the check of it.
import { lookup, Resolver } from 'node:dns/promises';

/** Finds every address of a name, or fails. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** Name servers answer in milliseconds; one that needs longer than this is asked once more. */
const ASK_FOR_MS = 2_000;
const ASK_TIMES = 2;

/**
 * Asks the name servers of this machine, and nobody's file of hosts. It waits without holding one of the process's few
 * threads, as the system's own look-up would: a client's slow name server then slows its own deliveries only.
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

/** Asks the machine itself, which alone knows names such as localhost: for what the operator has allowed. */
export const resolveHere: Resolve = async (name) => (await lookup(name, { all: true })).map(({ address }) => address);
