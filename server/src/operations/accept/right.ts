// Who may order what.
import type { Caller } from '../../foundation/caller.ts';
import type { Config } from '../../foundation/config.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { requireOneOf } from '../../identity/authenticate/authenticate.ts';
import type { OrderedOperation } from './accept.ts';

/** The permission that an order needs. */
export const scopeOf = ({ type }: Pick<OrderedOperation, 'type'>) =>
  type === 'service' ? 'services:write' : 'cards:write';

/** Refuses a caller who may not order this, and live orders without an issuer. */
export function requireOrderRight(
  { issuers }: { issuers: Config['issuers'] },
  caller: Caller,
  operation: Pick<OrderedOperation, 'type'>,
): void {
  requireOneOf(caller, [scopeOf(operation)]);
  if (caller.scope.environment === 'live' && issuers.live === undefined) refuse('live_unavailable');
}
