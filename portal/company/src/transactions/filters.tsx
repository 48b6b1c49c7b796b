// Filters of transactions: card, status, type and days.

import type { Schemas } from '@cardwright/sdk';
import { Button, Select } from '@mantine/core';
import { useAsked } from '../../../shared/asked.ts';
import { daysOf } from '../../../shared/day-range.ts';
import { DaysInput } from '../../../shared/days.tsx';
import { Icon } from '../../../shared/icons.tsx';
import { stateWord } from '../../../shared/status.tsx';
import { cardWords, useCards } from '../cards/card.ts';
import { t } from '../words/t.ts';
import classes from './transactions.module.css';

export type Transaction = Schemas['Transaction'];

const statuses = ['pending', 'settled', 'declined', 'reversed'] as const satisfies readonly Transaction['status'][];
const kinds = ['purchase', 'refund', 'reversal', 'withdrawal', 'fee'] as const satisfies readonly Transaction['type'][];

/** Midnight of a day in the viewer's zone, as in the list; optionally some days later. */
function midnightOf(day: string, later = 0): string {
  const midnight = new Date(`${day}T00:00:00`);
  midnight.setDate(midnight.getDate() + later);
  return midnight.toISOString();
}

const oneOf = <Name extends string>(names: readonly Name[], asked: string | undefined): Name | undefined =>
  names.find((name) => name === asked);

/** The address's filters as request parameters. The server's end is exclusive. */
export function useFilters() {
  const { asked } = useAsked();
  const card = asked('card');
  const status = oneOf(statuses, asked('status'));
  const type = oneOf(kinds, asked('kind'));
  const days = daysOf(asked('from'), asked('to'));
  return {
    ...(card === undefined ? {} : { cardId: card }),
    ...(status === undefined ? {} : { status }),
    ...(type === undefined ? {} : { type }),
    ...(days === undefined ? {} : { occurredFrom: midnightOf(days.from), occurredTo: midnightOf(days.to, 1) }),
  };
}

/** Clears every filter. */
export function ClearFilters() {
  const { ask } = useAsked();
  const none = { card: undefined, status: undefined, kind: undefined, from: undefined, to: undefined };
  return (
    <Button variant="default" leftSection={<Icon name="cross" size={14} />} onClick={() => ask(none)}>
      {t('transactions.clear')}
    </Button>
  );
}

/** The filter fields; the address holds their values. */
export function Filters({ isFiltered }: { isFiltered: boolean }) {
  const { asked, ask } = useAsked();
  const cards = useCards().map((card) => ({ value: card.id, label: cardWords(card) }));
  return (
    <search className={classes.filters} aria-label={t('transactions.filters')}>
      <Select
        label={t('transactions.card')}
        placeholder={t('transactions.anyCard')}
        nothingFoundMessage={t('transactions.noSuchCard')}
        data={cards}
        limit={100}
        searchable
        clearable
        value={asked('card') ?? null}
        onChange={(card) => ask({ card: card ?? undefined })}
      />
      <Select
        label={t('transactions.status')}
        placeholder={t('transactions.anyStatus')}
        data={statuses.map((value) => ({ value, label: stateWord(value) }))}
        clearable
        value={oneOf(statuses, asked('status')) ?? null}
        onChange={(status) => ask({ status: status ?? undefined })}
      />
      <Select
        label={t('transactions.kind')}
        placeholder={t('transactions.anyKind')}
        data={kinds.map((value) => ({ value, label: t(`transactions.kind.${value}`) }))}
        clearable
        value={oneOf(kinds, asked('kind')) ?? null}
        onChange={(kind) => ask({ kind: kind ?? undefined })}
      />
      <div className={classes.days}>
        <DaysInput
          label={t('transactions.days')}
          placeholder={t('transactions.anyDay')}
          value={daysOf(asked('from'), asked('to'))}
          onChange={(days) => ask({ from: days?.from, to: days?.to })}
          clearWords={t('transactions.clearDays')}
        />
      </div>
      {isFiltered && <ClearFilters />}
    </search>
  );
}
