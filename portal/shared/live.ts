// The live feed: what happened is told at once, and what is shown of it is read again.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Environment } from './portal-api.ts';

/** What each kind of event changes: the third part of the keys of queries, see docs/portal.md. */
const changes = {
  'operation.completed': ['operations', 'overview', 'balance', 'cards'],
  'operation.failed': ['operations', 'overview', 'balance'],
  'operation.manual_review': ['operations', 'overview'],
  'invoice.pending': ['invoices', 'overview'],
  'invoice.completed': ['invoices', 'overview', 'balance'],
  'invoice.expired': ['invoices', 'overview'],
  'invoice.failed': ['invoices', 'overview'],
  'invoice.manual_review': ['invoices', 'overview'],
  'card.created': ['cards'],
  'card.updated': ['cards'],
  'transaction.created': ['transactions', 'cards'],
  'transaction.updated': ['transactions', 'cards'],
  'webhook.test': ['webhooks'],
  'webhook.failing': ['webhooks', 'overview'],
  'webhook.disabled': ['webhooks', 'overview'],
} as const satisfies Record<string, readonly string[]>;

/** `lost` while nothing can be told; whatever is shown may then be older than it looks. */
export type LiveState = 'connecting' | 'live' | 'lost';

/** A connection that ended for good is begun again after this time. */
const AGAIN_MS = 5_000;

/** Follows the feed of one company and environment; after a loss everything shown of it is read again. */
export function useLive(company: string, environment: Environment | undefined): LiveState {
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  useEffect(() => {
    if (environment === undefined) return;
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wasLost = false;
    const open = () => {
      const asked = new URLSearchParams({ company, environment });
      source = new EventSource(`/portal/v1/live?${asked}`);
      source.addEventListener('open', () => {
        setState('live');
        if (wasLost) void queries.invalidateQueries({ queryKey: [company, environment] });
        wasLost = false;
      });
      source.addEventListener('error', () => {
        wasLost = true;
        setState('lost');
        if (source?.readyState !== EventSource.CLOSED) return;
        timer = setTimeout(open, AGAIN_MS);
        void queries.invalidateQueries({ queryKey: ['me'] }); // refused: perhaps nobody is signed in any more
      });
      for (const [type, areas] of Object.entries(changes))
        source.addEventListener(type, () => {
          for (const area of [...areas, 'events'])
            void queries.invalidateQueries({ queryKey: [company, environment, area] });
        });
    };
    open();
    return () => {
      clearTimeout(timer);
      source?.close();
    };
  }, [company, environment, queries]);
  return state;
}
