// A receiver that you can run:   CARDWRIGHT_WEBHOOK_SECRET=whsec_… PORT=4000 node examples/receiver.mjs
// It does the four things that a receiver must: check the signature, check the time, do nothing twice, answer 2xx.
import { createServer } from 'node:http';
import { SignatureError, webhooks } from '@cardwright/sdk';

/** Two, separated by a comma, during a rotation. */
const secret = (process.env.CARDWRIGHT_WEBHOOK_SECRET ?? '').split(',');
if (secret.includes('')) {
  console.error('Set CARDWRIGHT_WEBHOOK_SECRET to the secret that was shown when the endpoint was created.');
  process.exit(1);
}

/** Larger than any event. */
const MOST_BYTES = 1024 * 1024;

/**
 * Handled events. Store yours in your database, as a unique column written in the same transaction as the event's
 * effects: an event then counts once, whatever fails in between.
 */
const handled = new Set();

/** Your program's reaction to an event. */
function handle(event) {
  console.log(`${event.type} ${event.id}`);
}

const server = createServer((request, response) => void answer(request, response));

async function answer(request, response) {
  try {
    const body = await read(request);
    const event = await webhooks.verify(body, request.headers, secret);
    if (!handled.has(event.id)) {
      handle(event);
      handled.add(event.id);
    }
    response.writeHead(204).end(); // any other status is retried
  } catch (error) {
    if (!(error instanceof SignatureError)) console.error(error);
    response.writeHead(error instanceof SignatureError ? 400 : 500).end();
  }
}

async function read(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new Error('the body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

server.listen(Number(process.env.PORT ?? 4000), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
