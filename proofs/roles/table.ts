// The one table of permissions in the portal. It was written from the documentation, not read from the code:
// each of the portal's own endpoints with its roles, and what each role may do with the API that the portal serves.
import type { KeyScope } from '@cardwright/server/foundation/key-scopes.ts';
import type { Environment } from '@cardwright/server/foundation/scope.ts';
import type { Ask } from '../harness/ask.ts';
import { type Endpoint, endpoints } from '../harness/endpoints.ts';

export type Role = 'owner' | 'finance' | 'developer' | 'viewer';

export const everyRole: readonly Role[] = ['owner', 'finance', 'developer', 'viewer'];

/** The kind of object that an id in the path names. */
export type Target = 'member' | 'invitation' | 'key' | keyof typeof pathsOfTenants;

/** The objects of a company's books, by the path before their id. */
const pathsOfTenants = {
  operations: '/api/v1/operations/',
  transactions: '/api/v1/transactions/',
  cards: '/api/v1/cards/',
  holders: '/api/v1/holders/',
  invoices: '/api/v1/card-account/invoices/',
  simulated: '/api/v1/sandbox/invoices/',
  webhooks: '/api/v1/webhook-endpoints/',
  events: '/api/v1/events/',
  idempotencyKeys: '/api/v1/idempotency-keys/',
} as const;

/** One row of the table. */
export type Row = {
  method: Ask['method'];
  /** As OpenAPI writes it, with its parameter in braces. */
  path: string;
  query?: string;
  /** Allowed for everybody who is signed in; no company is named. */
  person?: true;
  /** The allowed roles: in any environment, or by environment. */
  roles: Readonly<Record<Environment, readonly Role[]>>;
  /** The refusal for a member whose role may not. */
  refusal: '403 role_missing' | '403 scope_missing';
  /** Belongs to an environment, which the request must name. */
  environment: boolean;
  beforeApproval: boolean;
  whileSuspended: boolean;
  /** Where a code of the second factor must be fresh. */
  code: readonly Environment[];
  sandboxOnly: boolean;
  /** The refusal in live: no live issuer is connected to the stack, and no company is activated. */
  refusalInLive?: '403 live_unavailable' | '403 capability_disabled';
  /** The answer when allowed; by an approved company, if that differs. */
  success: string;
  successOfApproved?: string;
  target?: Target;
  /** The answer for an id of another company. */
  missing?: string;
  /** A write that needs an existing object; when allowed, it is asked about one that is absent. */
  absent?: true;
  /** Its answer does not end. */
  stream?: true;
  headers?: Record<string, string>;
  body?: (environment: Environment) => object | string;
};

const both: readonly Environment[] = ['sandbox', 'live'];
const inBoth = (...roles: Role[]) => ({ sandbox: roles, live: roles });
const everybody = inBoth(...everyRole);
const owners = inBoth('owner');
const builders = inBoth('owner', 'developer');

const own = {
  refusal: '403 role_missing',
  environment: false,
  beforeApproval: true,
  whileSuspended: true,
  code: [],
  sandboxOnly: false,
} as const;
const ofPerson = { ...own, person: true, roles: everybody } as const;
const ofBooks = { ...own, method: 'GET', environment: true, beforeApproval: false, roles: everybody } as const;
const makesKeys = { ...own, beforeApproval: false, whileSuspended: false, roles: builders, code: ['live'] } as const;

/** The last few days, in which every fixture was created. */
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const range = `from=${dayBefore(10)}&to=${dayBefore(0)}`;

const verified = '409 verification_approved';

/** The smallest accepted document. */
const DOCUMENT = '%PDF-1.4 made by a proof';

const personRows: readonly Row[] = [
  { ...ofPerson, method: 'GET', path: '/portal/v1/me', success: '200' },
  { ...ofPerson, method: 'GET', path: '/portal/v1/scopes', success: '200' },
  {
    ...ofPerson,
    method: 'POST',
    path: '/portal/v1/step-up',
    success: '400 invalid_code',
    body: () => ({ code: '000000' }),
  },
  {
    ...ofPerson,
    method: 'POST',
    path: '/portal/v1/companies',
    success: '201',
    body: () => ({ name: 'Opened by a proof', kind: 'corporate' }),
  },
  {
    ...ofPerson,
    method: 'GET',
    path: '/portal/v1/invitations/{id}',
    success: '404 invitation_not_found',
    target: 'invitation',
  },
  {
    ...ofPerson,
    method: 'POST',
    path: '/portal/v1/invitations/{id}/accept',
    success: '404 invitation_not_found',
    target: 'invitation',
  },
];

let invited = 0;
const newInvitation = () => ({ email: `invited-${++invited}@proofs.example`, role: 'viewer' });
const trusted: readonly Role[] = ['owner', 'finance', 'developer'];
const ofMember = { target: 'member', missing: '404 member_not_found', code: both } as const;

const teamRows: readonly Row[] = [
  { ...own, method: 'GET', path: '/portal/v1/team', roles: everybody, success: '200' },
  { ...own, method: 'POST', path: '/portal/v1/team/invitations', roles: owners, success: '201', body: newInvitation },
  ...trusted.map(
    (role): Row => ({
      ...own,
      method: 'POST',
      path: '/portal/v1/team/invitations',
      roles: owners,
      success: '201',
      body: () => ({ ...newInvitation(), role }),
      code: both,
    }),
  ),
  {
    ...own,
    method: 'DELETE',
    path: '/portal/v1/team/invitations/{id}',
    roles: owners,
    success: '200',
    target: 'invitation',
    missing: '404 invitation_not_found',
  },
  {
    ...own,
    ...ofMember,
    method: 'PATCH',
    path: '/portal/v1/team/members/{userId}',
    roles: owners,
    success: '200',
    body: () => ({ role: 'finance' }),
  },
  { ...own, ...ofMember, method: 'DELETE', path: '/portal/v1/team/members/{userId}', roles: owners, success: '200' },
];

const ofKey = { target: 'key', missing: '404 key_not_found' } as const;

const keyRows: readonly Row[] = [
  { ...own, method: 'GET', path: '/portal/v1/keys', roles: builders, success: '200' },
  {
    ...makesKeys,
    method: 'POST',
    path: '/portal/v1/keys',
    success: '201',
    body: (environment) => ({ name: 'made by a proof', environment, scopes: ['cards:read'] }),
  },
  {
    ...makesKeys,
    ...ofKey,
    method: 'POST',
    path: '/portal/v1/keys/{id}/rotate',
    success: '201',
    body: () => ({ overlapHours: 1 }),
  },
  { ...own, ...ofKey, method: 'POST', path: '/portal/v1/keys/{id}/revoke', roles: builders, success: '200' },
];

const bookRows: readonly Row[] = [
  { ...ofBooks, path: '/portal/v1/live', success: '200', stream: true },
  { ...ofBooks, path: '/portal/v1/overview', success: '200' },
  { ...ofBooks, path: '/portal/v1/time', success: '200' },
  {
    ...ofBooks,
    path: '/portal/v1/events/newest',
    roles: inBoth('owner', 'finance', 'developer'),
    success: '200',
  },
  {
    ...ofBooks,
    path: '/portal/v1/operations/{id}/timeline',
    success: '200',
    target: 'operations',
    missing: '404 operation_not_found',
  },
  { ...ofBooks, path: '/portal/v1/statements.csv', query: range, success: '200' },
  { ...ofBooks, path: '/portal/v1/statements.pdf', query: range, success: '200' },
];

const fills = { ...own, roles: owners, success: '200', successOfApproved: verified } as const;
const ofSlot = { ...fills, path: '/portal/v1/verification/documents/{slot}' } as const;

/** In this order: uploads are deleted again, so that each allowed caller finds the same state. */
const verificationRows: readonly Row[] = [
  { ...own, method: 'GET', path: '/portal/v1/verification', roles: everybody, success: '200' },
  { ...fills, method: 'PUT', path: '/portal/v1/verification/fields', body: () => ({ country: 'DE' }) },
  {
    ...ofSlot,
    method: 'PUT',
    query: 'name=a.pdf',
    headers: { 'content-type': 'application/pdf' },
    body: () => DOCUMENT,
  },
  { ...ofSlot, method: 'DELETE' },
  { ...fills, method: 'POST', path: '/portal/v1/verification/submit', success: '400 verification_incomplete' },
];

/** The portal's own endpoints. */
export const ownRows: readonly Row[] = [...personRows, ...teamRows, ...keyRows, ...bookRows, ...verificationRows];

const reads = ['cards:read', 'holders:read', 'operations:read', 'balance:read'] as const;
const writes = ['funding:write', 'cards:write', 'services:write', 'holders:write'] as const;
const ofFinance: readonly KeyScope[] = [...reads, ...writes, 'cards:reveal', 'webhooks:read'];
const everything: readonly KeyScope[] = [...ofFinance, 'webhooks:write'];

/** What each role may do with the API, and the most it may grant to a key. */
export const scopesOf: Readonly<Record<Role, Readonly<Record<Environment, readonly KeyScope[]>>>> = {
  owner: { sandbox: everything, live: everything },
  finance: { sandbox: ofFinance, live: ofFinance },
  developer: { sandbox: everything, live: [...reads, 'webhooks:read', 'webhooks:write'] },
  viewer: { sandbox: reads, live: reads },
};

const mayAsk = ({ permission }: Endpoint, environment: Environment): Role[] =>
  everyRole.filter(
    (role) => permission === 'any' || [permission].flat().some((each) => scopesOf[role][environment].includes(each)),
  );

/** Writes that give secrets away, such as a card's number or a new URL for events, or that nobody can undo. */
const isSensitive = ({ method, path }: Endpoint) =>
  method === 'POST' && (path === '/api/v1/webhook-endpoints' || /\/(rotate-secret|reveal|close)$/.test(path));

const moved = {
  method: 'PATCH',
  path: '/api/v1/webhook-endpoints/{id}',
  permission: 'webhooks:write',
  write: true,
  unkeyed: true,
  sandboxOnly: false,
  success: 200,
  missing: 'webhook_not_found',
  body: { url: 'https://example.com/elsewhere' },
} as const satisfies Endpoint;

const targetOf = (path: string): Target | undefined =>
  (Object.keys(pathsOfTenants) as (keyof typeof pathsOfTenants)[]).find((name) =>
    path.startsWith(`${pathsOfTenants[name]}{`),
  );

/** A row of the API as the portal serves it. */
function toRow(endpoint: Endpoint): Row {
  const { method, path, query, body, missing, effect } = endpoint;
  const target = targetOf(path);
  const isAbsent = missing !== undefined && (endpoint.write || target === undefined);
  const success = isAbsent ? `404 ${missing}` : String(endpoint.success);
  return {
    method,
    path,
    roles: { sandbox: mayAsk(endpoint, 'sandbox'), live: mayAsk(endpoint, 'live') },
    refusal: '403 scope_missing',
    environment: true,
    beforeApproval: false,
    whileSuspended: !endpoint.write,
    code: endpoint === moved || isSensitive(endpoint) ? both : [],
    sandboxOnly: endpoint.sandboxOnly,
    // Every company here has an unresolved invoice.
    success: effect === 'invoiced' ? '400 invoice_unresolved' : success,
    ...(endpoint.needsIssuer
      ? { refusalInLive: effect === 'invoiced' ? '403 capability_disabled' : '403 live_unavailable' }
      : {}),
    ...(query === undefined ? {} : { query }),
    ...(target === undefined ? {} : { target }),
    ...(missing === undefined || target === undefined ? {} : { missing: `404 ${missing}` }),
    ...(isAbsent ? { absent: true as const } : {}),
    ...(body === undefined ? {} : { body: () => body }),
  };
}

/** The endpoints of the API, as people use them. */
export const apiRows: readonly Row[] = [...endpoints, moved].map(toRow);
