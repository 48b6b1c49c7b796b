// Carries out an import: asks for the next rows until none is waiting. The server orders no row twice.
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { answer } from '../../../shared/client.ts';
import type { ImportProgress } from '../../../shared/portal-api.ts';
import { useWrite } from '../../../shared/queries.ts';
import { useScope } from '../session.ts';

/**
 * The state of the history entry that a confirmation leads to: only there it runs without a click. A link to the page,
 * or a new tab, shows the import's progress and waits for one.
 */
export const STARTED = { started: true } as const;

declare module '@tanstack/react-router' {
  interface HistoryState {
    started?: boolean;
  }
}

/** Runs an import while the page is open. */
export function useRun({ id, waiting }: Pick<ImportProgress, 'id' | 'waiting'>, may: boolean) {
  const { api, key } = useScope();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { started } = useLocation().state;
  const [going, setGoing] = useState(started === true);
  const { mutate, isPending, isError, error, reset } = useWrite({
    keyed: true, // the server derives the keys from the import
    write: () => answer(api.POST('/portal/v1/imports/{id}/run', { params: { path: { id } } })),
    onDone: (progress) => queries.setQueryData(key('imports', id), progress),
  });
  const isNext = going && may && waiting > 0 && !isPending && !isError;
  useEffect(() => {
    if (isNext) mutate();
  }, [isNext, mutate]);
  return {
    going: going && may && waiting > 0 && !isError,
    error,
    start: () => (reset(), setGoing(true)),
    pause: () => {
      setGoing(false);
      // Otherwise it would run again when the person comes back to this entry, or reloads.
      void navigate({ to: '.', search: true, state: {}, replace: true, resetScroll: false });
    },
  };
}
