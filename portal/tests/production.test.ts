// Deployed builds contain nothing of the demo sign-in: no button, no text, no address.
import { build, type Rolldown } from 'vite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { configOf } from '../vite.config.ts';

const door = [/demo-people/, /\/portal\/v1\/development/, /Sign in as a demo user/];

// Production mode, as on a build machine: the test mode's libraries are larger.
beforeEach(() => vi.stubEnv('NODE_ENV', 'production'));
afterEach(() => vi.unstubAllEnvs());

/** Everything that a build would write, names and texts. */
async function built(mode: string): Promise<string> {
  const config = configOf('company', mode);
  const done = await build({ ...config, logLevel: 'silent', build: { ...config.build, write: false } });
  const { output } = done as Rolldown.RolldownOutput;
  return output
    .map((file) => `${file.fileName}\n${file.type === 'chunk' ? file.code : String(file.source)}`)
    .join('\n');
}

test('the pages of production have no way in as a demo person; those of development do', async () => {
  const [production, development] = [await built('production'), await built('development')];
  for (const trace of door) {
    expect(development).toMatch(trace);
    expect(production).not.toMatch(trace);
  }
  expect(production.length).toBeGreaterThan(100_000);
});
