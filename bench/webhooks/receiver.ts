// Process: an endpoint that accepts every request immediately. It reports to its parent when the goal is reached.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceiverSays = { port: number } | { reached: number };

let count = 0;
let goal = Number.POSITIVE_INFINITY;
const say = (words: ReceiverSays) => process.send?.(words);

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.writeHead(200).end();
    if (++count === goal) say({ reached: count });
  });
});
server.keepAliveTimeout = 60_000; // long enough for senders to reuse a connection
server.listen(0, '127.0.0.1', () => say({ port: (server.address() as AddressInfo).port }));

// A number is a goal: how many requests to count from now on.
process.on('message', (wanted: number) => {
  count = 0;
  goal = wanted;
});
process.on('disconnect', () => process.exit());
