// The contract of the API: /openapi.json, generated from the routes, and a page to read it at /docs.
import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';

/** The version of the interface description, from the specification. */
const VERSION = '1.1.0';

/** In display order: the specification's tags first, then our additions. */
const tagOrder = ['Operations', 'Cards', 'Cardholders', 'Transactions', 'Statements', 'Sandbox', 'Additions'];

const description = `Issue and top up payment cards, order services, fund a card account, and read balances, statements, cards,
cardholders and card payments. Every object belongs to one company and one environment: sandbox or live.

- Amounts are decimal strings in US dollars; responses always carry two decimals.
- Every POST that creates something needs an \`Idempotency-Key\`. The same key and request again answer the same \
again, with \`Idempotent-Replayed: true\`, and nothing happens twice.
- Every error is \`{ statusCode, message, code, requestId, retry }\`. Branch on \`code\`; \`retry\` says what to do next.
- What goes beyond the specification is tagged **Additions**.`;

/** Describes every route that is registered afterwards. */
export async function describeRoutes(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Cardwright', version: VERSION, description },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: cw_sandbox_… or cw_live_…' },
        },
      },
      security: [{ apiKey: [] }],
      tags: tagOrder.map((name) => ({ name })),
    },
    refResolver: {
      buildLocalReference: (json, _baseUri, _fragment, index) =>
        typeof json['$id'] === 'string' ? json['$id'] : `schema-${index}`,
    },
    transform: ({ schema, url, route }) => {
      if (route.config?.action !== undefined) return { schema, url };
      const permission = route.config?.access?.permission;
      if (permission === undefined) return { schema: { ...schema, hide: true }, url };
      const names = [permission].flat().map((name) => `\`${name}\``);
      const words = permission === 'any' ? 'Permission: any valid key.' : `Permission: ${names.join(' or ')}.`;
      return { schema: { ...schema, description: [words, schema.description].filter(Boolean).join(' ') }, url };
    },
    transformObject: (document) =>
      'openapiObject' in document ? addHeaders(document.openapiObject) : document.swaggerObject,
  });
}

/** Serves the description and the page. Call it after all routes are registered. */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  let text: string | undefined; // the routes no longer change once the first request is answered
  app.get('/openapi.json', async (_request, reply) => {
    text ??= JSON.stringify(app.swagger());
    return reply.type('application/json; charset=utf-8').send(text);
  });
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

type Description = {
  at: string;
  under: string;
  /** Overrides the API's title and description. */
  info?: { title: string; description: string };
  /** The address of the server, if another process answers. */
  server?: string | undefined;
};

/** Serves the description of the routes under a path. Call it after all routes are registered. */
export function serveDescription(app: FastifyInstance, { at, under, info, server }: Description): void {
  let text: string | undefined;
  const describe = () => {
    const { paths = {}, ...rest } = app.swagger();
    const own = Object.fromEntries(Object.entries(paths).filter(([path]) => path.startsWith(under)));
    const elsewhere = server === undefined ? {} : { servers: [{ url: server }] };
    if (info === undefined) return { ...rest, ...elsewhere, paths: own };
    return { ...rest, info: { ...rest.info, ...info }, security: [], tags: [], paths: own };
  };
  app.get(at, async (_request, reply) => {
    text ??= JSON.stringify(describe());
    return reply.type('application/json; charset=utf-8').send(text);
  });
}

type Described = { responses?: Record<string, { headers?: Record<string, unknown> }>; tags?: string[] };

const header = (text: string, type = 'string') => ({ description: text, schema: { type } });

/** Adds the response headers: those of every endpoint, and those of some. */
function addHeaders<Document extends { paths?: object }>(document: Document): Document {
  for (const path of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(path as Record<string, Described>)) {
      for (const [status, response] of Object.entries(operation.responses ?? {})) {
        response.headers = {
          'Request-Id': header('Names this request; quote it when you ask for help.'),
          ...(status === '401' || status === '500'
            ? {}
            : {
                'RateLimit-Policy': header('The limit: q requests in w seconds.'),
                RateLimit: header('What is left: r requests, t seconds to the next window.'),
              }),
          ...(status === '429' || status === '503' ? { 'Retry-After': header('Seconds to wait.', 'integer') } : {}),
          ...response.headers,
        };
      }
    }
  }
  return document;
}
