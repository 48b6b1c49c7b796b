// Clients that use almost no processor time: one socket each, and no more parsing than needed. They share the machine
// with the system under test, so their own cost would distort the result.
import { connect, type Socket } from 'node:net';

/** A request as the bytes on the wire. */
export type NextRequest = () => Buffer;

/** Writes a POST with a JSON body and its own Idempotency-Key. */
export function postBytes(
  path: string,
  { key, idempotencyKey, body }: Record<'key' | 'idempotencyKey' | 'body', string>,
) {
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${key}\r\nidempotency-key: ${idempotencyKey}\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** Runs closed-loop clients: each sends its next request after the last answer. Returns the number of 201 answers. */
export async function driveClients(
  baseUrl: string,
  { clients, seconds, next }: { clients: number; seconds: number; next: NextRequest },
): Promise<{ accepted: number; perSecond: number }> {
  const started = performance.now();
  const until = started + seconds * 1_000;
  const counts = await Promise.all(Array.from({ length: clients }, () => driveOne(baseUrl, until, next)));
  const accepted = counts.reduce((sum, count) => sum + count, 0);
  return { accepted, perSecond: (accepted / (performance.now() - started)) * 1_000 };
}

async function driveOne(baseUrl: string, until: number, next: NextRequest): Promise<number> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  try {
    let accepted = 0;
    while (performance.now() < until) {
      socket.write(next());
      const answer = await readAnswer(socket);
      if (!answer.startsWith('HTTP/1.1 201')) throw new Error(`an order was not accepted: ${answer.slice(0, 2_000)}`);
      accepted++;
    }
    return accepted;
  } finally {
    socket.destroy();
  }
}

/** Reads one response: the head, then the body up to its content-length. */
function readAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const end = (error?: Error) => {
      socket.off('data', onData).off('error', end).off('close', onClose);
      if (error === undefined) resolve(text);
      else reject(error);
    };
    const onClose = () => end(new Error('the connection was closed'));
    const onData = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const head = text.indexOf('\r\n\r\n');
      if (head === -1) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN);
      if (text.length >= head + 4 + length) end();
    };
    socket.on('data', onData).on('error', end).on('close', onClose);
  });
}
