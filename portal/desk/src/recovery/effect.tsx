// The effect of a recovery: now, and after approval.
import type { Recovery } from '../../../shared/desk-api.ts';
import { t } from '../words/t.ts';
import classes from './recovery.module.css';

/** The table above the buttons that propose and approve. */
export function Effect({ recovery }: { recovery: Recovery }) {
  return (
    <table className={classes.effect} aria-label={t('deskRecovery.effect')}>
      <thead>
        <tr>
          <th scope="col">{t('deskRecovery.effect')}</th>
          <th scope="col">{t('deskRecovery.now')}</th>
          <th scope="col">{t('deskRecovery.after')}</th>
        </tr>
      </thead>
      <tbody>
        {rowsOf(recovery).map(({ name, now, after }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{now}</td>
            <td>
              <strong>{after}</strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function rowsOf({ lost: { ledgerEntries: count }, operations, epoch }: Recovery) {
  const earlier = operations.queued + operations.processing;
  return [
    { name: t('deskRecovery.writes'), now: t('deskRecovery.refused'), after: t('deskRecovery.accepted') },
    {
      name: t('deskRecovery.orders'),
      now: t('deskRecovery.stopped'),
      after: earlier === 0 ? t('deskRecovery.sent') : t('deskRecovery.askedFirst', { count: earlier }),
    },
    {
      name: t('deskRecovery.lostEntries'),
      now: t('deskRecovery.entriesLost', { count }),
      after: t('deskRecovery.givenUp', { count }),
    },
    { name: t('deskRecovery.epoch'), now: String(epoch), after: String(epoch + 1) },
  ];
}
