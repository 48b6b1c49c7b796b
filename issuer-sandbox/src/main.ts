// Process: the simulated issuer. When ready, it reports its addresses to the process that started it, or on stdout.
import type { Socket } from 'node:net';
import { endWithParent, orExplain } from '@cardwright/server/foundation/process.ts';
import { openDb } from '@cardwright/server/platform/db/db.ts';
import { openLog } from '@cardwright/server/platform/http/log.ts';
import closeWithGrace from 'close-with-grace';
import { openEarlyCloser, openRefusedPort } from './addresses.ts';
import { buildIssuer } from './app.ts';
import { readConfig } from './config.ts';
import { openDeliverer } from './notifications.ts';
import { openRecorder } from './record.ts';
import type { IssuerReady } from './scenarios.ts';

/** Time for answers in progress when the process is told to stop. */
const GRACE_MS = 10_000;

/** One for the batcher of orders, one for the log, and the rest for reads and the outbox. */
const DATABASE_CONNECTIONS = 5;

const withParent = endWithParent();
const config = orExplain(() => readConfig());
const log = openLog({ level: config.logLevel, process: 'issuer-sandbox' });
const onError = (err: unknown) => log.error({ err }, 'a background task failed');

const db = openDb({ url: config.databaseUrl, name: 'issuer-sandbox', connections: DATABASE_CONNECTIONS, onError });
const deliverer = openDeliverer({ db, key: config.notificationKey, url: config.notificationUrl, onError });
const record = openRecorder(db);
const hanging = new Set<Socket>();
let url = ''; // known when the service listens, before anybody asks for it
const publicUrl = () => config.publicUrl ?? url;
const app = await buildIssuer({ ...config, publicUrl, db, deliverer, record, hanging, log });
const refused = await openRefusedPort(config.host, config.refusedPort);
const earlyCloser = await openEarlyCloser({ ...config, port: config.earlyClosePort, record, onError });

const stopping = closeWithGrace({ delay: GRACE_MS, logger: false }, async ({ err }) => {
  if (err) log.fatal({ err }, 'the process ends on an error');
  refused.close();
  earlyCloser.close();
  await app.close();
  await deliverer.close();
  await db.close();
});
withParent.by(() => stopping.close());

url = await app.listen({ host: config.host, port: config.port });
const ready: IssuerReady = { url, addresses: { connection_refused: refused.url, early_close: earlyCloser.url } };
if (process.send === undefined) console.log(JSON.stringify(ready));
else process.send(ready);
