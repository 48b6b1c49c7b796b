// Actions on a card. Each is an operation that the issuer carries out.
import { answer } from '../../../shared/client.ts';
import { useWrite } from '../../../shared/queries.ts';
import { useScope } from '../session.ts';
import type { Limits } from './card.ts';

/** Actions that need no more than the card. */
export type Action = 'freeze' | 'unfreeze' | 'close';

const areas = ['operations', 'cards', 'overview', 'balance'] as const;

/** Sends an action under one Idempotency-Key per intent; `onDone` gets the id of its operation. */
export function useAction(cardId: string, action: Action, onDone: (operationId: string) => void) {
  const { api, key } = useScope();
  return useWrite({
    keyed: true,
    write: (_: void, intent) =>
      answer(
        api.POST(`/api/v1/cards/{id}/${action}`, {
          params: { path: { id: cardId }, header: { 'Idempotency-Key': intent } },
          body: {},
        }),
      ),
    changes: areas.map((area) => key(area)),
    onDone: ({ id }) => onDone(id),
  });
}

/** Replaces the limits of a card, like `useAction`. */
export function useLimits(cardId: string, onDone: (operationId: string) => void) {
  const { api, key } = useScope();
  return useWrite({
    keyed: true,
    write: (body: Limits, intent) =>
      answer(
        api.POST('/api/v1/cards/{id}/limits', {
          params: { path: { id: cardId }, header: { 'Idempotency-Key': intent } },
          body,
        }),
      ),
    changes: areas.map((area) => key(area)),
    onDone: ({ id }) => onDone(id),
  });
}
