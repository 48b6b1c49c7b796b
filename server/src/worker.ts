// Process: queues and timers.
import closeWithGrace from 'close-with-grace';
import { readConfig } from './config.ts';
import { LONG_STATEMENT_TIMEOUT_MS, openDb } from './db/db.ts';
import { openLog } from './http/log.ts';
import { verifyLedger } from './ledger/verify.ts';
import { endWithParent, orExplain } from './process.ts';
import { openQueue } from './queue/queue.ts';
import { VERIFY_LEDGER } from './queue/queues.ts';

/** Daily, at an hour when few of our companies are at work. */
const VERIFY_LEDGER_AT = '17 3 * * *';

/** Jobs in progress get this long to finish when the process is told to stop. */
const GRACE_MS = 10_000;

const config = orExplain(() => readConfig(process.env));
const log = openLog({ level: config.logLevel, process: 'worker' });
const onError = (err: unknown) => log.error({ err }, 'a background task failed');

const db = openDb({
  url: config.databaseUrl,
  name: 'cardwright-worker',
  connections: config.databaseConnections,
  statementTimeoutMs: LONG_STATEMENT_TIMEOUT_MS,
  onError,
});
const queue = await openQueue({ url: config.databaseUrl, onError });

await queue.work(VERIFY_LEDGER, async () => {
  const { books, entries, bad } = await verifyLedger(db);
  if (bad === undefined) log.info({ books, entries: entries.toString() }, 'ledger verified');
  else log.fatal({ bad }, 'THE LEDGER DOES NOT ADD UP: stop writes and read docs/runbooks/ledger-mismatch.md');
  return { books, entries: entries.toString(), bad: bad ?? null };
});
await queue.schedule(VERIFY_LEDGER, VERIFY_LEDGER_AT);

const stopping = closeWithGrace({ delay: GRACE_MS, logger: false }, async ({ err }) => {
  if (err) log.fatal({ err }, 'the process ends on an error');
  await queue.stop();
  await db.close();
});
endWithParent(() => stopping.close());
log.info('ready');
process.send?.('ready');
