// The person, their companies, and the members of those.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { fromId, toId } from '../../foundation/ids.ts';
import { refuseField } from '../../foundation/refusals/malformed.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { freeText, Instant, NoQuery, refused } from '../../platform/http/schema.ts';
import { action } from '../people/actions.ts';
import { requireAction, steppedUpUntil } from '../people/step-up.ts';
import { openCompany } from './open.ts';
import { Invitation, Kind, RoleName, TeamMember, toInvitation, toOwnCompany, toTeamMember } from './show.ts';
import { findInvitation, listCompaniesOf, listInvitations, listMembers } from './sql.ts';
import {
  acceptInvitation,
  changeMember,
  inviteMember,
  removeMember,
  type TeamTools,
  withdrawInvitation,
} from './team.ts';

const ById = Type.Object({ id: Type.String() });
const ByUser = Type.Object({ userId: Type.String() });
const Done = Type.Object({});
const describe = (tag: 'You' | 'Team', operationId: string, summary: string) => ({
  tags: [tag],
  operationId,
  summary,
  querystring: NoQuery,
});

type MeTools = TeamTools & {
  development: boolean;
  /** Addresses that the pages show to developers, if configured. */
  apiUrl: string | undefined;
  docsUrl: string | undefined;
};

/** Serves the person, their companies and their teams. */
export const memberRoutes: FastifyPluginAsyncTypebox<MeTools> = async (app, tools) => {
  await app.register(meRoutes, tools);
  await app.register(openingRoutes, tools);
  await app.register(invitedRoutes, tools);
  await app.register(teamRoutes, tools);
  await app.register(invitingRoutes, tools);
  await app.register(changingRoutes, tools);
};

const meRoutes: FastifyPluginAsyncTypebox<MeTools> = async (app, tools) => {
  app.get(
    '/portal/v1/me',
    {
      config: { ...action('me') },
      schema: {
        ...describe('You', 'getMe', 'Read your profile and your companies'),
        response: {
          200: Type.Object({
            user: Type.Object({
              id: Type.String(),
              name: Type.String(),
              email: Type.String(),
              hasSecondFactor: Type.Boolean(),
            }),
            steppedUpUntil: Type.Union([Instant, Type.Null()]),
            companies: Type.Array(Type.Ref('OwnCompany')),
            apiUrl: Type.Union([Type.String(), Type.Null()]),
            docsUrl: Type.Union([Type.String(), Type.Null()]),
            development: Type.Boolean(),
          }),
          ...refused(400),
        },
      },
    },
    async ({ person }) => ({
      user: {
        id: toId('user', person.userId),
        name: person.name,
        email: person.email,
        hasSecondFactor: person.hasSecondFactor,
      },
      steppedUpUntil: steppedUpUntil(person, tools.clock.now())?.toISOString() ?? null,
      companies: (await listCompaniesOf(tools.own, person.userId)).map(toOwnCompany),
      apiUrl: tools.apiUrl ?? null,
      docsUrl: tools.docsUrl ?? null,
      development: tools.development,
    }),
  );
};

const openingRoutes: FastifyPluginAsyncTypebox<TeamTools> = async (app, tools) => {
  app.post(
    '/portal/v1/companies',
    {
      config: { ...action('companies.open') },
      schema: {
        ...describe('You', 'openCompany', 'Open a company'),
        body: Type.Object(
          { name: freeText({ minLength: 1, maxLength: 200 }), kind: Kind },
          { additionalProperties: false },
        ),
        response: { 201: Type.Ref('OwnCompany'), ...refused(400, 409) },
      },
    },
    async ({ person, body }, reply) => {
      const name = body.name.trim();
      if (name === '') refuseField('body', 'name', 'must not be empty');
      return reply
        .code(201)
        .send(toOwnCompany(await openCompany(tools, { userId: person.userId, name, kind: body.kind })));
    },
  );
};

const invitedRoutes: FastifyPluginAsyncTypebox<TeamTools> = async (app, tools) => {
  app.get(
    '/portal/v1/invitations/:id',
    {
      config: { ...action('invitations.read') },
      schema: {
        ...describe('You', 'getInvitation', 'Read an invitation to your address'),
        params: ById,
        response: {
          200: Type.Object({
            id: Type.String(),
            companyId: Type.String(),
            companyName: Type.String(),
            role: RoleName,
            expiresAt: Instant,
            invitedBy: Type.Union([Type.String(), Type.Null()], { description: 'Null: Cardwright itself.' }),
          }),
          ...refused(400, 404),
        },
      },
    },
    async ({ person, params }) => {
      const id = fromId('invitation', params.id) ?? refuse('invitation_not_found');
      const found =
        (await findInvitation(tools.own, { userId: person.userId, id, at: tools.clock.now() })) ??
        refuse('invitation_not_found');
      return {
        id: params.id,
        companyId: toId('company', found.company_id),
        companyName: found.company_name,
        role: found.role,
        expiresAt: found.expires_at.toISOString(),
        invitedBy: found.invited_by,
      };
    },
  );

  app.post(
    '/portal/v1/invitations/:id/accept',
    {
      config: { ...action('invitations.accept') },
      schema: {
        ...describe('You', 'acceptInvitation', 'Accept an invitation'),
        params: ById,
        response: { 200: Type.Ref('OwnCompany'), ...refused(400, 404) },
      },
    },
    async ({ person, params }) => {
      const id = fromId('invitation', params.id) ?? refuse('invitation_not_found');
      return toOwnCompany(await acceptInvitation(tools, person.userId, id));
    },
  );
};

const teamRoutes: FastifyPluginAsyncTypebox<TeamTools> = async (app, tools) => {
  app.get(
    '/portal/v1/team',
    {
      config: { ...action('team.read') },
      schema: {
        ...describe('Team', 'getTeam', 'List members and invitations'),
        response: {
          200: Type.Object({ members: Type.Array(TeamMember), invitations: Type.Array(Invitation) }),
          ...refused(400, 404),
        },
      },
    },
    async ({ member: { companyId } }) => ({
      members: (await listMembers(tools.own, companyId)).map(toTeamMember),
      invitations: (await listInvitations(tools.own, companyId, tools.clock.now())).map(toInvitation),
    }),
  );
};

const invitingRoutes: FastifyPluginAsyncTypebox<TeamTools> = async (app, tools) => {
  app.post(
    '/portal/v1/team/invitations',
    {
      config: { ...action('team.invite') },
      schema: {
        ...describe('Team', 'inviteMember', 'Invite a member by email'),
        body: Type.Object(
          { email: Type.String({ format: 'email', maxLength: 320 }), role: RoleName },
          { additionalProperties: false },
        ),
        response: { 201: Invitation, ...refused(400, 404, 409) },
      },
    },
    async ({ member, body }, reply) => {
      // Another owner could take over the company: a stolen session alone must not create one.
      if (body.role !== 'viewer') requireAction(member, 'team.invite_trusted', tools.clock.now());
      return reply.code(201).send(toInvitation(await inviteMember(tools, member, body)));
    },
  );

  app.delete(
    '/portal/v1/team/invitations/:id',
    {
      config: { ...action('team.uninvite') },
      schema: {
        ...describe('Team', 'withdrawInvitation', 'Revoke an invitation'),
        params: ById,
        response: { 200: Done, ...refused(400, 404) },
      },
    },
    async ({ member, params }) => {
      await withdrawInvitation(tools, member, fromId('invitation', params.id) ?? refuse('invitation_not_found'));
      return {};
    },
  );
};

const changingRoutes: FastifyPluginAsyncTypebox<TeamTools> = async (app, tools) => {
  app.patch(
    '/portal/v1/team/members/:userId',
    {
      config: { ...action('team.change') },
      schema: {
        ...describe('Team', 'changeMember', 'Change the role of a member'),
        params: ByUser,
        body: Type.Object({ role: RoleName }, { additionalProperties: false }),
        response: { 200: TeamMember, ...refused(400, 404, 409) },
      },
    },
    async ({ member, params, body: { role } }) => {
      const userId = fromId('user', params.userId) ?? refuse('member_not_found');
      await changeMember(tools, member, { userId, role });
      const changed = (await listMembers(tools.own, member.companyId)).find((each) => each.user_id === userId);
      return toTeamMember(changed ?? refuse('member_not_found'));
    },
  );

  app.delete(
    '/portal/v1/team/members/:userId',
    {
      config: { ...action('team.remove') },
      schema: {
        ...describe('Team', 'removeMember', 'Remove a member'),
        params: ByUser,
        querystring: Type.Object({
          keys: Type.Optional(
            Type.Enum(['revoke', 'keep'], {
              type: 'string',
              default: 'revoke',
              description: 'What happens to the API keys that they created, in both environments.',
            }),
          ),
        }),
        response: { 200: Done, ...refused(400, 404, 409) },
      },
    },
    async ({ member, params, query }) => {
      const userId = fromId('user', params.userId) ?? refuse('member_not_found');
      await removeMember(tools, member, { userId, withKeys: query.keys !== 'keep' });
      return {};
    },
  );
};
