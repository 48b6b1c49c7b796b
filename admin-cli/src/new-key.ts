// Output of a new key, which is shown once.

import { type KeyScope, scopeMeanings } from '@cardwright/server/foundation/key-scopes.ts';
import type { NewKey } from '@cardwright/server/surfaces/desk/company-contract.ts';
import type { Static } from 'typebox';
import { moment, type Shown, secret, warning } from './output.ts';
import { nextSteps } from './proposed.ts';

/** A new key. Only this output contains the key itself. */
export function showNewKey(made: Static<typeof NewKey>, sentence: string): Shown {
  const { id, key, scopes, expiresAt, warnings, proposal } = made;
  return {
    json: made,
    text: [
      `${sentence} Key ${id}; it is not shown again:`,
      secret(key),
      ...(proposal === undefined ? [] : [`It works once approved. ${nextSteps(proposal.id)}`]),
      `${expiresAt === null ? 'It does not expire' : `It expires ${moment(expiresAt)}`}. Permissions:`,
      meaningsOf(scopes),
      ...warnings.map(warning),
    ].join('\n'),
  };
}

/** The meaning of each scope, one per line. */
export function meaningsOf(scopes: readonly KeyScope[]): string {
  return scopes.map((scope) => `  ${scope.padEnd(17)}${scopeMeanings[scope]}`).join('\n');
}
