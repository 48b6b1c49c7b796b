// One order from its confirmation to its operation. Repeated clicks and lost connections charge it once.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { answer } from '../../../shared/client.ts';
import { Problem } from '../../../shared/problem.ts';
import { useWrite } from '../../../shared/queries.ts';
import { useScope } from '../session.ts';
import type { Order } from './price.ts';

/** An order with the confirmed total. */
type Wanted = Order & { expectedTotal: string };

export type Ordering = {
  /** The order in the confirmation; kept while it closes. */
  wanted: Wanted | undefined;
  confirming: boolean;
  /** The total shown before the price changed. */
  before: string | undefined;
  pending: boolean;
  error: Error | null;
  ask: (wanted: Wanted) => void;
  confirm: () => void;
  cancel: () => void;
  /** Drops the earlier order: the next one is a new order. */
  startOver: () => void;
};

/**
 * Confirms and sends an order. Its Idempotency-Key lasts as long as the page: closing the confirmation and coming back
 * after a lost connection repeats the same order, and another one under that key is refused with the id of the first.
 */
export function useOrdering(): Ordering {
  const { api, key, path } = useScope();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [wanted, setWanted] = useState<Wanted>();
  const [confirming, setConfirming] = useState(false);
  const [before, setBefore] = useState<string>();
  // Stays true after success: until the operation's page is open, another click must not order again.
  const sent = useRef(false);
  const order = useWrite({
    keyed: true,
    write: (body: Wanted, intent) =>
      answer(api.POST('/api/v1/operations', { params: { header: { 'Idempotency-Key': intent } }, body })),
    changes: [key('operations'), key('overview'), key('balance')],
    onDone: ({ id }) => void navigate({ to: path(`operations/${id}`) }),
  });
  const failed = (error: Error, { expectedTotal }: Wanted) => {
    sent.current = false;
    if (!(error instanceof Problem) || error.code !== 'quote_changed' || error.currentTotal === undefined) return;
    const { currentTotal } = error;
    setBefore(expectedTotal);
    void queries.invalidateQueries({ queryKey: key('balance', 'price') });
    setWanted((old) => (old === undefined ? old : { ...old, expectedTotal: currentTotal }));
  };
  return {
    wanted,
    confirming,
    before,
    pending: order.isPending || order.isSuccess,
    error: before !== undefined && order.error instanceof Problem && isQuoteChanged(order.error) ? null : order.error,
    ask: (next) => {
      setWanted(next);
      setBefore(undefined);
      setConfirming(true);
    },
    confirm: () => {
      if (sent.current || wanted === undefined) return;
      sent.current = true;
      order.mutate(wanted, { onError: failed });
    },
    cancel: () => {
      if (sent.current) return;
      order.reset();
      setConfirming(false);
    },
    startOver: order.startOver,
  };
}

const isQuoteChanged = ({ code }: Problem) => code === 'quote_changed';
