// The port to a world's issuer, as a worker opens it.
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { readConfig } from '@cardwright/server/foundation/config.ts';
import { type Issuer, openIssuer } from '@cardwright/server/issuer/client.ts';
import { startDeadline } from '@cardwright/server/issuer/deadline.ts';
import { neverStopped } from '@cardwright/server/platform/work/stop.ts';
import type { World } from '../world.ts';

/** Opens the port to the simulated issuer; close it when you are done. */
export function openPort({ stack }: World, stop = neverStopped, timeoutMs?: number): Issuer {
  const { peppers, webhookKeys } = stack.secrets;
  const settings = {
    CARDWRIGHT_DATABASE_URL: 'postgres://x',
    CARDWRIGHT_PEPPERS: peppers,
    CARDWRIGHT_WEBHOOK_KEYS: webhookKeys,
  };
  const { sandbox } = readConfig({ ...settings, ...stack.issuer?.serverSettings }).issuers;
  if (sandbox === undefined) throw new Error('the world has no issuer');
  return openIssuer({ ...sandbox, timeoutMs: timeoutMs ?? sandbox.timeoutMs }, stop);
}

/** The deadline of a claim made now. */
export const inTime = () => startDeadline(systemClock);
