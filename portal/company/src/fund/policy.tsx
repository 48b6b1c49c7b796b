// What happens to inexact payments. The server states these rules; the page replaces field names
// by the labels on the screen.
import { Section } from '../../../shared/page.tsx';
import { t } from '../words/t.ts';
import type { Invoice } from './funding.ts';
import classes from './invoice.module.css';
import '../words/fund.ts';

const named = ['payAmount', 'creditAmount', 'expiresAt', 'manual_review', 'observedTransfers'] as const;

/** A rule of the server with labels instead of field names. */
export const inPlainWords = (promise: string): string =>
  named.reduce((text, name) => text.replaceAll(name, t(`fund.plain.${name}`)), promise);

const parts = ['less', 'more', 'late', 'again', 'networkFee'] as const;

/** The policy of an invoice. */
export function Policy(policy: Invoice['policy']) {
  return (
    <Section title={t('fund.policy')}>
      <dl className={classes.policy}>
        {parts.map((part) => (
          <div key={part}>
            <dt>{t(`fund.policy.${part}`)}</dt>
            <dd>{inPlainWords(policy[part])}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
