// The accent colour of the pages, by environment.
import { useEffect, useSyncExternalStore } from 'react';
import type { Accent } from './theme.ts';

let present: Accent = 'live';
const watchers = new Set<() => void>();

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** The current accent. */
export const useAccent = (): Accent => useSyncExternalStore(watch, () => present);

/** Sets the accent while the caller is mounted. */
export function useColour(accent: Accent): void {
  useEffect(() => {
    present = accent;
    for (const watcher of watchers) watcher();
  }, [accent]);
}
