// A store of exports that cannot be written to for a while.
import { rename, rm, writeFile } from 'node:fs/promises';
import type { Stack } from '@cardwright/stack/start.ts';

/** Puts a file where the directory should be. Returns a function that brings the directory back. */
export async function takeStoreAway({ sealsDirectory, processes }: Stack): Promise<() => Promise<void>> {
  const workers = processes.filter(({ role }) => role === 'worker');
  /** A worker would create the directory again between two steps. */
  const whileFrozen = async (work: () => Promise<void>) => {
    for (const { child } of workers) child.kill('SIGSTOP');
    await work();
    for (const { child } of workers) child.kill('SIGCONT');
  };
  await whileFrozen(async () => {
    await rename(sealsDirectory, `${sealsDirectory}-away`);
    await writeFile(sealsDirectory, '');
  });
  return () =>
    whileFrozen(async () => {
      await rm(sealsDirectory);
      await rename(`${sealsDirectory}-away`, sealsDirectory);
    });
}
