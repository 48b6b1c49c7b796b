// The permissions that a key can hold.

/** The specification's seven, then our additions. */
export const keyScopes = [
  'funding:write',
  'cards:write',
  'services:write',
  'cards:read',
  'holders:read',
  'operations:read',
  'balance:read',
  'holders:write',
  'cards:reveal',
  'webhooks:read',
  'webhooks:write',
] as const;

export type KeyScope = (typeof keyScopes)[number];

/** Descriptions of the permissions, shown when a key is created. */
export const scopeMeanings: Record<KeyScope, string> = {
  'funding:write': 'create funding invoices',
  'cards:write': 'issue, top up, change, freeze, limit and close cards, use sandbox helpers',
  'services:write': 'order services',
  'cards:read': 'read masked cards',
  'holders:read': 'read cardholders',
  'operations:read': 'read operations and card payments, preview an operation',
  'balance:read': 'read the balance and statements',
  'holders:write': 'create and change cardholders',
  'cards:reveal': 'see card numbers: anybody who has one can pay with the card',
  'webhooks:read': 'read webhook endpoints and every event: events reveal every object',
  'webhooks:write': 'send every event to an address: events reveal every object',
};
