// A collector of traces for tests and benches: takes OTLP over HTTP in JSON, and keeps the spans.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Collected = {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  /** Of the spans that it links to. */
  links: { traceId: string; spanId: string }[];
  facts: Record<string, string | number>;
};

export type Collector = {
  url: string;
  spans: Collected[];
  /** Everything that was received, as it came. */
  received(): string;
  /** Connections so far. */
  connections(): number;
  close(): Promise<void>;
};

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number };
type Attribute = { key: string; value: Value };
type Exported = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: (Pick<Collected, 'traceId' | 'spanId' | 'name'> & {
        parentSpanId?: string;
        attributes?: Attribute[];
        links?: { traceId: string; spanId: string }[];
      })[];
    }[];
  }[];
};

/** Opens a collector on a free port. Without `keeps`, it takes spans and forgets them. */
export async function openCollector({ keeps = true }: { keeps?: boolean } = {}): Promise<Collector> {
  const spans: Collected[] = [];
  const received: string[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => keeps && chunks.push(chunk));
    request.on('end', () => {
      if (request.url !== '/v1/traces') return void response.writeHead(404).end();
      if (keeps) {
        const text = Buffer.concat(chunks).toString('utf8');
        received.push(text);
        spans.push(...spansIn(JSON.parse(text) as Exported));
      }
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    received: () => received.join('\n'),
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const factsIn = (attributes: readonly Attribute[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue ?? value.doubleValue)]),
  );

const spansIn = ({ resourceSpans }: Exported): Collected[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap((scope) =>
      scope.spans.map(({ traceId, spanId, parentSpanId = '', name, attributes = [], links = [] }) => ({
        service: String(factsIn(resource.attributes)['service.name']),
        traceId,
        spanId,
        parentSpanId,
        name,
        links: links.map((link) => ({ traceId: link.traceId, spanId: link.spanId })),
        facts: factsIn(attributes),
      })),
    ),
  );
