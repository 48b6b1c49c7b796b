// The one table of permissions in the portal. It was written from the documentation, not read from the code:
// each of the portal's own endpoints with its roles, and what each role may do with the API that the portal serves.
import type { KeyScope } from '@cardwright/server/foundation/key-scopes.ts';
import type { Environment } from '@cardwright/server/foundation/scope.ts';
import { type Endpoint, endpoints } from '../harness/endpoints.ts';
import { importRows } from './imports.ts';
import { personRows } from './person-table.ts';
import {
  both,
  builders,
  everybody,
  everyRole,
  inBoth,
  ofBooks,
  own,
  owners,
  pathsOfTenants,
  type Role,
  type Row,
  type Target,
} from './row.ts';

const makesKeys = { ...own, beforeApproval: false, whileSuspended: false, roles: builders, code: ['live'] } as const;

/** The last few days, in which every fixture was created. */
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const range = `from=${dayBefore(10)}&to=${dayBefore(0)}`;

const verified = '409 verification_approved';

/** The smallest accepted document. */
const DOCUMENT = '%PDF-1.4 made by a proof';

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
  ...['names', 'overview', 'time', 'spend', 'spend/cards', 'cards/totals', 'transactions.csv'].map(
    (what): Row => ({ ...ofBooks, path: `/portal/v1/${what}`, success: '200' }),
  ),
  { ...ofBooks, path: '/portal/v1/search', query: 'q=ada', success: '200' },
  ...['operations', 'transactions', 'cards', 'holders'].map(
    (list): Row => ({ ...ofBooks, path: `/portal/v1/${list}`, query: 'search=ada', success: '200' }),
  ),
  { ...ofBooks, path: '/portal/v1/events/newest', roles: inBoth('owner', 'finance', 'developer'), success: '200' },
  {
    ...ofBooks,
    path: '/portal/v1/operations/{id}/timeline',
    success: '200',
    target: 'operations',
    missing: '404 operation_not_found',
  },
  ...['.csv', '.ofx', '.pdf', '/activity', '/activity.csv'].map(
    (end): Row => ({ ...ofBooks, path: `/portal/v1/statements${end}`, query: range, success: '200' }),
  ),
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
export const ownRows: readonly Row[] = [
  ...personRows,
  ...teamRows,
  ...keyRows,
  ...bookRows,
  ...importRows,
  ...verificationRows,
];

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
