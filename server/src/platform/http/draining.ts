// Draining: before a process stops, it says that it is not ready, and answers until its proxy has noticed.
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Turns /health/ready off, and asks clients to close their connections. Requests are still answered. */
    drain(): void;
    isDraining(): boolean;
  }
}

/** Adds draining to a server. */
export function addDraining(app: FastifyInstance): void {
  let draining = false;
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.decorate('drain', () => {
    draining = true;
  });
  app.decorate('isDraining', () => draining);
  // Otherwise a client could send its next request while the connection is being closed, and get no answer. Once the
  // server closes, the next request on a connection is refused in words instead.
  app.addHook('onSend', async (_request, reply) => {
    if (draining && !closing) reply.header('connection', 'close');
  });
}
