// The last recovery: who approved it, what was given up, and what to do afterwards.
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Recovery } from '../../../shared/desk-api.ts';
import { Section } from '../../../shared/page.tsx';
import { Time } from '../../../shared/time.tsx';
import { Facts, Id } from '../frame/facts.tsx';
import { Timed } from '../frame/timed.tsx';
import { t } from '../words/t.ts';
import { betweenOf } from './between.ts';
import classes from './recovery.module.css';

/** The result of the last recovery. */
export function LastRecovery({ last }: { last: NonNullable<Recovery['last']> }) {
  return (
    <>
      <Section title={t('deskRecovery.last')}>
        <Facts
          facts={[
            { name: t('deskRecovery.recoveredAt'), value: <Time at={last.at} as="full" /> },
            { name: t('deskRecovery.approvedBy'), value: last.approvedBy?.name },
            { name: t('deskFrame.reason'), value: last.reason },
            {
              name: t('deskRecovery.between'),
              value: <Timed text={betweenOf({ since: last.lostSince, until: last.lostUntil })} />,
            },
            {
              name: t('deskRecovery.givenUpEntries'),
              value: t('deskRecovery.givenUpCount', { entries: last.lostEntries, books: last.books }),
            },
            {
              name: t('deskRecovery.proposal'),
              value: last.proposal !== null && (
                <Anchor component={Link} to={`/proposals/${last.proposal}`} inherit>
                  <Id>{last.proposal}</Id>
                </Anchor>
              ),
            },
          ]}
        />
      </Section>
      <Section title={t('deskRecovery.afterwards')}>
        <ul className={classes.afterwards}>
          <li>
            {t('deskRecovery.afterReviews')}{' '}
            <Anchor component={Link} to="/reviews" inherit>
              {t('deskRecovery.toReviews')}
            </Anchor>
          </li>
          <li>
            {t('deskRecovery.afterVerify')}{' '}
            <Anchor component={Link} to="/audit" inherit>
              {t('deskRecovery.toAudit')}
            </Anchor>
          </li>
        </ul>
      </Section>
    </>
  );
}
