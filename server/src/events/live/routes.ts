// The portal's live feed: the events of a company as server-sent events.
import { finished, PassThrough } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../foundation/clock.ts';
import type { Peppers } from '../../foundation/config.ts';
import { enterCompany } from '../../identity/members/enter.ts';
import { action } from '../../identity/people/actions.ts';
import type { People } from '../../identity/people/auth.ts';
import type { Db } from '../../platform/db/db.ts';
import { openConcurrency } from '../../platform/http/concurrency.ts';
import { EnvironmentName, refused } from '../../platform/http/schema.ts';
import { findLastSequence } from './sql.ts';
import { type LiveEvent, startWatching } from './watch.ts';

/** Interval of heartbeats. Each also checks that the viewer still has access. */
const BEAT_MS = 15_000;

/** Browsers open at most six connections to one address; some people use two browsers. */
const MOST_PER_PERSON = 12;

/** The limit of open feeds in one process. */
const MOST_IN_ALL = 5_000;

/** Slow clients are dropped at this backlog; they resume when they reconnect. */
const MOST_UNREAD_BYTES = 256 * 1024;

/** Browsers reconnect after this time, with the number of their last event. */
const AGAIN_MS = 2_000;

export type LiveDeps = {
  db: Db;
  own: Db;
  people: Pick<People, 'sessionOf'>;
  peppers: Peppers;
  clock: Clock;
};

const LiveQuery = Type.Object({ company: Type.Optional(Type.String()), environment: Type.Optional(EnvironmentName) });

/** Returns the end of a book's feed: it is read forwards, and people want the newest events first. */
export const newestEventRoutes: FastifyPluginAsyncTypebox<Pick<LiveDeps, 'db'>> = async (app, { db }) => {
  app.get(
    '/portal/v1/events/newest',
    {
      config: action('events.read'),
      schema: {
        operationId: 'getNewestEvent',
        tags: ['Live'],
        summary: 'Read the end of the event feed, from which pages read backwards',
        response: {
          200: Type.Object({
            sequence: Type.Integer({ description: 'The sequence of the newest event; 0 if there is none.' }),
          }),
          ...refused(400, 404),
        },
      },
    },
    async ({ member: { companyId, environment } }) => {
      const scope = { companyId, environment };
      return { sequence: Number(await db.read(scope, (tx) => findLastSequence(tx, scope))) };
    },
  );
};

/** Serves the live feed. */
export const liveRoutes: FastifyPluginAsyncTypebox<LiveDeps> = async (app, deps) => {
  const onError = (err: unknown) => app.log.error({ err }, 'polling for events failed');
  const watching = startWatching({ db: deps.own, onError });
  const underWay = openConcurrency({ perOwner: MOST_PER_PERSON, inAll: MOST_IN_ALL, refusal: 'live_limit' });
  const open = new Set<PassThrough>();
  app.addHook('preClose', async () => {
    for (const stream of open) stream.end(); // a server waits for open streams when it closes
    await watching.stop();
  });

  app.get(
    '/portal/v1/live',
    {
      config: action('live.read'),
      schema: {
        operationId: 'watchEvents',
        summary: 'Follow events as they happen',
        tags: ['Live'],
        querystring: LiveQuery,
        response: {
          200: {
            description: 'The events as they happen',
            content: { 'text/event-stream': { schema: Type.String() } },
          },
          ...refused(400, 404),
        },
      },
    },
    async (request, reply) => {
      finished(reply.raw, underWay.enter(request.person.userId)); // counted before the first await
      const scope = { companyId: request.member.companyId, environment: request.member.environment };
      const after = lastSeen(request) ?? (await deps.db.read(scope, (tx) => findLastSequence(tx, scope)));

      const stream = new PassThrough();
      open.add(stream);
      const unwatch = watching.watch(scope, after, (event) => write(stream, toText(event)));
      const beat = setInterval(() => {
        write(stream, ':\n\n');
        stillMay(deps, request).then((may) => may || stream.end(), onError);
      }, BEAT_MS);
      stream.once('close', () => {
        clearInterval(beat);
        unwatch();
        open.delete(stream);
      });
      // Sends a number before the first event, so that a client that disconnects now misses nothing either.
      write(stream, `retry: ${AGAIN_MS}\nid: ${after}\n\n`);
      return reply
        .type('text/event-stream; charset=utf-8')
        .header('x-accel-buffering', 'no') // keeps proxies from buffering
        .send(stream);
    },
  );
};

/** Whether the session still exists and the membership is unchanged. */
async function stillMay(deps: LiveDeps, { headers, member }: FastifyRequest): Promise<boolean> {
  const person = await deps.people.sessionOf(headers);
  if (person?.userId !== member.person.userId || person.sessionId !== member.person.sessionId) return false;
  const found = await enterCompany(deps, { ...member, userId: person.userId });
  return found?.role === member.role && found.key.verification === member.verification;
}

function write(stream: PassThrough, text: string): void {
  if (stream.destroyed || stream.writableEnded) return;
  if (stream.readableLength + stream.writableLength > MOST_UNREAD_BYTES) stream.destroy();
  else stream.write(text);
}

const toText = (event: LiveEvent) => `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

/** The number of the browser's last event, which it sends when it reconnects. */
function lastSeen({ headers }: FastifyRequest): bigint | undefined {
  const text = headers['last-event-id'];
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? BigInt(text) : undefined;
}
