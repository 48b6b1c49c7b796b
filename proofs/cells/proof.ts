// Attacks: a request reaches the cell of its company and no other, and the loss of one cell is not noticed in another.
import type { Context, Counts, Proof } from '../harness/proof.ts';
import { cellsBugs } from './bugs.ts';
import { loseCell } from './outages.ts';
import { route } from './route.ts';
import { cellSettings, openWorld } from './world.ts';

async function run(context: Context): Promise<Counts> {
  const world = await openWorld(context);
  try {
    return { ...(await route(world)), ...(await loseCell(world)) };
  } finally {
    await world.close();
  }
}

export const cells: Proof = {
  promise: 'A request reaches the cell of its company and no other. A lost cell is not noticed in another.',
  sizes: {
    full: { requests: 10_000, rounds: 5, windowMs: 8_000, allowedPercent: 120, slackMs: 0 },
    // A window has 60 times here, and two cores may do other work: only a delay by far shows.
    small: { requests: 1_000, rounds: 1, windowMs: 2_500, allowedPercent: 250, slackMs: 60 },
  },
  stack: { api: 0, workers: 0, issuer: true, metrics: true, env: cellSettings },
  run,
  bugs: cellsBugs,
};
