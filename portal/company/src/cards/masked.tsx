// The number of a card, of which only the end is known here.
import { t } from '../words/t.ts';

/** The last four digits behind dots; read out as what they are. */
export function Masked({ last4 }: { last4: string }) {
  return (
    <span className="figures">
      <span aria-hidden="true">•••• {last4}</span>
      <span className="hidden-name">{t('cards.ending', { last4 })}</span>
    </span>
  );
}
