// Where webhooks arrive: an endpoint for each company, which answers immediately, slowly or never.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Well within the time that the product waits. */
const SLOW_MS = 300;

/** What an event is about. */
type Heard = { type: string; objectId: string };

/** Hears of an event with the moment of its arrival, in milliseconds since 1970. */
type OnEvent = (event: Heard, at: number) => void;

export type Receiver = {
  /** The address of a company's endpoint; `part` tells several of one company apart. */
  urlOf(name: string, part?: number): string;
  /** Hears what arrives for a company. */
  onEvent(name: string, heard: OnEvent): void;
  /** Lets the endpoints of a company take their time, so that much for them takes no time of the machine. */
  slow(name: string): void;
  /** Lets the endpoints of a company accept requests and never answer. */
  hang(name: string): void;
  /** Lets them answer again, and ends what hangs. */
  release(name: string): void;
  /** Requests so far. */
  requests(): number;
  close(): Promise<void>;
};

/** Opens the server of all endpoints. */
export async function openReceiver(): Promise<Receiver> {
  const hanging = new Map<string, Set<ServerResponse>>();
  const heard = new Map<string, OnEvent>();
  const slow = new Set<string>();
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    const at = Date.now();
    const name = request.url?.split('/')[1] ?? '';
    const held = hanging.get(name);
    if (held !== undefined) {
      held.add(response);
      request.resume();
      return;
    }
    const answer = async () => {
      const text = await textOf(request);
      if (slow.has(name)) setTimeout(() => response.writeHead(200).end(), SLOW_MS);
      else response.writeHead(200).end();
      heard.get(name)?.(toEvent(text), at);
    };
    answer().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (name, part = 0) => `http://127.0.0.1:${port}/${name}/${part}`,
    onEvent: (name, each) => void heard.set(name, each),
    slow: (name) => void slow.add(name),
    hang: (name) => void hanging.set(name, new Set()),
    release(name) {
      for (const response of hanging.get(name) ?? []) response.writeHead(200).end();
      hanging.delete(name);
    },
    requests: () => requests,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function toEvent(text: string): Heard {
  const { type, data } = JSON.parse(text) as { type: string; data: { object: { id?: string } } };
  return { type, objectId: data.object.id ?? '' };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
