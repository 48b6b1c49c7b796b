// Nothing tells the desk of changes, so its pages look again by themselves.
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/** Often enough for somebody who waits, seldom enough for the database. */
const POLL_AGAIN_MS = 10_000;

/** Reads answers again every few seconds while the page is shown; `area` is the beginning of their keys. */
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
