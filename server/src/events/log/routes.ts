// The event feed: all events of a company in order, for clients that poll; and one event.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { fromId } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Db } from '../../platform/db/db.ts';
import { access } from '../../platform/http/access.ts';
import { sendText } from '../../platform/http/keyed.ts';
import { pageQuery } from '../../platform/http/pages.ts';
import { EnvironmentName, Instant, idOf, idPath, NoQuery } from '../../platform/http/schema.ts';
import { findEventBody, listEventBodies } from './sql.ts';
import { eventTypes } from './types.ts';

const DEFAULT_LIMIT = 50;

export const Event = Type.Object(
  {
    id: idOf('event', { description: 'Identifies repeated deliveries of the same event.' }),
    type: Type.Enum(eventTypes, { type: 'string' }),
    createdAt: Instant,
    environment: EnvironmentName,
    companyId: idOf('company'),
    sequence: Type.Integer({
      minimum: 1,
      description: 'Without a gap in each company and environment.',
      examples: [42],
    }),
    data: Type.Object({
      object: Type.Object(
        {},
        { additionalProperties: true, description: 'The object as the API showed it at that time.' },
      ),
    }),
  },
  { $id: 'Event' },
);

const EventQuery = Type.Object({
  afterSequence: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The sequence of the last event that you have; 0 to begin.',
    }),
  ),
  limit: pageQuery.limit,
  type: Type.Optional(
    Type.Array(Type.Enum(eventTypes, { type: 'string' }), {
      description: 'Only events of these types, separated by commas.',
      examples: [['operation.completed', 'operation.failed']],
    }),
  ),
});

/** Serves the feed of events, and each event. */
export const eventRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
  app.get(
    '/api/v1/events',
    {
      config: access({ permission: 'webhooks:read', limit: 'reads' }),
      schema: {
        tags: ['Events'],
        operationId: 'listEvents',
        summary: 'Read events in order',
        description:
          'Ascending by sequence, 50 at a time unless limit says otherwise, in the same bytes as webhooks. ' +
          'Repeat with the sequence of the last one until the list is empty. With type, the list has gaps in the ' +
          'sequence. Events are kept for 90 days.',
        querystring: EventQuery,
        response: { 200: Type.Object({ data: Type.Array(Type.Ref('Event')) }) },
      },
    },
    async ({ caller, query }, reply) => {
      const { afterSequence = 0, limit = DEFAULT_LIMIT, type } = query;
      const asked = { afterSequence, limit, ...(type === undefined ? {} : { types: type }) };
      const bodies = await db.read(caller.scope, (tx) => listEventBodies(tx, caller.scope, asked));
      // Put together from what is stored: written anew, an event could differ from what was pushed.
      return sendText(reply, `{"data":[${bodies.join(',')}]}`);
    },
  );

  app.get(
    '/api/v1/events/:id',
    {
      config: access({ permission: 'webhooks:read', limit: 'reads', refuses: ['event_not_found'] }),
      schema: {
        tags: ['Events'],
        operationId: 'getEvent',
        summary: 'Read one event',
        description: 'In the same bytes as in the list and in webhooks.',
        params: idPath('event'),
        querystring: NoQuery,
        response: { 200: Type.Ref('Event') },
      },
    },
    async ({ caller: { scope }, params }, reply) => {
      const id = fromId('event', params.id) ?? refuse('event_not_found');
      const body = await db.read(scope, (tx) => findEventBody(tx, scope, id));
      return sendText(reply, body ?? refuse('event_not_found'));
    },
  );
};
