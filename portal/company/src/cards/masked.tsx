// A masked card number.
import { t } from '../words/t.ts';
import '../words/cards.ts';

/** The last four digits after dots, with a spoken label. */
export function Masked({ last4 }: { last4: string }) {
  return (
    <span className="figures">
      <span aria-hidden="true">•••• {last4}</span>
      <span className="hidden-name">{t('cards.ending', { last4 })}</span>
    </span>
  );
}
