// Rotating peppers: every process accepts a new version before the first one creates keys with it.
import { randomBytes } from 'node:crypto';
import { readPeppers } from '@cardwright/server/foundation/config.ts';
import { createKey } from '@cardwright/server/identity/keys/manage.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from '../../client.ts';
import { startWorld, type World } from '../../world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ api: 0 });
});
afterAll(() => world?.stop());

test('a version that is only accepted opens doors and creates no key', async () => {
  const first = world.stack.secrets.peppers;
  const hex = randomBytes(32).toString('hex');
  const accepting = `${first},2:accept:${hex}`;
  const company = await world.company();
  const make = async (peppers: string) => {
    const tools = { ...world.tools, peppers: readPeppers(peppers) };
    const { id, text } = await createKey(tools, company.scope, { name: 'made', scopes: ['balance:read'] });
    const { rows } = await world.admin.query('select pepper_version as version from api_keys where id = $1', [id]);
    return { text, version: rows[0].version as number };
  };
  const made = [await make(first), await make(accepting), await make(`${first},2:${hex}`)];
  expect(made.map(({ version }) => version)).toEqual([1, 1, 2]);
  const api = await world.stack.spawn('api', undefined, { CARDWRIGHT_PEPPERS: accepting });
  const { url } = api.said as { url: string };
  for (const { text } of made) expect((await ask(`${url}/api/v1/balance`, { key: text })).status).toBe(200);
  await api.stop();
});
