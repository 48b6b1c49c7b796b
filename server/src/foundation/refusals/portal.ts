// Every expected "no" of the portal that the API never returns, so its description omits them. The desk uses those
// about signing in as well.
import { companyRefusals } from './company.ts';

type Status = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429;

/** Code, status, what to do next, and the message for people. */
export const portalRefusals = {
  signed_out: [401, 'never', 'You are not signed in, or your session has ended. Sign in again.'],
  cross_site: [403, 'never', 'This request did not come from the portal, so nothing was done.'],
  too_many_attempts: [429, 'never', 'Too many attempts. Wait 15 minutes, then try again.'],
  second_factor_needed: [403, 'never', 'Enter a two-factor code first. It is valid for five minutes.'],
  second_factor_missing: [403, 'never', 'Set up two-factor authentication first. This action requires it.'],
  invalid_code: [400, 'never', 'This code is wrong or was already used.'],
  invalid_password: [400, 'never', 'The password is wrong.'],
  passkey_refused: [400, 'never', 'This passkey was not accepted. Try again, or use a code.'],
  passkey_missing: [400, 'never', 'This account has no passkey. Use a code.'],
  passkey_known: [409, 'never', 'This passkey is already in use.'],
  passkey_limit: [409, 'never', 'A person has at most 20 passkeys. Remove one first.'],
  passkey_not_found: [404, 'never', 'You have no passkey with this id; it may have been removed already.'],
  password_guessable: [
    400,
    'never',
    'This password is easy to guess. Choose a longer one without your name, address or company.',
  ],
  session_not_found: [404, 'never', 'You have no session with this id; it may have ended already.'],
  company_not_named: [400, 'never', 'Send the header Cardwright-Company with the id of one of your companies.'],
  environment_not_named: [400, 'never', 'Send the header Cardwright-Environment with sandbox or live.'],
  company_not_found: [404, 'never', 'No company has this id.'],
  role_missing: [403, 'never', 'Your role in this company does not allow this. Ask an owner.'],
  company_limit: [409, 'never', 'You have opened as many companies as one person may. Ask us for more.'],
  member_not_found: [404, 'never', 'This company has no member with this id.'],
  member_already: [409, 'never', 'The person with this address is already a member of this company.'],
  team_limit: [409, 'never', 'A company has at most 100 members and invitations. Remove one first.'],
  last_owner: [409, 'never', 'This is the last owner of the company. Make another member an owner first.'],
  invitation_not_found: [
    404,
    'never',
    'There is no such invitation for you. It may have ended, or be for another address.',
  ],
  export_too_large: [
    400,
    'never',
    'A file has at most 10,000 payments of at most 20 searched merchants. Narrow the filters.',
  ],
  ...companyRefusals,
} as const satisfies Record<string, readonly [Status, 'never', string]>;
