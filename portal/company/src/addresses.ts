// Every page of the portal, with its address and file. The pages bench reads this list too.

/** Place of a page: before sign-in, in one environment of a company, or for the whole company. */
export type Place = 'door' | 'environment' | 'company';

/** Each page's place, its address there, and its file. */
export const addresses = [
  ['door', '/sign-in', 'sign-in/sign-in'],
  ['door', '/sign-up', 'sign-in/sign-up'],
  ['door', '/verify-email', 'sign-in/verify-email'],
  ['door', '/second-factor', 'sign-in/second-factor'],
  ['door', '/forgot', 'sign-in/forgot'],
  ['door', '/reset', 'sign-in/reset'],
  ['door', '/invitations/$id', 'invitation/invitation'],
  ['door', '/welcome', 'welcome/welcome'],
  ['environment', 'overview', 'overview/overview'],
  ['environment', 'fund', 'fund/fund'],
  ['environment', 'fund/$id', 'fund/invoice'],
  ['environment', 'cards', 'cards/cards'],
  ['environment', 'cards/$id', 'cards/card'],
  ['environment', 'imports', 'imports/imports'],
  ['environment', 'imports/new', 'imports/new'],
  ['environment', 'imports/$id', 'imports/import'],
  ['environment', 'holders', 'holders/holders'],
  ['environment', 'holders/$id', 'holders/holder'],
  ['environment', 'services', 'services/services'],
  ['environment', 'operations', 'operations/operations'],
  ['environment', 'operations/$id', 'operations/operation'],
  ['environment', 'transactions', 'transactions/transactions'],
  ['environment', 'statements', 'statements/statements'],
  ['environment', 'developers/keys', 'keys/keys'],
  ['environment', 'developers/webhooks', 'webhooks/webhooks'],
  ['environment', 'developers/webhooks/$id', 'webhooks/webhook'],
  ['environment', 'developers/events', 'events/events'],
  ['environment', 'developers/sandbox', 'sandbox/sandbox'],
  ['company', 'verification', 'verification/verification'],
  ['company', 'team', 'team/team'],
  ['company', 'security', 'security/security'],
] as const satisfies readonly (readonly [place: Place, path: string, file: string])[];
