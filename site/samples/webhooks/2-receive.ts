import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

const seen = new Set<string>(); // in production: a table, written in the transaction of the event's effects
let signingSecret = '';

const server = createServer(async (request, response) => {
  try {
    const event = await webhooks.verify(await buffer(request), request.headers, signingSecret);
    if (!seen.has(event.id)) {
      console.log('received', event.type);
      seen.add(event.id);
    }
    response.writeHead(200).end();
  } catch (error) {
    response.writeHead(error instanceof SignatureError ? 400 : 500).end();
  }
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const { port } = server.address() as AddressInfo;

const url = process.env.PUBLIC_URL ?? `http://127.0.0.1:${port}/hooks`;
const endpoint = await cardwright.webhookEndpoints.create({ url, events: ['*'] });
signingSecret = endpoint.secret ?? ''; // shown once: store it like a password

await cardwright.webhookEndpoints.test(endpoint.id);
while (seen.size === 0) await setTimeout(100);
server.close(); // yours keeps running
