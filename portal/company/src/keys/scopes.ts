// Permissions of keys in plain words, grouped by risk.
import type { KeyScope } from '../../../shared/portal-api.ts';
import { maybe, t } from '../words/t.ts';
import '../words/keys.ts';

const groups = {
  money: ['funding:write', 'cards:write', 'services:write'],
  people: ['holders:write'],
  numbers: ['cards:reveal'],
  reads: ['balance:read', 'cards:read', 'holders:read', 'operations:read'],
  events: ['webhooks:read', 'webhooks:write'],
} as const;

export type ScopeGroup = { name: string; scopes: readonly KeyScope[] };

/** The permissions in groups; unknown ones go into the last group. */
export function grouped(scopes: readonly KeyScope[]): ScopeGroup[] {
  const known = new Set<string>(Object.values(groups).flat());
  const named = Object.entries(groups).map(([group, names]) => ({
    name: maybe(`keys.group.${group}`) ?? group,
    scopes: names.flatMap((name) => scopes.filter((scope) => scope.name === name)),
  }));
  const other = { name: t('keys.group.other'), scopes: scopes.filter(({ name }) => !known.has(name)) };
  return [...named, other].filter(({ scopes: some }) => some.length > 0);
}

/** What a permission allows; falls back to the server's description. */
export const scopeWords = (name: string, meaning: string = name): string => maybe(`keys.scope.${name}`) ?? meaning;

/** Whether a permission is read-only. */
export const onlyReads = (name: string): boolean => name.endsWith(':read');

const MOST_SCOPES = Object.values(groups).flat().length;

/** A key's permissions in two words. */
export function scopesInShort(names: readonly string[]): string {
  if (names.length >= MOST_SCOPES) return t('keys.everything');
  if (names.every(onlyReads)) return t('keys.onlyReads');
  return t('keys.someOf', { count: names.length });
}
