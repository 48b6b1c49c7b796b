// The address of a page as the database stores it: sealed, and bound to one request of one company.
import type { SealingKeys } from '../../foundation/config.ts';
import type { Scope } from '../../foundation/scope.ts';
import { type SealedBytes, seal, unseal } from '../../foundation/sealing.ts';

/** The request that an address answers. */
export type Owner = { scope: Scope; revealId: string };

/** Seals the address of a page. */
export const sealUrl = (keys: SealingKeys, owner: Owner, url: string): SealedBytes =>
  seal(keys, nameOf(owner), Buffer.from(url, 'utf8'));

/** The address of a page. Throws when the key is not configured or the address answers another request. */
export const openUrl = (keys: SealingKeys, owner: Owner, sealed: SealedBytes): string =>
  unseal(keys, nameOf(owner), sealed, 'CARDWRIGHT_WEBHOOK_KEYS').toString('utf8');

const nameOf = ({ scope, revealId }: Owner) => `reveal ${scope.companyId} ${scope.environment} ${revealId}`;
