// Process: the operators' desk.
import { systemClock } from './clock.ts';
import { openDb } from './db/db.ts';
import { buildDesk } from './desk-app.ts';
import { readDeskConfig } from './desk-config.ts';
import { openLog } from './http/log.ts';
import { openMetrics } from './http/metrics.ts';
import { serve } from './http/serve.ts';
import { openPeople } from './people/auth.ts';
import { openMail } from './people/mail.ts';
import { endWithParent, orExplain } from './process.ts';
import { openDeadLetters } from './queue/dead-letters.ts';
import { openHeadFiles } from './seals/head-files.ts';
import { gatherHeads } from './seals/heads.ts';
import { databaseStore } from './verifications/documents.ts';

/** One chain is verified at a time, and its next page is read while this one is hashed. */
const HISTORY_CONNECTIONS = 2;

const withParent = endWithParent();
const config = orExplain(() => readDeskConfig(process.env));
const log = openLog({ level: config.logLevel, process: 'desk' });
const onError = (err: unknown) => log.error({ err }, 'a background task failed');

const pool = { url: config.databaseUrl, connections: config.databaseConnections, onError };
const db = openDb({ ...pool, name: 'cardwright-desk' });
const histories = openDb({
  ...pool,
  name: 'cardwright-desk-histories',
  connections: HISTORY_CONNECTIONS,
  histories: true,
});
const own = openDb({ ...pool, url: config.signInDatabaseUrl, name: 'cardwright-desk-sign-in', connections: 1 });
const mail = openMail({ url: config.smtpUrl, from: config.mailFrom, onError });
const people = openPeople({
  url: config.signInDatabaseUrl,
  schema: 'desk',
  basePath: '/desk/auth',
  publicUrl: config.publicUrl,
  secret: config.authSecret,
  signUp: false,
  mail,
  clock: systemClock,
  onError,
});
const deadLetters = openDeadLetters({ url: config.databaseUrl, onError });
const registry = config.metrics && openMetrics();
const { sealsDirectory } = config;
const app = await buildDesk({
  ...config,
  db,
  histories,
  own,
  clock: systemClock,
  people,
  deadLetters,
  store: databaseStore,
  readHeads: sealsDirectory === undefined ? undefined : () => gatherHeads(openHeadFiles(sealsDirectory, systemClock)),
  log,
  registry,
});
await serve({
  app,
  config,
  registry,
  withParent,
  log,
  onError,
  async close() {
    await mail.close();
    await people.close();
    await deadLetters.close();
    await Promise.all([own.close(), histories.close(), db.close()]);
  },
});
