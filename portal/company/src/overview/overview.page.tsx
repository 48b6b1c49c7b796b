// The overview: balance, holds, movements, and what needs attention.
import { Button, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answer } from '../../../shared/client.ts';
import { Icon } from '../../../shared/icons.tsx';
import { Money } from '../../../shared/money.tsx';
import { Page as Sheet } from '../../../shared/page.tsx';
import type { Overview } from '../../../shared/portal-api.ts';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { PageSkeleton } from '../../../shared/states/skeletons.tsx';
import { hasPage } from '../routes.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { Holds } from './holds.tsx';
import { Movement } from './movement.tsx';
import classes from './overview.module.css';

/** The first page of a company. */
export function Page() {
  const { api, key, path } = useScope();
  const overview = useQuery({
    queryKey: key('overview'),
    queryFn: () => answer(api.GET('/portal/v1/overview')),
  });
  const actions = (
    <>
      {hasPage('cards') && (
        <Button component={Link} to={path('cards')} variant="default" leftSection={<Icon name="card" size={16} />}>
          {t('overview.issue')}
        </Button>
      )}
      {hasPage('fund') && (
        <Button component={Link} to={path('fund')} leftSection={<Icon name="fund" size={16} />}>
          {t('overview.fund')}
        </Button>
      )}
    </>
  );
  return (
    <Sheet title={t('overview.title')} actions={actions}>
      {overview.isPending && <PageSkeleton />}
      {overview.isError && <ProblemShown error={overview.error} again={() => void overview.refetch()} />}
      {overview.data !== undefined && <Shown {...overview.data} />}
    </Sheet>
  );
}

function Shown({ balance, holds, moreHolds, movement, attention }: Overview) {
  return (
    <Stack gap="lg">
      {attention.length > 0 && <Attention attention={attention} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <Figure name={t('overview.available')} help={t('overview.availableHelp')} amount={balance.available} />
        <Figure name={t('overview.held')} help={t('overview.heldHelp')} amount={balance.held} />
      </SimpleGrid>
      <Movement movement={movement} />
      <Holds holds={holds} more={moreHolds} />
    </Stack>
  );
}

function Figure({ name, help, amount }: { name: string; help: string; amount: string }) {
  return (
    <section className={`surface ${classes.figure}`} aria-label={name}>
      <Text size="sm" c="dimmed" fw={550}>
        {name}
      </Text>
      <p className={classes.amount}>
        <Money amount={amount} />
      </p>
      <Text size="sm" c="dimmed">
        {help}
      </Text>
    </section>
  );
}

function Attention({ attention }: Pick<Overview, 'attention'>) {
  return (
    <section className={classes.attention} aria-label={t('overview.attention')}>
      <h2 className={classes.attentionTitle}>{t('overview.attention')}</h2>
      <ul>
        {attention.map(({ kind, words, link }) => (
          <li key={`${kind} ${link}`}>
            <Icon name="warning" size={16} />
            <span>{words}</span>
            <Link to={link}>
              {t('overview.look')}
              <span className="hidden-name"> {words}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
