// A webhook receiver of a company: a real server that keeps its requests and responds as a test wants.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Received = { path: string; headers: IncomingHttpHeaders; raw: Buffer; event: Told };

export type Told = {
  id: string;
  type: string;
  createdAt: string;
  environment: string;
  companyId: string;
  sequence: number;
  data: { object: Record<string, unknown> };
};

/** How a receiver answers. */
export type Answering = {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** Delay before the response; `forever` never responds. */
  afterMs?: number | 'forever';
};

export type Receiver = {
  url: string;
  got: Received[];
  /** Sets the response from now on. */
  answer(how: Answering | ((received: Received) => Answering)): void;
  close(): Promise<void>;
};

/** Opens a receiver on a free port. */
export async function openReceiver(how: Answering = {}): Promise<Receiver> {
  const got: Received[] = [];
  let answering: (received: Received) => Answering = () => how;
  const reply = async (response: ServerResponse, { status = 200, headers = {}, body = '', afterMs = 0 }: Answering) => {
    if (afterMs === 'forever') return;
    if (afterMs > 0) await sleep(afterMs);
    response.writeHead(status, headers).end(body);
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks);
      const event = JSON.parse(raw.toString('utf8')) as Told;
      const received = { path: request.url ?? '', headers: request.headers, raw, event };
      got.push(received);
      void reply(response, answering(received));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    got,
    answer: (next) => {
      answering = typeof next === 'function' ? next : () => next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
