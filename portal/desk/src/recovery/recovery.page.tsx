// Whether the database is verified; if it lost commits, what is missing and the steps to recover.
import { useQuery } from '@tanstack/react-query';
import type { Recovery } from '../../../shared/desk-api.ts';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { Notice } from '../../../shared/states/problem.tsx';
import { DetailSkeleton } from '../../../shared/states/skeletons.tsx';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { Facts, Figures } from '../frame/facts.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { Timed } from '../frame/timed.tsx';
import { t } from '../words/t.ts';
import { betweenOf } from './between.ts';
import { LastRecovery } from './last-recovery.tsx';
import { LostBooks, MissingEntries } from './missing.tsx';
import { recoveryQuery } from './query.ts';
import classes from './recovery.module.css';
import { Steps } from './steps.tsx';

/** The recovery of the database, in each of its states. */
export function Page() {
  const recovery = useQuery(recoveryQuery);
  return (
    <Sheet title={t('deskRecovery.title')} lead={t('deskRecovery.lead')}>
      <Loaded query={recovery} skeleton={<DetailSkeleton />}>
        {(shown) => (shown.recovering ? <Fenced recovery={shown} /> : <NotFenced recovery={shown} />)}
      </Loaded>
    </Sheet>
  );
}

function NotFenced({ recovery }: { recovery: Recovery }) {
  const { isVerified, why, newestMark, epoch, last } = recovery;
  return (
    <>
      <Section title={t('deskRecovery.database')} actions={<Status state={isVerified ? 'verified' : 'unverified'} />}>
        {isVerified ? (
          <Empty icon="check" title={t('deskRecovery.verified')}>
            {t('deskRecovery.verifiedWhy')}
          </Empty>
        ) : (
          <div className={classes.body}>
            <Notice kind="warning" title={t('deskRecovery.unverified')}>
              <Timed text={t('deskRecovery.unverifiedWhy', { why })} /> {t('deskRecovery.unverifiedNext')}
            </Notice>
          </div>
        )}
        <Facts
          facts={[
            { name: t('deskRecovery.newestMark'), value: newestMark && <Time at={newestMark} as="full" /> },
            { name: t('deskRecovery.recoveries'), value: String(epoch) },
          ]}
        />
      </Section>
      {last !== null && <LastRecovery last={last} />}
    </>
  );
}

function Fenced({ recovery }: { recovery: Recovery }) {
  const { why, since, epoch, lost } = recovery;
  return (
    <>
      <Section title={t('deskRecovery.database')} actions={<Status state="fenced" />}>
        <div className={classes.body}>
          <Notice kind="warning" title={t('deskRecovery.fenced')}>
            {t('deskRecovery.fencedWhy')}
          </Notice>
        </div>
        <Facts
          facts={[
            { name: t('deskFrame.reason'), value: <Timed text={why} /> },
            { name: t('deskFrame.since'), value: since && <Time at={since} as="full" /> },
            { name: t('deskRecovery.between'), value: <Timed text={betweenOf(lost)} /> },
            { name: t('deskRecovery.recoveries'), value: String(epoch) },
          ]}
        />
      </Section>
      <Figures figures={figuresOf(recovery)} />
      <Steps recovery={recovery} />
      <MissingEntries recovery={recovery} />
      <LostBooks recovery={recovery} />
    </>
  );
}

const figuresOf = ({ lost, operations }: Recovery) =>
  [
    { name: t('deskRecovery.lostEntries'), count: lost.ledgerEntries },
    { name: t('deskRecovery.missingEntries'), count: lost.auditEntries },
    { name: t('deskRecovery.queued'), count: operations.queued },
    { name: t('deskRecovery.processing'), count: operations.processing },
  ].map(({ name, count }) => ({ name, value: <span className="figures">{String(count)}</span> }));
