// A process that logs more than anybody reads, and ends when it is told that its reader is gone.
import { openLog } from '../../../src/platform/http/log.ts';

/** More than a pipe holds. */
const LINES = 2_000;

const log = openLog({ level: 'info', process: 'test' });
process.once('disconnect', () => {
  log.fatal('nobody reads this');
  process.exit(0);
});
process.on('message', () => {
  for (let line = 0; line < LINES; line++) log.error({ filler: 'x'.repeat(200) }, 'a background task failed');
});
process.send?.('ready');
