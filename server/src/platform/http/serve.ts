// A process that serves requests until it is told to stop. Then it drains, and lets requests in flight finish.
import { setTimeout as sleep } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '../../foundation/config.ts';
import type { endWithParent } from '../../foundation/process.ts';
import { stopTracing } from '../trace/trace.ts';
import { serveMetrics } from './metrics.ts';

/** Grace period for requests in flight, once the process accepts no more. */
const GRACE_MS = 10_000;

export type Serving = {
  app: FastifyInstance;
  config: Pick<Config, 'host' | 'port' | 'publicUrl' | 'metrics' | 'drainMs'>;
  registry: Registry | undefined;
  withParent: ReturnType<typeof endWithParent>;
  log: Logger;
  onError: (error: unknown) => void;
  /** Closes the resources of requests, after the last answer. */
  close: () => Promise<void>;
};

/** Serves requests and metrics, reports the address to the parent process, and closes everything at the end. */
export async function serve({ app, config, registry, withParent, log, onError, close }: Serving): Promise<void> {
  const metrics = config.metrics && registry && (await serveMetrics(config.metrics, { registry, onError }));
  const stopping = closeWithGrace({ delay: config.drainMs + GRACE_MS, logger: false }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'the process ends on an error');
    app.drain();
    // Proxies send requests until they have noticed. After an error, or without a parent, nobody waits for that.
    if (signal !== undefined) await sleep(config.drainMs);
    await app.close();
    await metrics?.close();
    await close();
    await stopTracing();
  });
  withParent.by(() => stopping.close());
  const address = await app.listen({ host: config.host, port: config.port });
  log.info({ address }, 'ready');
  process.send?.({ url: config.publicUrl });
}
