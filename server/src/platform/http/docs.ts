// The contract of the API: /openapi.json, generated from the routes, and a page to read it at /docs.
import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { codesOf } from './declared.ts';
import { type Completion, completeDocument, type Document, withoutUnused } from './document.ts';

/** The version of the interface description, from the specification. */
const VERSION = '1.1.0';

/** The license of the service, and so of its description. */
export const license = { name: 'Apache-2.0', identifier: 'Apache-2.0' };

/** In display order: the specification's tags first. */
const tags = {
  Operations: 'Issue and top up cards, order services, and follow their progress.',
  Cards: 'Cards, masked: read, name, freeze, limit, close and reveal them.',
  Cardholders: 'The people who hold cards.',
  Transactions: 'Card payments, as the issuer reports them.',
  Statements: 'Statements of the card account.',
  Funding: 'Invoices that fund the card account in USDT on TRON.',
  Balance: 'The card account now.',
  Products: 'What can be ordered, and its price.',
  Events: 'Everything that has happened, in order.',
  Webhooks: 'Endpoints that receive events, and their deliveries.',
  Company: 'What a key and its company may do.',
  Idempotency: 'The outcome of a request.',
  Sandbox: 'Simulate funds, payments, transfers and time. Live keys are refused.',
};

const description = `Issue and top up payment cards, order services, fund a card account, and read balances, statements, cards,
cardholders and card payments. Every object belongs to one company and one environment: sandbox or live.

- Amounts are decimal strings in US dollars; responses always carry two decimals.
- Every POST that creates something, except a webhook endpoint, needs an \`Idempotency-Key\`. The same key and request again answer the same \
again, with \`Idempotent-Replayed: true\`, and nothing happens twice.
- Every error is \`{ statusCode, message, code, requestId, retry }\`. Branch on \`code\`; \`retry\` says what to do next.
- Fields and endpoints beyond the specification are marked **Addition**.`;

/** Describes every route that is registered afterwards. With a documentation site, the description leads there. */
export async function describeRoutes(
  app: FastifyInstance,
  { publicUrl, docsUrl }: { publicUrl: string; docsUrl?: string | undefined },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Cardwright', version: VERSION, description, license },
      servers: [{ url: publicUrl }],
      ...(docsUrl === undefined
        ? {}
        : { externalDocs: { url: docsUrl, description: 'Quickstart, guides and errors' } }),
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: cw_sandbox_… or cw_live_…' },
        },
      },
      security: [{ apiKey: [] }],
      tags: Object.entries(tags).map(([name, about]) => ({ name, description: about })),
    },
    refResolver: {
      buildLocalReference: (json, _baseUri, _fragment, index) =>
        typeof json['$id'] === 'string' ? json['$id'] : `schema-${index}`,
    },
    transform: ({ schema, url, route }) => {
      if (route.config?.action !== undefined) return { schema, url };
      const access = route.config?.access;
      if (access === undefined) return { schema: { ...schema, hide: true }, url };
      const { permission } = access;
      const names = [permission].flat().map((name) => `\`${name}\``);
      const words = permission === 'any' ? 'Permission: any valid key.' : `Permission: ${names.join(' or ')}.`;
      const described = {
        ...schema,
        description: [words, schema?.description].filter(Boolean).join(' '),
        'x-refuses': codesOf(String(route.method), schema ?? {}, access),
        'x-shows': access.shows,
        'x-follow': access.follow,
      };
      return { schema: described, url };
    },
  });
}

/** Serves the description and the page. Call it after all routes are registered. */
export async function serveDocs(app: FastifyInstance, completion: Completion): Promise<void> {
  serveApiDescription(app, completion);
  await app.register(reference, {
    routePrefix: '/docs',
    // People paste keys into this page, so it shows our contract and loads no third-party services.
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Cardwright API',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
      persistAuth: false,
    },
    hooks: {
      // The page is one script with inline styles, so it has its own policy; it may connect only to us.
      onRequest: (_request, reply, done) => {
        const own = "'self'";
        reply.header(
          'content-security-policy',
          `default-src ${own}; script-src ${own} 'unsafe-inline' 'unsafe-eval'; style-src ${own} 'unsafe-inline'; ` +
            `img-src ${own} data: blob:; font-src ${own} data:; connect-src ${own}; frame-ancestors 'none'`,
        );
        done();
      },
    },
  });
}

/** Serves the description of the API. `server` is its address, if another process answers. */
export function serveApiDescription(app: FastifyInstance, completion: Completion, server?: string): void {
  serveOnce(app, '/openapi.json', () => {
    const document = pathsUnder(app, '/api/');
    return {
      ...withoutUnused(completeDocument(document as unknown as Document, completion)),
      ...(server === undefined ? {} : { servers: [{ url: server }] }),
    };
  });
}

type Description = {
  at: string;
  under: string;
  info: { title: string; description: string };
  /** The cookie that a session is named by. */
  cookie: string;
};

/** Serves the description of the other routes under a path. Call it after all routes are registered. */
export function serveDescription(app: FastifyInstance, { at, under, info, cookie }: Description): void {
  serveOnce(app, at, () => {
    const { info: ours, components, ...document } = pathsUnder(app, under) as unknown as Document & { info: object };
    const own = { ...components, securitySchemes: { session: sessionOf(cookie) } };
    const about = { info: { ...ours, ...info }, security: [{ session: [] }], tags: [] };
    return withoutUnused({ ...document, ...about, components: own });
  });
}

/** The session of a person, as the description of a site declares it. */
export const sessionOf = (name: string) =>
  ({ type: 'apiKey', in: 'cookie', name, description: 'The session of a person who has signed in.' }) as const;

/** A copy of the description, reduced to the paths under one. */
function pathsUnder(app: FastifyInstance, under: string) {
  const { paths = {}, ...rest } = structuredClone(app.swagger());
  return { ...rest, paths: Object.fromEntries(Object.entries(paths).filter(([path]) => path.startsWith(under))) };
}

/** Serves a document that is written when it is first requested: the routes no longer change then. */
function serveOnce(app: FastifyInstance, at: string, write: () => object): void {
  let text: string | undefined;
  app.get(at, async (_request, reply) => {
    text ??= JSON.stringify(write());
    return reply.type('application/json; charset=utf-8').send(text);
  });
}
