// Command: asks the process of this container or machine whether it lives.   cardwrightd health
import { readNumber, readOptions } from '../foundation/command-line.ts';
import { ownEnvironment } from '../foundation/configuration/read.ts';

/** Shorter than the timeout of common health checks (5 s), so that the answer says why. */
const TIMEOUT_MS = 3_000;

/** The port of the metrics in the image; elsewhere, each process of a machine has another one. */
const METRICS_PORT = ownEnvironment()['CARDWRIGHT_METRICS_PORT'] || '9464';

const help = `Asks the process on this machine whether it lives, and exits with 0 if so. For health checks of containers.

Usage: cardwrightd health [--port PORT]

  --port PORT  the port of its metrics, or any other of its ports; CARDWRIGHT_METRICS_PORT unless given, or 9464

Every answer counts, also a refusal: the process is at work. Whether it is ready is what /health/ready says.`;

const { port = METRICS_PORT } = readOptions(help, { port: { type: 'string' } });
const url = `http://127.0.0.1:${readNumber(help, port, { name: 'port', from: 1, to: 65_535 })}/health/live`;
try {
  const { status } = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (status >= 500) throw new Error(`it answers ${status}`);
  console.log('live');
} catch (error) {
  console.error(`${url}: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
