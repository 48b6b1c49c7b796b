// Bugs that the proof of roles must catch. Where two layers refuse the same, a bug is planted in both: one alone
// has no visible effect.
import type { Plant } from '../harness/plant.ts';
import { deskBugs } from './desk-bugs.ts';

const source = (file: string, find: string, replace: string) => [{ file, find, replace }];
const actions = (find: string, replace: string) => source('identity/people/actions.ts', find, replace);
const hooks = (find: string, replace: string) => source('surfaces/portal/hooks.ts', find, replace);
const keys = (find: string, replace: string) => source('identity/keys/routes.ts', find, replace);
const stepUp = (find: string, replace: string) => source('identity/people/step-up.ts', find, replace);

/** Caches a member's role in a company for a second. */
const remembered: Plant['source'] = [
  {
    file: 'identity/members/enter.ts',
    find: '  const at = clock.now();\n',
    replace: `  const at = clock.now();
  const known = ((globalThis as any).known ??= new Map());
  const name = [userId, companyId, environment].join();
  if (known.get(name)?.at > at.getTime() - 1_000) return known.get(name).found;
`,
  },
  {
    file: 'identity/members/enter.ts',
    find: '  return { role, key };',
    replace: '  known.set(name, { at: at.getTime(), found: { role, key } });\n  return { role, key };',
  },
];

/** The API permissions of the roles, with developers in live as in the sandbox. */
const DEVELOPERS_IN_LIVE = `
  create or replace function scopes_of_role(of_role text, of_environment environment) returns text[] language sql immutable as $$
    select array['cards:read', 'holders:read', 'operations:read', 'balance:read']
           || case when of_role <> 'viewer' then
                array['funding:write', 'cards:write', 'services:write', 'holders:write', 'cards:reveal', 'webhooks:read'] else '{}' end
           || case when of_role in ('owner', 'developer') then array['webhooks:write'] else '{}' end
     where of_role is not null $$`;

const inHooks: Record<string, Plant> = {
  'membership-remembered': {
    what: 'a process caches a member’s role for a second',
    source: remembered,
  },
  'entering-twice-fails': {
    what: 'some of the concurrent first requests of a member to a company fail',
    source: source(
      'identity/members/enter.ts',
      '${userId} ${companyId} ${environment} ${keyId}',
      '${userId} ${companyId} ${environment}',
    ),
  },
  'environment-guessed': {
    what: 'the API uses the sandbox when no environment is named',
    source: hooks(
      "await findMember(request, environmentOf(request) ?? refuse('environment_not_named'))",
      "await findMember(request, environmentOf(request) ?? 'sandbox')",
    ),
  },
  'always-sandbox': {
    what: 'the portal’s own endpoints always show the sandbox',
    source: hooks('const key = await findMember(request, named);', "const key = await findMember(request, 'sandbox');"),
  },
  'address-moved': {
    what: 'the address of webhooks can be changed without a fresh code',
    source: hooks('if (needCode.has(route) || isMoved)', 'if (needCode.has(route))'),
  },
  'closed-without-code': {
    what: 'a card is closed without a fresh code',
    source: hooks("  'POST /api/v1/cards/:id/close',\n", ''),
  },
  'number-without-code': {
    what: 'a card’s number is shown without a fresh code',
    source: hooks("  'POST /api/v1/cards/:id/reveal',\n", ''),
  },
  'role-not-asked': {
    what: 'no action checks the role',
    source: stepUp("if (!roles.includes(member.role)) refuse('role_missing');", ''),
  },
  'code-for-hours': {
    what: 'a code of the second factor is fresh for hours',
    source: stepUp('STEP_UP_MS = 5 * 60_000', 'STEP_UP_MS = 500 * 60_000'),
  },
  'code-without-factor': {
    what: 'a member without a second factor needs no code',
    source: stepUp(
      "if (!person.hasSecondFactor) refuse('second_factor_missing');",
      'if (!person.hasSecondFactor) return;',
    ),
  },
  'factor-taken-away': {
    what: 'a session removes the second factor without a fresh code',
    source: source(
      'identity/people/paths.ts',
      "    changes: 'app_removed',\n    stepUp: true,",
      "    changes: 'app_removed',",
    ),
  },
  'passkey-by-session': {
    what: 'a session adds a passkey without a fresh second factor',
    source: source(
      'identity/passkeys/passkeys.ts',
      'if (person.hasSecondFactor) requireStepUp(person, clock.now());',
      '',
    ),
  },
  'passkey-taken-away': {
    what: 'a session removes a passkey without a fresh second factor',
    source: source(
      'identity/passkeys/passkeys.ts',
      '      requireStepUp(person, clock.now());\n      const name',
      '      const name',
    ),
  },
  'header-not-needed': {
    what: 'the header of our pages is not needed',
    source: source('identity/people/cross-site.ts', " || request.headers[OWN_HEADER] !== '1'", ''),
  },
  'any-origin': {
    what: 'any Origin header is accepted as ours',
    source: source(
      'identity/people/cross-site.ts',
      'request.headers.origin !== publicUrl',
      'request.headers.origin === undefined',
    ),
  },
  'disabled-goes-on': {
    what: 'a disabled person continues with their session',
    source: source('identity/people/auth.ts', 'found === null || found.user.disabledAt', 'found === null'),
  },
};

const inActions: Record<string, Plant> = {
  'keys-for-readers': {
    what: 'every member of a company sees its keys',
    source: actions("'keys.read': { roles: builders,", "'keys.read': { roles: everybody,"),
  },
  'overview-too-early': {
    what: 'a company that is not approved sees its overview',
    source: actions(
      "'overview.read': { roles: everybody, environment: true }",
      "'overview.read': { roles: everybody, environment: true, anyVerification: true }",
    ),
  },
  'finance-without-code': {
    what: 'only an owner is invited with a fresh code',
    source: source('identity/members/routes.ts', "if (body.role !== 'viewer')", "if (body.role === 'owner')"),
  },
  'removal-without-code': {
    what: 'a member is removed without a fresh code',
    source: actions(
      "'team.remove': { roles: owners, anyVerification: true, stepUp: true, exported: true }",
      "'team.remove': { roles: owners, anyVerification: true, exported: true }",
    ),
  },
  'revoking-refused': {
    what: 'a company that is not approved cannot revoke its keys',
    source: actions("'keys.revoke': { roles: builders, anyVerification: true,", "'keys.revoke': { roles: builders,"),
  },
  'live-key-without-code': {
    what: 'a live key is created without a fresh code',
    source: keys("(wanted.environment === 'live') requireAction", "(wanted.environment !== 'live') requireAction"),
  },
  'rotation-without-code': {
    what: 'a live key is replaced without a fresh code',
    source: keys("if (key.environment === 'live') requireAction(member, 'keys.rotate_live', deps.clock.now());", ''),
  },
  'unreviewed-endpoint': {
    what: 'an endpoint is served under a path that nobody reviewed',
    source: keys("'/portal/v1/scopes',", "'/portal/v1/permissions',"),
  },
  'anybody-fills-in': {
    what: 'any member of a company fills in its verification',
    source: actions("'verification.write': { roles: owners,", "'verification.write': { roles: everybody,"),
    functions: [
      {
        name: 'refusal_of_member',
        find: "when not found_role = any (needed_roles) then 'role_missing'",
        replace: "when false then 'role_missing'",
      },
    ],
  },
  'feed-goes-on': {
    what: 'the live feed goes on for a removed member',
    source: source(
      'events/live/routes.ts',
      'then((may) => may || stream.end(), onError)',
      'then(() => undefined, onError)',
    ),
  },
};

const inDatabase: Record<string, Plant> = {
  'developers-in-live': {
    what: 'developers have the same rights in live as in the sandbox',
    sql: [DEVELOPERS_IN_LIVE],
  },
  'key-beyond-role': {
    what: 'a key can be created that does more than its creator',
    functions: [
      {
        name: 'make_key',
        find: 'if not public.may_grant(of_company, of_user, of_environment, new_scopes) then',
        replace: 'if false then',
      },
    ],
  },
  'rotation-beyond-role': {
    what: 'a key of an owner is replaced by one whose text a developer has',
    functions: [
      {
        name: 'replace_key',
        find: 'elsif not public.may_grant(of_company, of_user, of_environment, old.scopes) then',
        replace: 'elsif false then',
      },
    ],
  },
  'keys-while-suspended': {
    what: 'a suspended company creates keys',
    source: stepUp("if (action.writes && member.suspended) refuse('company_suspended');", ''),
    functions: [
      {
        name: 'refusal_of_key_maker',
        find: "when c.suspended_at is not null then 'company_suspended'",
        replace: "when false then 'company_suspended'",
      },
    ],
  },
  'anybody-invites': {
    what: 'any member of a company invites others',
    source: actions("'team.invite': { roles: owners,", "'team.invite': { roles: everybody,"),
    functions: [{ name: 'refusal_of_team_change', find: " and m.role = 'owner'", replace: '' }],
  },
  'key-left-behind': {
    what: 'a removed member keeps the key they acted with',
    functions: [
      {
        name: 'change_member',
        find: 'revoked_at = case when to_role is null then at else k.revoked_at end',
        replace: 'revoked_at = k.revoked_at',
      },
    ],
  },
  'anybodys-invitation': {
    what: 'an invitation is accepted by anyone who knows its id',
    functions: [{ name: 'accept_invitation', find: ' and u.email_verified and u.email = i.email', replace: '' }],
  },
  'keys-of-others': {
    what: 'the keys of other companies are in the list',
    functions: [
      {
        name: 'list_keys_of_company',
        find: '(k.company_id = list_keys_of_company.of_company) AND ',
        replace: '',
      },
    ],
  },
  'members-of-others': {
    what: 'an owner removes members of other companies',
    functions: [
      {
        name: 'change_member',
        find: 'where m.company_id = of_company and m.user_id = of_user for update;',
        replace: 'where m.user_id = of_user for update;',
      },
      {
        name: 'change_member',
        find: 'delete from public.members m where m.company_id = of_company and m.user_id = of_user;',
        replace: 'delete from public.members m where m.user_id = of_user;',
      },
    ],
  },
};

export const rolesBugs: Record<string, Plant> = { ...inHooks, ...inActions, ...inDatabase, ...deskBugs };
