// Requests about events and webhook endpoints. There are at most sixteen endpoints, so each created endpoint is
// deleted again, and each rotated secret is confirmed: every pair is measured as one request.
import { eventTypes } from '@cardwright/server/events/log/types.ts';
import { daysOf, type History } from '../history/history.ts';
import { type Asked, type Request, reads } from './request.ts';

export const WEBHOOKS = '/api/v1/webhook-endpoints';

/** The requests to each of their endpoints; `cursor` is a position in the middle of the history, in any list. */
export function webhookRequests(
  history: History,
  { id, cursor }: { id: string; cursor: string },
): [string, Request[]][] {
  const of = (rest: string, method: Asked['method'] = 'POST', body?: object): Asked => ({
    method,
    path: `${WEBHOOKS}/${id}${rest}`,
    ...(body === undefined ? {} : { body }),
  });
  const only = (variant: string, ask: Asked, next?: Request['next']): Request[] => [
    { variant, ask, ...(next === undefined ? {} : { next }) },
  ];
  const made: Asked = { method: 'POST', path: WEBHOOKS, body: { url: 'https://example.com/made' } };
  const cycle = only('made and deleted again', made, (text) => ({
    method: 'DELETE',
    path: `${WEBHOOKS}/${(JSON.parse(text) as { id: string }).id}`,
  }));
  const rotation = only('replaced and confirmed', of('/rotate-secret'), () => of('/confirm-secret'));
  const { early } = daysOf(history);
  const day = { from: `${early.from}T00:00:00Z`, to: `${early.to}T23:59:59Z` };
  const deliveries = '/deliveries';
  const middle = Math.floor(history.events / 4); // half of all events are the measured company's
  const [[, listed] = ['', []]] = reads(`${WEBHOOKS}/${id}${deliveries}`, {
    'first page': 'limit=50',
    'a page in the middle': `limit=50&cursor=${cursor}`,
    'status, common': 'status=delivered',
    'status, rare': 'status=failed',
  });
  return [
    ...reads('/api/v1/events', {
      'from the beginning': 'limit=50',
      'from the middle': `limit=50&afterSequence=${middle}`,
      'type, common': `limit=50&type=operation.completed&afterSequence=${middle}`,
      'type, rare': `limit=50&type=operation.failed&afterSequence=${middle}`,
      'all types': `limit=50&type=${eventTypes.join(',')}&afterSequence=${middle}`,
    }),
    ...reads(WEBHOOKS, { 'the whole list': '' }),
    [`GET ${WEBHOOKS}/{id}`, only('by its id', of('', 'GET'))],
    [`GET ${WEBHOOKS}/{id}${deliveries}`, listed],
    [`POST ${WEBHOOKS}`, cycle],
    [`DELETE ${WEBHOOKS}/{id}`, cycle],
    [`PATCH ${WEBHOOKS}/{id}`, only('its description', of('', 'PATCH', { description: 'measured' }))],
    [`POST ${WEBHOOKS}/{id}/rotate-secret`, rotation],
    [`POST ${WEBHOOKS}/{id}/confirm-secret`, rotation],
    [`POST ${WEBHOOKS}/{id}/test`, only('told of', of('/test'))],
    [`POST ${WEBHOOKS}/{id}/replay`, only('a day, counted', of('/replay', 'POST', day))],
  ];
}
