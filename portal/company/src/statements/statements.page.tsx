// Statements: select days, see the activity, download a file.
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAsked } from '../../../shared/asked.ts';
import { answer } from '../../../shared/client.ts';
import { type Days, daysOf } from '../../../shared/day-range.ts';
import { DaysInput } from '../../../shared/days.tsx';
import { PageButtons, usePages } from '../../../shared/list.tsx';
import { Money } from '../../../shared/money.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import type { StatementActivity } from '../../../shared/portal-api.ts';
import { Empty } from '../../../shared/states/empty.tsx';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { StatementSkeleton } from '../../../shared/states/skeletons.tsx';
import { Time, utcDayText } from '../../../shared/time.tsx';
import { useAheadMs } from '../company-time.ts';
import { hasPage } from '../routes.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { Activity } from './activity.tsx';
import { Files } from './files.tsx';
import { daysOfPreset, presets } from './ranges.ts';
import classes from './statements.module.css';
import '../words/statements.ts';

/** The statement of the address's days, or of this month. */
export function Page() {
  const { api, key } = useScope();
  const { asked, ask } = useAsked();
  const aheadMs = useAheadMs();
  const now = new Date(Date.now() + (aheadMs ?? 0));
  const named = daysOf(asked('from'), asked('to'));
  const days = named ?? daysOfPreset('thisMonth', now);
  const pages = usePages(`${days.from} ${days.to}`);
  const { cursor } = pages;
  const statement = useQuery({
    queryKey: key('balance', 'statement', days, { cursor }),
    queryFn: () => {
      const query = { ...days, ...(cursor === undefined ? {} : { cursor }) };
      return answer(api.GET('/portal/v1/statements/activity', { params: { query } }));
    },
    placeholderData: keepPreviousData,
    enabled: named !== undefined || aheadMs !== undefined, // "this month" needs the company's time
  });
  return (
    <Sheet title={t('statements.title')} lead={t('statements.lead')} actions={<Files days={days} />}>
      <Choice days={days} now={now} choose={(chosen) => ask({ from: chosen?.from, to: chosen?.to })} />
      {statement.isPending && <StatementSkeleton />}
      {statement.isError && <ProblemShown error={statement.error} again={() => void statement.refetch()} />}
      {statement.data !== undefined && !statement.isError && (
        <Stack gap="lg" aria-busy={statement.isPlaceholderData}>
          <Totals {...statement.data} />
          {statement.data.data.length === 0 && pages.isFirst ? (
            <NoActivity />
          ) : (
            <Section title={t('statements.activity')}>
              <Activity key={`${statement.data.from} ${statement.data.to}`} rows={statement.data.data} />
              <PageButtons
                label={t('statements.activity')}
                pages={pages}
                nextCursor={statement.data.nextCursor}
                isComing={statement.isPlaceholderData}
              />
            </Section>
          )}
          <Text size="xs" c="dimmed">
            {t('statements.note')} {t('statements.generated')} <Time at={statement.data.generatedAt} as="full" />.
          </Text>
        </Stack>
      )}
    </Sheet>
  );
}

type ChoiceProps = { days: Days; now: Date; choose: (days: Days | undefined) => void };

function Choice({ days, now, choose }: ChoiceProps) {
  return (
    <Group align="flex-end" gap="sm">
      <div className={classes.days}>
        <DaysInput label={t('statements.range')} value={days} onChange={choose} />
      </div>
      <Group gap={6} role="group" aria-label={t('statements.presets')}>
        {presets.map((preset) => {
          const range = daysOfPreset(preset, now);
          const isChosen = range.from === days.from && range.to === days.to;
          return (
            <Button
              key={preset}
              variant="default"
              className={classes.preset}
              aria-pressed={isChosen}
              title={t('statements.days', range)}
              onClick={() => choose(range)}
            >
              {t(`statements.${preset}`)}
            </Button>
          );
        })}
      </Group>
    </Group>
  );
}

function NoActivity() {
  const { path } = useScope();
  const action = hasPage('fund') && (
    <Button component={Link} to={path('fund')} variant="default" mt="xs">
      {t('statements.fund')}
    </Button>
  );
  return (
    <div className="surface">
      <Empty icon="statement" title={t('statements.none')} action={action}>
        {t('statements.noneWhy')}
      </Empty>
    </div>
  );
}

function Totals({ from, to, openingBalance, incoming, outgoing, closingBalance }: StatementActivity) {
  return (
    <section className="surface" aria-label={t('statements.totals')}>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing={0} component="dl" className={classes.totals}>
        <Figure
          name={t('statements.opening')}
          amount={openingBalance}
          help={t('statements.at', { day: utcDayText(from) })}
        />
        <Figure name={t('statements.incoming')} amount={incoming} />
        <Figure name={t('statements.outgoing')} amount={outgoing} />
        <Figure
          name={t('statements.closing')}
          amount={closingBalance}
          help={t('statements.atEnd', { day: utcDayText(to) })}
        />
      </SimpleGrid>
    </section>
  );
}

function Figure({ name, amount, help }: { name: string; amount: string; help?: string }) {
  return (
    <div className={classes.figure}>
      <dt>{name}</dt>
      <dd>
        <Money amount={amount} />
        {help !== undefined && <small>{help}</small>}
      </dd>
    </div>
  );
}
