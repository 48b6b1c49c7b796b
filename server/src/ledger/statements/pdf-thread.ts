// Thread: prints one statement and hands the file back. Ten thousand entries take seconds, and nobody else waits for
// them.
import { parentPort, workerData } from 'node:worker_threads';
import { type PrintedStatement, print } from './paper.ts';

const file = await print(workerData as PrintedStatement);
const bytes = new Uint8Array(file); // memory of its own, so that it can be handed over without a copy
parentPort?.postMessage(bytes, [bytes.buffer]);
