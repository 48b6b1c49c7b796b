// Proposals: pending and decided.
import { Anchor, NativeSelect, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useAsked } from '../../../shared/asked.ts';
import { answer, deskApi } from '../../../shared/client.ts';
import type { Proposal } from '../../../shared/desk-api.ts';
import { type Column, List } from '../../../shared/list.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { EnvironmentBadge, Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { useLookAgain } from '../frame/look-again.ts';
import { t } from '../words/t.ts';
import { Decide } from './decide.tsx';
import classes from './proposals.module.css';
import { Sentences } from './sentences.tsx';
import { leadOf, titleOf } from './words.ts';

/** Open ones, or all; the address holds the choice. */
export function Page() {
  useLookAgain('proposals');
  const { asked, ask } = useAsked();
  const isAll = asked('show') === 'all';
  const show = (
    <NativeSelect
      className={classes.show}
      size="sm"
      aria-label={t('deskProposals.show')}
      data={[
        { value: '', label: t('deskProposals.open') },
        { value: 'all', label: t('deskProposals.all') },
      ]}
      value={isAll ? 'all' : ''}
      onChange={({ currentTarget: { value } }) => ask({ show: value === '' ? undefined : value })}
    />
  );
  return (
    <Sheet title={t('deskProposals.title')} lead={t('deskProposals.lead')}>
      <Section title={isAll ? t('deskProposals.all') : t('deskProposals.open')} actions={show}>
        <List
          label={t('deskProposals.title')}
          queryKey={['proposals', 'list', isAll]}
          read={(page) => readProposals(isAll, page)}
          columns={isAll ? [what, proposed, status] : [what, proposed, until, actions]}
          rowKey={({ id }) => id}
          empty={
            <Empty icon="check" title={isAll ? t('deskProposals.noneAtAll') : t('deskProposals.none')}>
              {t('deskProposals.noneWhy')}
            </Empty>
          }
        />
      </Section>
    </Sheet>
  );
}

/** Pages go by the id of the last proposal. */
async function readProposals(isAll: boolean, { limit, cursor }: { limit: number; cursor?: string }) {
  const query = { open: !isAll, limit, ...(cursor === undefined ? {} : { before: cursor }) };
  const { data, hasMore } = await answer(deskApi.GET('/desk/v1/proposals', { params: { query } }));
  return { data, nextCursor: hasMore ? (data.at(-1)?.id ?? null) : null };
}

const what: Column<Proposal> = {
  head: t('deskProposals.what'),
  cell: (proposal) => (
    <div className={classes.what}>
      <Anchor component={Link} to={`/proposals/${proposal.id}`} size="sm" fw={550}>
        {titleOf(proposal)}
      </Anchor>{' '}
      {proposal.environment !== null && <EnvironmentBadge environment={proposal.environment} />}
      <Sentences effect={proposal.effect} />
    </div>
  ),
};

const proposed: Column<Proposal> = {
  head: t('deskProposals.proposed'),
  cell: ({ proposer, reason, proposedAt }) => (
    <div className={classes.lines}>
      <Text size="sm">{t('deskProposals.by', { name: proposer.name, reason })}</Text>
      <Text size="xs" c="dimmed">
        <Time at={proposedAt} />
      </Text>
    </div>
  ),
};

const until: Column<Proposal> = {
  head: t('deskProposals.validUntil'),
  cell: ({ expiresAt }) => <Time at={expiresAt} as="full" />,
};

const status: Column<Proposal> = {
  head: t('deskProposals.status'),
  cell: ({ state, approver, withdrawer, approvedAt, withdrawnAt }) => {
    const at = approvedAt ?? withdrawnAt;
    return (
      <div className={classes.lines}>
        <Status state={state} />
        <Text size="xs" c="dimmed">
          {(approver ?? withdrawer)?.name} {at !== null && <Time at={at} />}
        </Text>
      </div>
    );
  },
};

const actions: Column<Proposal> = {
  head: t('deskProposals.actions'),
  actions: true,
  cell: (proposal) => (
    <div>
      <Decide
        proposal={proposal}
        lead={leadOf(proposal)}
        effect={<Sentences effect={proposal.effect} />}
        inRow={`${titleOf(proposal)}, ${proposal.subject}`}
      />
    </div>
  ),
};
