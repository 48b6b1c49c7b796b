// Permissions of keys in plain words and in groups: by what could go wrong with them.
import type { KeyScope } from '../../../shared/portal-api.ts';
import { maybe, t } from '../words/t.ts';

const groups = {
  money: ['funding:write', 'cards:write', 'services:write'],
  people: ['holders:write'],
  reads: ['balance:read', 'cards:read', 'holders:read', 'operations:read'],
  events: ['webhooks:read', 'webhooks:write'],
} as const;

export type ScopeGroup = { name: string; scopes: readonly KeyScope[] };

/** The permissions that there are, in groups; one that no group knows stands under the last. */
export function grouped(scopes: readonly KeyScope[]): ScopeGroup[] {
  const known = new Set<string>(Object.values(groups).flat());
  const named = Object.entries(groups).map(([group, names]) => ({
    name: maybe(`keys.group.${group}`) ?? group,
    scopes: names.flatMap((name) => scopes.filter((scope) => scope.name === name)),
  }));
  const other = { name: t('keys.group.other'), scopes: scopes.filter(({ name }) => !known.has(name)) };
  return [...named, other].filter(({ scopes: some }) => some.length > 0);
}

/** What a permission allows; the words of the server where the catalogue has none. */
export const scopeWords = (name: string, meaning: string = name): string => maybe(`keys.scope.${name}`) ?? meaning;

/** Whether a permission changes nothing. */
export const onlyReads = (name: string): boolean => name.endsWith(':read');

const MOST_SCOPES = Object.values(groups).flat().length;

/** What a key may, in two words. */
export function scopesInShort(names: readonly string[]): string {
  if (names.length >= MOST_SCOPES) return t('keys.everything');
  if (names.every(onlyReads)) return t('keys.onlyReads');
  return t('keys.someOf', { count: names.length });
}
