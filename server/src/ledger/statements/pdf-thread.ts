// Thread: prints one statement and returns the file. Ten thousand entries take seconds and would block the process.
import { parentPort, workerData } from 'node:worker_threads';
import { type PrintedStatement, print } from './paper.ts';

const file = await print(workerData as PrintedStatement);
const bytes = new Uint8Array(file); // its own memory, so that it can be transferred without a copy
parentPort?.postMessage(bytes, [bytes.buffer]);
