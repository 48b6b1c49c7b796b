// Command: asks the process of this container or machine whether it lives.   cardwrightd health
import { readOptions } from '../foundation/command-line.ts';

/** Shorter than the timeout of common health checks (5 s), so that the answer says why. */
const TIMEOUT_MS = 3_000;

const help = `Asks the process on this machine whether it lives, and exits with 0 if so. For health checks of containers.

Usage: cardwrightd health

It takes no options. It asks at CARDWRIGHT_METRICS_PORT, which every process can have, or else at CARDWRIGHT_PORT.`;

readOptions(help, {});
const port = process.env['CARDWRIGHT_METRICS_PORT'] || process.env['CARDWRIGHT_PORT'] || '3000';
const url = `http://127.0.0.1:${port}/health/live`;
try {
  const { status } = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (status !== 200) throw new Error(`it answers ${status}`);
  console.log('live');
} catch (error) {
  console.error(`${url}: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
