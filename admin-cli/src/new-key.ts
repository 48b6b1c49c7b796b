// How a new key is shown, once.

import { type KeyScope, scopeMeanings } from '@cardwright/server/foundation/key-scopes.ts';
import type { NewKey } from '@cardwright/server/surfaces/desk/company-contract.ts';
import type { Static } from 'typebox';
import { moment, type Shown, secret, warning } from './output.ts';
import { nextSteps } from './proposed.ts';

/** A new key at the one moment when its text is known. */
export function showNewKey(made: Static<typeof NewKey>, sentence: string): Shown {
  const { id, key, scopes, expiresAt, warnings, proposal } = made;
  return {
    json: made,
    text: [
      `${sentence} The new key ${id}, shown only now:`,
      secret(key),
      ...(proposal === undefined ? [] : [`It works when it is approved. ${nextSteps(proposal.id)}`]),
      `${expiresAt === null ? 'It has no end' : `It ends ${moment(expiresAt)}`}. It may:`,
      meaningsOf(scopes),
      ...warnings.map(warning),
    ].join('\n'),
  };
}

/** What these scopes open, a line each. */
export function meaningsOf(scopes: readonly KeyScope[]): string {
  return scopes.map((scope) => `  ${scope.padEnd(17)}${scopeMeanings[scope]}`).join('\n');
}
