// The live feed: refetches what an event changed.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Environment } from './portal-api.ts';

/** The areas that each type of event changes: the third part of query keys, see docs/portal.md. */
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
  'holder.created': ['holders'],
  'holder.updated': ['holders'],
  'transaction.created': ['transactions', 'cards'],
  'transaction.updated': ['transactions', 'cards'],
  'webhook.test': ['webhooks'],
  'webhook.failing': ['webhooks', 'overview'],
  'webhook.disabled': ['webhooks', 'overview'],
} as const satisfies Record<string, readonly string[]>;

/** `lost` while the feed is down; shown data may be stale. */
export type LiveState = 'connecting' | 'live' | 'lost';

/** Delay before a closed connection is reopened. */
const AGAIN_MS = 5_000;

/** Follows the feed of one company and environment; refetches everything after a loss. */
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
        void queries.invalidateQueries({ queryKey: ['me'] }); // refused: the session may have ended
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
