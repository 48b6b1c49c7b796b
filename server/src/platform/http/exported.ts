// Answers that wait until their audit entry has left the database.
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Says whether the audit entry of the action is exported: `done` or `outstanding`. */
const EXPORT_HEADER = 'audit-export';

/**
 * Holds back the answer of a successful action until its audit entry is exported. When that takes too long or fails,
 * the answer says that the export is outstanding: the action took effect all the same.
 */
export function answerAfterExport(
  app: FastifyInstance,
  options: {
    isAwaited: (request: FastifyRequest) => boolean;
    awaitExport: () => Promise<'done' | 'outstanding'>;
  },
): void {
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 300 || !options.isAwaited(request)) return;
    const state = await options.awaitExport().catch((error: unknown) => {
      request.log.error({ err: error }, 'the export of an action could not be awaited');
      return 'outstanding';
    });
    reply.header(EXPORT_HEADER, state);
  });
}
