// Tool: the company, the permissions of its key, and its balance.
import { ApiError, type Client } from '@cardwright/sdk';
import { explainProblem } from './explain.ts';
import { MOST_RETRIES, MOST_ROWS } from './read.ts';
import { schemaOf, type Tool } from './tool.ts';

/** Reads the account. */
export const accountTool = (client: Client): Tool => ({
  name: 'get_account',
  title: 'Get account',
  description:
    'Read the company, the environment, the permissions of the key, what the company may do and why not, and the ' +
    'balance: what is available, what is held, and for which operations. The balance needs `balance:read`.',
  inputSchema: schemaOf({}),
  call: async (_given, signal) => {
    const options = { signal, maxRetries: MOST_RETRIES };
    const [capabilities, balance] = await Promise.all([client.capabilities.get(options), balanceOf(client, options)]);
    return { value: { ...capabilities, ...balance } };
  },
});

/** A key without `balance:read` still reads the rest. */
async function balanceOf(client: Client, options: { signal: AbortSignal; maxRetries: number }): Promise<object> {
  try {
    const { holds, ...balance } = await client.balance.get(options);
    const holdsLeftOut = Math.max(0, holds.length - MOST_ROWS);
    return { balance: { ...balance, holds: holds.slice(0, MOST_ROWS), holdsLeftOut } };
  } catch (error) {
    if (error instanceof ApiError && error.is('scope_missing'))
      return { balance: null, balanceProblem: explainProblem(error) };
    throw error;
  }
}
