// The effect of approval, in numbers and words.
import type { Effect } from '../../../shared/desk-api.ts';
import { Icon } from '../../../shared/icons.tsx';
import { isZero, Money } from '../../../shared/money.tsx';
import { Status } from '../../../shared/status.tsx';
import { t } from '../words/t.ts';
import classes from './reviews.module.css';

/** Sums before and after, then the other effects, one sentence each. */
export function EffectShown({ effect }: { effect: Effect }) {
  const { available, held, status, sentences } = effect;
  const once = [
    { name: t('deskReviews.fee'), amount: effect.fee },
    { name: t('deskReviews.toIssuer'), amount: effect.toIssuer },
    { name: t('deskReviews.card'), amount: effect.card },
  ].filter(({ amount }) => !isZero(amount));
  return (
    <>
      <table className={classes.effect} aria-label={t('deskReviews.effect')}>
        <thead>
          <tr>
            <th scope="col">{t('deskReviews.effect')}</th>
            <th scope="col">{t('deskReviews.before')}</th>
            <th scope="col">{t('deskReviews.change')}</th>
            <th scope="col">{t('deskReviews.after')}</th>
          </tr>
        </thead>
        <tbody>
          <Sum name={t('deskReviews.available')} {...available} />
          <Sum name={t('deskReviews.heldOfCompany')} {...held} />
          {once.map(({ name, amount }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td />
              <td>
                <Money amount={amount} />
              </td>
              <td />
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.becomes}>
        <span>{t('deskReviews.status')}</span>
        <Status state={status.before} />
        <Icon name="right" size={14} />
        <Status state={status.after} />
      </p>
      <ul className={classes.sentences}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  );
}

function Sum({ name, before, change, after }: { name: string; before: string; change: string; after: string }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <Money amount={before} />
      </td>
      <td>
        <strong>{isZero(change) ? t('deskReviews.unchanged') : <Money amount={change} signed />}</strong>
      </td>
      <td>
        <Money amount={after} />
      </td>
    </tr>
  );
}
