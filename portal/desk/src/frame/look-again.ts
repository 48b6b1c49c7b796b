// The desk has no live feed, so its pages poll.
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/** Poll interval: frequent enough for a waiting operator, cheap enough for the database. */
const POLL_AGAIN_MS = 10_000;

/** Refetches queries every few seconds while the page is visible; `area` is the start of their keys. */
export function useLookAgain(...area: QueryKey): void {
  const queries = useQueryClient();
  const key = useRef(area);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void queries.invalidateQueries({ queryKey: key.current });
    };
    const timer = setInterval(look, POLL_AGAIN_MS);
    return () => clearInterval(timer);
  }, [queries]);
}
