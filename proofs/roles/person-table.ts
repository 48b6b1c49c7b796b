// The part of the table about the person: profile, second factors, invitations. No company is named.
import { PASSWORD } from './people.ts';
import { everybody, own, type Row } from './row.ts';

const ofPerson = { ...own, person: true, roles: everybody } as const;

/** A credential that no challenge belongs to. */
const forged = { id: 'AA', rawId: 'AA', type: 'public-key' };

/** The endpoints of a person; they name no company. */
export const personRows: readonly Row[] = [
  { ...ofPerson, method: 'GET', path: '/portal/v1/me', success: '200' },
  { ...ofPerson, method: 'GET', path: '/portal/v1/scopes', success: '200' },
  {
    ...ofPerson,
    method: 'POST',
    path: '/portal/v1/step-up',
    success: '400 invalid_code',
    successBy: { none: '403 second_factor_missing' },
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
  { ...ofPerson, method: 'GET', path: '/portal/v1/passkeys', success: '200' },
  {
    ...ofPerson,
    method: 'POST',
    path: '/portal/v1/passkeys/options',
    success: '200',
    successBy: { stale: '403 second_factor_needed' },
    body: () => ({ password: PASSWORD }),
  },
  {
    ...ofPerson,
    method: 'POST',
    path: '/portal/v1/passkeys',
    success: '400 passkey_refused',
    body: () => ({
      name: 'Forged',
      credential: { ...forged, response: { clientDataJSON: 'e30', attestationObject: 'AA' } },
    }),
  },
  {
    ...ofPerson,
    method: 'DELETE',
    path: '/portal/v1/passkeys/{id}',
    success: '404 passkey_not_found',
    successBy: { none: '403 second_factor_missing', stale: '403 second_factor_needed' },
    absent: true,
  },
  { ...ofPerson, method: 'POST', path: '/portal/v1/step-up/options', success: '400 passkey_missing' },
  {
    ...ofPerson,
    method: 'POST',
    path: '/portal/v1/step-up/passkey',
    success: '400 passkey_refused',
    body: () => ({
      credential: { ...forged, response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' } },
    }),
  },
];
