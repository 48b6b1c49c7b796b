// Attacks: a key does exactly what its permissions, its company's status and its environment allow.
import { freePort } from '@cardwright/stack/ports.ts';
import { NO_RATE_LIMITS } from '@cardwright/stack/start.ts';
import { attackCredentials } from '../credentials/credentials.ts';
import { playIssuer } from '../credentials/played-issuer.ts';
import { compareFunctionGrants } from '../credentials/role-functions.ts';
import { type Client, openClient } from '../harness/ask.ts';
import { administratorDb, operatorTools, type Tools } from '../harness/companies.ts';
import { compareWithService } from '../harness/endpoints.ts';
import { type Context, type Counts, inParallel, type Proof, sizeOf } from '../harness/proof.ts';
import { attackWithBadKeys } from './bad-keys.ts';
import { scopeBugs } from './bugs.ts';
import { askEverything, askForLiveInvoice, askMalformed, checkEffects } from './cells.ts';
import { changeWhileInUse } from './key-changes.ts';
import { makeHolders, scopeSets } from './keys.ts';

/** Concurrent keys. */
const CLIENTS = 12;

async function run(context: Context): Promise<Counts> {
  const tools = operatorTools(context.stack);
  const db = administratorDb(context.stack, 4);
  const client = openClient(context.stack.baseUrl, CLIENTS);
  const issuer = playIssuer(db); // so every permitted invoice is created
  try {
    const described = await compareWithService(context, client);
    const mixtures = await attackCredentials(context, db, tools, 'environments');
    const functions = await compareFunctionGrants(context, db);
    const sets = scopeSets().slice(0, sizeOf(context.sizes, 'sets'));
    const keys = await makeHolders(tools, db, { sets, activations: sizeOf(context.sizes, 'activations') });
    const cells = (await askAll(context, client, keys)) + (await askInLive(context, keys));
    await checkEffects(context, db, keys);
    const { badKeys, changes } = await attackKeys(context, client, tools, db);
    return {
      endpoints: described,
      scopeSets: sets.length,
      keys: keys.length,
      cells,
      badKeys,
      changes,
      functions,
      mixtures,
      requests: client.asked(),
    };
  } finally {
    await client.close();
    await issuer.stop();
    await db.close();
    await tools.db.close();
  }
}

/** Every key at every endpoint; the widest and the emptiest key of each company also with malformed requests. */
async function askAll(
  context: Context,
  client: Client,
  keys: Awaited<ReturnType<typeof makeHolders>>,
): Promise<number> {
  let [cells, done] = [0, 0];
  await inParallel(keys.length, CLIENTS, async (index) => {
    const key = keys[index];
    if (key === undefined) return;
    const valid = await askEverything(context, client, key);
    const malformed = key.scopes.length === 0 || key.everything ? await askMalformed(context, client, key) : 0;
    cells += valid + malformed;
    context.progress(++done, keys.length, 'keys');
  });
  return cells;
}

/** Every live key at a process with a live issuer. Nothing listens at its URL, and nothing is sent there. */
async function askInLive(context: Context, keys: Awaited<ReturnType<typeof makeHolders>>): Promise<number> {
  const { stack } = context;
  const port = await freePort();
  const issuer = {
    CARDWRIGHT_ISSUER_LIVE_URL: 'https://issuer.invalid',
    CARDWRIGHT_ISSUER_LIVE_KEY: stack.secrets.issuer.requestKey,
    CARDWRIGHT_ISSUER_LIVE_PUBLIC_KEY: stack.secrets.issuer.notificationPublicKey,
  };
  await stack.spawn('api', port, issuer);
  const client = openClient(`http://127.0.0.1:${port}`, CLIENTS);
  try {
    const live = keys.filter(({ environment }) => environment === 'live');
    let cells = 0;
    await inParallel(live.length, CLIENTS, async (index) => {
      const key = live[index];
      const asked = key === undefined ? 0 : await askForLiveInvoice(context, client, key);
      cells += asked; // added after the wait, because others add meanwhile
    });
    return cells;
  } finally {
    await client.close();
  }
}

async function attackKeys(
  context: Context,
  client: Client,
  tools: Tools,
  db: ReturnType<typeof administratorDb>,
): Promise<{ badKeys: number; changes: number }> {
  const { badKeys, refusal } = await attackWithBadKeys(context, client, tools);
  const changes = await changeWhileInUse(context, client, tools, { db, refusal });
  return { badKeys, changes };
}

export const scopes: Proof = {
  promise: 'A key does exactly what its permissions, its company’s status and its environment allow.',
  sizes: { full: { sets: 142, activations: 4 }, small: { sets: 22, activations: 2 } },
  stack: { env: NO_RATE_LIMITS, workers: 0 },
  run,
  bugs: scopeBugs,
};
