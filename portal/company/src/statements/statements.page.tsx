// Statements: select days, see the entries, download a file.

import type { Schemas } from '@cardwright/sdk';
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useAsked } from '../../../shared/asked.ts';
import { answer } from '../../../shared/client.ts';
import { type Days, daysOf } from '../../../shared/day-range.ts';
import { DaysInput } from '../../../shared/days.tsx';
import { Icon } from '../../../shared/icons.tsx';
import { Money } from '../../../shared/money.tsx';
import { Page as Sheet } from '../../../shared/page.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { RowsSkeleton } from '../../../shared/states/skeletons.tsx';
import { Time, utcDayText } from '../../../shared/time.tsx';
import { useAheadMs } from '../company-time.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { download, type Format } from './download.ts';
import { Entries } from './entries.tsx';
import { daysOfPreset, presets } from './ranges.ts';
import classes from './statements.module.css';

type Statement = Schemas['AccountStatement'];

/** The statement of the address's days, or of this month. */
export function Page() {
  const { api, key } = useScope();
  const { asked, ask } = useAsked();
  const aheadMs = useAheadMs();
  const now = new Date(Date.now() + (aheadMs ?? 0));
  const named = daysOf(asked('from'), asked('to'));
  const days = named ?? daysOfPreset('thisMonth', now);
  const statement = useQuery({
    queryKey: key('balance', 'statement', days),
    queryFn: async () => {
      const query = { ...days, format: 'json' } as const;
      return (await answer(api.GET('/api/v1/account-statements', { params: { query } }))) as Statement;
    },
    placeholderData: keepPreviousData,
    enabled: named !== undefined || aheadMs !== undefined, // "this month" needs the company's time
  });
  return (
    <Sheet title={t('statements.title')} lead={t('statements.lead')} actions={<Files days={days} />}>
      <Choice days={days} now={now} choose={(chosen) => ask({ from: chosen?.from, to: chosen?.to })} />
      {statement.isPending && (
        <div className="surface">
          <RowsSkeleton />
        </div>
      )}
      {statement.isError && <ProblemShown error={statement.error} again={() => void statement.refetch()} />}
      {statement.data !== undefined && !statement.isError && (
        <Stack gap="lg" aria-busy={statement.isPlaceholderData}>
          <Totals {...statement.data} />
          <Entries key={`${statement.data.from} ${statement.data.to}`} entries={statement.data.data} />
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
              variant={isChosen ? 'light' : 'default'}
              aria-pressed={isChosen}
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

function Files({ days }: { days: Days }) {
  const scope = useScope();
  const file = useWrite({ reads: true, write: (format: Format) => download(scope, format, days) });
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {(['csv', 'pdf'] as const).map((format) => (
          <Button
            key={format}
            variant="default"
            leftSection={<Icon name="download" size={16} />}
            loading={file.isPending && file.input === format}
            disabled={file.isPending && file.input !== format}
            onClick={() => file.mutate(format)}
          >
            {t(`statements.${format}`)}
          </Button>
        ))}
      </Group>
      {file.error !== null && <ProblemShown error={file.error} />}
    </Stack>
  );
}

function Totals({ from, to, openingBalance, incoming, outgoing, closingBalance }: Statement) {
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
