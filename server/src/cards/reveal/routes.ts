// Reveals a card's number, on a page of the issuer.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { fromId, NOBODY } from '../../foundation/ids.ts';
import { access } from '../../platform/http/access.ts';
import { Instant, idPath, NoQuery } from '../../platform/http/schema.ts';
import { type RevealTools, revealCard } from './reveal.ts';

const CardPage = Type.Object(
  {
    url: Type.String({
      description: 'Anybody who has it can open the page: hand it to the person, and do not store or log it.',
      examples: ['https://issuer.example/reveal/…'],
    }),
    expiresAt: Instant,
  },
  { title: 'CardPage', description: 'A page at the issuer that shows number, expiry and security code.' },
);

/** Reveals cards. */
export const revealRoutes: FastifyPluginAsyncTypebox<RevealTools> = async (app, deps) => {
  app.post(
    '/api/v1/cards/:id/reveal',
    {
      config: access({
        permission: 'cards:reveal',
        limit: 'writes',
        refuses: ['card_not_found', 'card_not_active', 'card_closed', 'live_unavailable', 'issuer_unavailable'],
      }),
      // No body is as good as an empty one.
      preValidation: async (request) => {
        request.body ??= {};
      },
      schema: {
        tags: ['Cards'],
        operationId: 'revealCard',
        summary: 'Show the number of a card, on a page of the issuer',
        description:
          'Returns the address of a page at the issuer that shows number, expiry and security code once, for at most ' +
          '120 seconds. They never pass through this API. Every request is an entry of the audit log. No ' +
          'Idempotency-Key: every request makes a page of its own.',
        params: idPath('card'),
        querystring: NoQuery,
        body: Type.Object({}, { additionalProperties: false }),
        response: { 201: CardPage },
      },
    },
    async ({ caller, params }, reply) => {
      reply.header('cache-control', 'no-store');
      const cardId = fromId('card', params.id) ?? NOBODY; // a malformed id becomes one that is unknown
      return reply.code(201).send(await revealCard(deps, caller.scope, { keyId: caller.key.key_id, cardId }));
    },
  );
};
