// Which accent colours the pages now: the environment on show decides.
import { useEffect, useSyncExternalStore } from 'react';
import type { Accent } from './theme.ts';

let present: Accent = 'live';
const watchers = new Set<() => void>();

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** The accent of what is shown now. */
export const useAccent = (): Accent => useSyncExternalStore(watch, () => present);

/** Colours the pages while the caller is shown. */
export function useColour(accent: Accent): void {
  useEffect(() => {
    present = accent;
    for (const watcher of watchers) watcher();
  }, [accent]);
}
