// Unplaced notifications: lists them, and closes those that will never be placed.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { fromId, NOBODY } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { closeUnplaced, listUnplaced, MOST_UNPLACED_SHOWN } from '../../issuer/unplaced.ts';
import { EnvironmentName, IdPath, Instant, NoQuery } from '../../platform/http/schema.ts';
import { action } from './actions.ts';
import { Count, InstantOrNull, readWords, refusedAt, shownAt, shownAtOrNull, Words } from './contract.ts';
import { type DeskDeps, toolsOf } from './deps.ts';

const Unplaced = Type.Object({
  id: Type.String(),
  environment: EnvironmentName,
  event: Type.String({ description: 'The issuer’s id of it.' }),
  about: Type.String({ description: 'Its type, and the reference in it.' }),
  amount: Type.String({ description: 'The amount in it; empty when it has none.' }),
  reason: Type.String({ description: 'Why it cannot be placed.' }),
  receivedAt: Instant,
  attempts: Count,
  nextAt: InstantOrNull,
});

export const Notifications = Type.Object({
  unplaced: Type.Array(Unplaced, { description: `Oldest first, at most ${MOST_UNPLACED_SHOWN}.` }),
});

/** Shows unplaced notifications, and closes them. */
export const notificationRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  app.get(
    '/desk/v1/notifications',
    {
      config: action('notifications.read'),
      schema: {
        tags: ['Notifications'],
        operationId: 'listUnplacedNotifications',
        summary: 'List notifications that could not be placed',
        querystring: NoQuery,
        response: { 200: Notifications, ...refusedAt(400) },
      },
    },
    async () => ({
      unplaced: (await listUnplaced(deps.db)).map(({ receivedAt, nextAt, ...row }) => ({
        ...row,
        receivedAt: shownAt(receivedAt),
        nextAt: shownAtOrNull(nextAt),
      })),
    }),
  );

  app.post(
    '/desk/v1/notifications/:id/close',
    {
      config: action('notifications.close'),
      schema: {
        tags: ['Notifications'],
        operationId: 'closeNotification',
        summary: 'Close a notification that cannot be placed',
        params: IdPath,
        querystring: NoQuery,
        body: Type.Object({ reason: Words('Why; it is kept in the audit log.') }),
        response: { 200: Type.Object({ id: Type.String() }), ...refusedAt(400, 404, 413, 415) },
      },
    },
    async ({ params, body, operator }) => {
      const id = fromId('notification', params.id) ?? NOBODY;
      if (!(await closeUnplaced(toolsOf(deps, operator), id, readWords(body.reason)))) refuse('notification_not_found');
      return { id: params.id };
    },
  );
};
