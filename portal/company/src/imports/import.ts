// Imports: types, names and queries for the pages.
import { useQuery } from '@tanstack/react-query';
import { answer } from '../../../shared/client.ts';
import type { Import, ImportProgress } from '../../../shared/portal-api.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import '../words/imports.ts';

export type ImportType = Import['type'];

export const importTypes = ['issue', 'topup'] as const satisfies readonly ImportType[];

/** The most rows of a file, as the server has it. */
export const MOST_ROWS = 500;

/** What was ordered, in a few words. */
export const nameOf = ({ type, rows }: Pick<Import, 'type' | 'rows'>): string =>
  rows === 1 ? t(`imports.nameOfOne.${type}`) : t(`imports.nameOf.${type}`, { count: rows });

/** The status of an import: what becomes of its rows. */
export const statusOf = ({ waiting, refused }: Pick<Import, 'waiting' | 'refused'>): string =>
  waiting > 0 ? 'paused' : refused > 0 ? 'incomplete' : 'ordered';

/** Polling while the issuer works on orders. */
const FOLLOW_MS = 2_000;

/** An import, followed while its orders are under way or another tab may order its rows. */
export function useImport(id: string) {
  const { api, key } = useScope();
  return useQuery({
    queryKey: key('imports', id),
    queryFn: () => answer(api.GET('/portal/v1/imports/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isUnderWay(data) ? FOLLOW_MS : false),
  });
}

const isUnderWay = ({ underWay, waiting }: ImportProgress) => underWay > 0 || waiting > 0;
