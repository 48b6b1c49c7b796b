// Spend of the last months: queries, and the words for a month.
import { useQuery } from '@tanstack/react-query';
import { answer } from '../../../shared/client.ts';
import { useScope } from '../session.ts';

const short = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' });
const long = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const startOf = (month: string) => new Date(`${month}-01T00:00:00Z`);

/** A UTC month: `2026-11` becomes `Nov`. */
export const monthText = (month: string): string => short.format(startOf(month));

/** A UTC month: `2026-11` becomes `November 2026`. */
export const wholeMonthText = (month: string): string => long.format(startOf(month));

/** The text of an address, if it is a month. */
export const monthOf = (text: string | undefined): string | undefined =>
  text !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined;

/** The first moment of a UTC month, and that of the next one. */
export function rangeOf(month: string): { from: string; until: string } {
  const start = startOf(month);
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));
  return { from: start.toISOString(), until: end.toISOString() };
}

type Whose = { cardId?: string; holderId?: string };

/** The spend of each of the last months, oldest first: of a card, a cardholder, or all cards. */
export function useSpend(months: number, whose: Whose = {}) {
  const { api, key } = useScope();
  return useQuery({
    queryKey: key('transactions', 'spend', months, whose),
    queryFn: () => answer(api.GET('/portal/v1/spend', { params: { query: { months, ...whose } } })),
  });
}
