// The receiver of webhooks: an endpoint for each company, which answers immediately, slowly or never.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Well within the product's timeout. */
const SLOW_MS = 300;

/** The subject of an event. */
type Heard = { type: string; objectId: string };

/** Called for each event with its time of arrival, in milliseconds since 1970. */
type OnEvent = (event: Heard, at: number) => void;

export type Receiver = {
  /** The URL of a company's endpoint; `part` distinguishes several of one company. */
  urlOf(name: string, part?: number): string;
  /** Subscribes to a company's events. */
  onEvent(name: string, heard: OnEvent): void;
  /** Makes a company's endpoints slow, so that many deliveries use no processor time. */
  slow(name: string): void;
  /** Makes a company's endpoints accept requests and never answer. */
  hang(name: string): void;
  /** Makes them answer again, and ends hanging requests. */
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
