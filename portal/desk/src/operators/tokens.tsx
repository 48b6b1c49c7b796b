// An operator's own tokens for the command line: actions, expiry, revocation.
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, deskApi } from '../../../shared/client.ts';
import { Confirm } from '../../../shared/confirm.tsx';
import type { Token } from '../../../shared/desk-api.ts';
import { type Column, Rows } from '../../../shared/list.tsx';
import { Section } from '../../../shared/page.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { Empty } from '../../../shared/states/empty.tsx';
import { RowsSkeleton } from '../../../shared/states/skeletons.tsx';
import { Status } from '../../../shared/status.tsx';
import { Time, useNow } from '../../../shared/time.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { tell } from '../frame/told.ts';
import { actionWord } from '../proposals/words.ts';
import { t } from '../words/t.ts';
import { MakeToken } from './make-token.tsx';

/** The signed-in operator's tokens. */
export function Tokens() {
  const tokens = useQuery({
    queryKey: ['tokens'],
    queryFn: () => answer(deskApi.GET('/desk/v1/operators/me/tokens')),
  });
  const now = useNow();
  const [making, setMaking] = useState(false);
  const [ending, setEnding] = useState<Token>();
  const make = (
    <Button variant="default" size="xs" onClick={() => setMaking(true)}>
      {t('deskOperators.tokenDots')}
    </Button>
  );
  return (
    <Section title={t('deskOperators.tokens')} actions={make}>
      <Loaded query={tokens} skeleton={<RowsSkeleton rows={3} />}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon="key" title={t('deskOperators.noTokens')}>
              {t('deskOperators.noTokensWhy')}
            </Empty>
          ) : (
            <Rows
              label={t('deskOperators.tokens')}
              rows={data}
              columns={columnsFor(now, setEnding)}
              rowKey={({ id }) => id}
            />
          )
        }
      </Loaded>
      {making && <MakeToken onClose={() => setMaking(false)} />}
      {ending !== undefined && <Revoke token={ending} onClose={() => setEnding(undefined)} />}
    </Section>
  );
}

const stateOf = ({ revokedAt, expiresAt }: Token, now: Date) =>
  revokedAt !== null ? 'revoked' : new Date(expiresAt) <= now ? 'expired' : 'works';

const columnsFor = (now: Date, revoke: (token: Token) => void): readonly Column<Token>[] => [
  {
    head: t('deskOperators.tokenName'),
    cell: ({ name }) => (
      <Text size="sm" fw={550}>
        {name}
      </Text>
    ),
  },
  {
    head: t('deskOperators.tokenMay'),
    cell: ({ actions }) => (
      <Text size="sm">
        {actions === null
          ? t('deskOperators.tokenEverything')
          : actions.map(actionWord).join(', ') || t('deskOperators.tokenReads')}
      </Text>
    ),
  },
  { head: t('deskOperators.state'), cell: (token) => <Status state={stateOf(token, now)} />, plain: true },
  { head: t('deskOperators.tokenMadeAt'), cell: ({ createdAt }) => <Time at={createdAt} as="day" /> },
  { head: t('deskOperators.tokenUntil'), cell: ({ expiresAt }) => <Time at={expiresAt} as="day" /> },
  {
    head: t('deskOperators.actions'),
    actions: true,
    cell: (token) =>
      stateOf(token, now) === 'works' ? (
        <Button variant="default" size="compact-sm" onClick={() => revoke(token)}>
          {t('deskOperators.tokenRevokeDots')}
          <span className="hidden-name"> {token.name}</span>
        </Button>
      ) : (
        '–'
      ),
  },
];

function Revoke({ token: { id, name }, onClose }: { token: Token; onClose: () => void }) {
  const revoke = useWrite({
    write: () => answer(deskApi.POST('/desk/v1/operators/me/tokens/{id}/revoke', { params: { path: { id } } })),
    changes: [['tokens']],
    onDone: () => {
      tell(t('deskOperators.tokenRevoked'));
      onClose();
    },
  });
  return (
    <Confirm
      opened
      onClose={onClose}
      title={t('deskOperators.tokenRevokeTitle', { name })}
      action={t('deskOperators.tokenRevoke')}
      danger
      onConfirm={() => revoke.mutate()}
      pending={revoke.isPending}
      error={revoke.error}
    >
      {t('deskOperators.tokenRevokeWhy')}
    </Confirm>
  );
}
