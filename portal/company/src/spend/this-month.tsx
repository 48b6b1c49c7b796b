// What a card or a cardholder has spent this month, as a fact.
import { Money } from '../../../shared/money.tsx';
import { useSpend } from './months.ts';

/** The amount; a dash until it is known. */
export function SpentThisMonth(whose: { cardId: string } | { holderId: string }) {
  const spent = useSpend(1, whose).data?.months[0]?.spent;
  return spent === undefined ? '–' : <Money amount={spent} />;
}
