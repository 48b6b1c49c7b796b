// The three steps of a recovery, in order; only the next one has a button.
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer, deskApi } from '../../../shared/client.ts';
import { Confirm } from '../../../shared/confirm.tsx';
import type { Recovery } from '../../../shared/desk-api.ts';
import { Icon } from '../../../shared/icons.tsx';
import { Section } from '../../../shared/page.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { Time } from '../../../shared/time.tsx';
import { tell } from '../frame/told.ts';
import { Decide } from '../proposals/decide.tsx';
import { ProposeWithReason } from '../proposals/proposed.tsx';
import { proposalQuery } from '../proposals/query.ts';
import { t } from '../words/t.ts';
import { Effect } from './effect.tsx';
import classes from './recovery.module.css';

type Props = { recovery: Recovery };

const order = ['replay', 'propose', 'approve'] as const;

/** Replay, propose, approve. */
export function Steps({ recovery }: Props) {
  const at = order.findIndex((step) => step === recovery.next);
  const steps = [
    { title: t('deskRecovery.replay'), shown: <Replay recovery={recovery} isNext={at === 0} /> },
    { title: t('deskRecovery.propose'), shown: <Propose recovery={recovery} isNext={at === 1} /> },
    { title: t('deskRecovery.approve'), shown: <Approve recovery={recovery} isNext={at === 2} /> },
  ];
  return (
    <Section title={t('deskRecovery.steps')}>
      <Text size="sm" className={classes.body}>
        {t('deskRecovery.stepsLead')}
      </Text>
      <ol className={classes.steps}>
        {steps.map(({ title, shown }, index) => (
          <Step key={title} title={title} number={index + 1} state={stateOf(index, at)}>
            {shown}
          </Step>
        ))}
      </ol>
    </Section>
  );
}

const stateOf = (index: number, at: number) => (index === at ? 'next' : index < at ? 'done' : 'later');

type StepProps = { title: string; number: number; state: 'done' | 'next' | 'later'; children: ReactNode };

function Step({ title, number, state, children }: StepProps) {
  return (
    <li aria-current={state === 'next' ? 'step' : undefined} data-done={state === 'done'}>
      <span className={classes.number}>{state === 'done' ? <Icon name="check" size={14} /> : String(number)}</span>
      <div>
        <Text size="sm" fw={600}>
          {title}
          <span className="hidden-name"> ({t(`deskRecovery.${state}`)})</span>
        </Text>
        {children}
      </div>
    </li>
  );
}

function Words({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" mt={2} maw={680} component="div">
      {children}
    </Text>
  );
}

type PartProps = Props & { isNext: boolean };

function Replay({ recovery: { replayed, lost }, isNext }: PartProps) {
  const [isAsking, setAsking] = useState(false);
  const replay = useWrite({
    write: () => answer(deskApi.POST('/desk/v1/recovery/replay')),
    changes: [['recovery'], ['status'], ['me']], // a session that ended leads to sign-in and back
    onDone: (result) => {
      setAsking(false);
      tell(t('deskRecovery.replayed', result));
    },
  });
  const close = () => {
    setAsking(false);
    replay.reset();
  };
  return (
    <>
      <Words>{replayed === null ? t('deskRecovery.replayWhy') : <Replayed replayed={replayed} />}</Words>
      {isNext && (
        <Button className={classes.action} onClick={() => setAsking(true)}>
          {t('deskRecovery.replayDots')}
        </Button>
      )}
      <Confirm
        opened={isAsking}
        onClose={close}
        title={t('deskRecovery.replay')}
        action={t('deskRecovery.replay')}
        onConfirm={() => replay.mutate()}
        pending={replay.isPending}
        error={replay.error}
      >
        <p>{t('deskRecovery.replayWhy')}</p>
        <p>{t('deskRecovery.replayEnds')}</p>
        <p>{t('deskRecovery.replayCount', { count: lost.auditEntries })}</p>
      </Confirm>
    </>
  );
}

function Replayed({ replayed }: { replayed: NonNullable<Recovery['replayed']> }) {
  return (
    <>
      {t('deskRecovery.replayedBy', { name: replayed.by?.name ?? '' })} {t('deskRecovery.replayed', replayed)}{' '}
      <Time at={replayed.at} />
    </>
  );
}

function Propose({ recovery, isNext }: PartProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Words>{t('deskRecovery.proposeWhy')}</Words>
      {isNext && (
        <>
          <Effect recovery={recovery} />
          <Button className={classes.action} onClick={() => setAsking(true)}>
            {t('deskRecovery.proposeDots')}
          </Button>
        </>
      )}
      {isAsking && (
        <ProposeWithReason
          onClose={() => setAsking(false)}
          title={t('deskRecovery.propose')}
          action={t('deskRecovery.propose')}
          propose={(reason) => answer(deskApi.POST('/desk/v1/recovery', { body: { reason } }))}
        >
          {t('deskRecovery.approveLead')}
        </ProposeWithReason>
      )}
    </>
  );
}

function Approve({ recovery, isNext }: PartProps) {
  return (
    <>
      <Words>{t('deskRecovery.approveWhy')}</Words>
      {isNext && recovery.proposal !== null && <OpenProposal recovery={recovery} id={recovery.proposal} />}
    </>
  );
}

/** The proposal with its reason, its effect, and what this operator may do with it. */
function OpenProposal({ recovery, id }: Props & { id: string }) {
  const proposal = useQuery(proposalQuery(id));
  if (proposal.isError) return <ProblemShown error={proposal.error} again={() => void proposal.refetch()} />;
  if (proposal.data === undefined) return null;
  const { proposer, reason, proposedAt } = proposal.data;
  const effect = <Effect recovery={recovery} />;
  return (
    <>
      <Text size="sm" mt="sm">
        {t('deskProposals.by', { name: proposer.name, reason })} <Time at={proposedAt} />
      </Text>
      {effect}
      <div className={classes.action}>
        <Decide key={id} proposal={proposal.data} lead={t('deskRecovery.approveLead')} effect={effect} />
      </div>
    </>
  );
}
