// Filters of transactions: merchant, card, status, type and days.

import type { Schemas } from '@cardwright/sdk';
import { Button, Select } from '@mantine/core';
import { useAsked } from '../../../shared/asked.ts';
import { daysOf } from '../../../shared/day-range.ts';
import { DaysInput } from '../../../shared/days.tsx';
import { type FieldsOf, Filters, useIsPhone } from '../../../shared/filters.tsx';
import { Icon } from '../../../shared/icons.tsx';
import { SearchField, searched } from '../../../shared/search-field.tsx';
import { stateWord } from '../../../shared/status.tsx';
import { CardPicker } from '../cards/card-picker.tsx';
import { monthOf, rangeOf } from '../spend/months.ts';
import { t } from '../words/t.ts';
import classes from './transactions.module.css';
import '../words/transactions.ts';

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

/** The address's filters as request parameters. The server's end is exclusive. A month is UTC, as its spend is. */
export function useFilters() {
  const { asked } = useAsked();
  const search = searched(asked('search'));
  const card = asked('card');
  const status = oneOf(statuses, asked('status'));
  const type = oneOf(kinds, asked('kind'));
  const days = daysOf(asked('from'), asked('to'));
  const month = monthOf(asked('month'));
  const range = month === undefined ? undefined : rangeOf(month);
  return {
    ...(search === undefined ? {} : { search }),
    ...(card === undefined ? {} : { cardId: card }),
    ...(status === undefined ? {} : { status }),
    ...(type === undefined ? {} : { type }),
    ...(days === undefined ? {} : { occurredFrom: midnightOf(days.from), occurredTo: midnightOf(days.to, 1) }),
    ...(range === undefined ? {} : { occurredFrom: range.from, occurredTo: range.until }),
  };
}

/** Clears every filter. */
export function ClearFilters() {
  const { ask } = useAsked();
  const none = {
    search: undefined,
    card: undefined,
    status: undefined,
    kind: undefined,
    from: undefined,
    to: undefined,
    month: undefined,
  };
  return (
    <Button variant="default" leftSection={<Icon name="cross" size={14} />} onClick={() => ask(none)}>
      {t('transactions.clear')}
    </Button>
  );
}

/** The month is chosen above the list; choosing days drops it. */
const names = ['card', 'status', 'kind', 'from', 'to', 'month'] as const;

/** The filter fields; the address holds their values. */
export function TransactionFilters({ isFiltered }: { isFiltered: boolean }) {
  const { asked, ask } = useAsked();
  const isPhone = useIsPhone();
  const chosen = Object.fromEntries(names.map((name) => [name, asked(name)]));
  return (
    <Filters
      names={names}
      uncounted={['to', 'month']}
      chosen={chosen}
      onChoose={ask}
      className={classes.filters}
      search={
        <SearchField
          label={t('transactions.merchant')}
          isLabelShown={!isPhone}
          placeholder={t('transactions.anyMerchant')}
          value={asked('search')}
          onSearch={(typed) => ask({ search: typed === '' ? undefined : typed })}
        />
      }
    >
      {(fields) => (
        <>
          <Fields {...fields} />
          {isFiltered && !fields.isSheet && <ClearFilters />}
        </>
      )}
    </Filters>
  );
}

function Fields({ chosen, choose }: FieldsOf<(typeof names)[number]>) {
  return (
    <>
      <CardPicker
        label={t('transactions.card')}
        placeholder={t('transactions.anyCard')}
        nothingFoundMessage={t('transactions.noSuchCard')}
        clearable
        value={chosen.card}
        onChoose={(card) => choose({ card })}
      />
      <Select
        label={t('transactions.status')}
        placeholder={t('transactions.anyStatus')}
        data={statuses.map((value) => ({ value, label: stateWord(value) }))}
        clearable
        value={oneOf(statuses, chosen.status) ?? null}
        onChange={(status) => choose({ status: status ?? undefined })}
      />
      <Select
        label={t('transactions.kind')}
        placeholder={t('transactions.anyKind')}
        data={kinds.map((value) => ({ value, label: t(`transactions.kind.${value}`) }))}
        clearable
        value={oneOf(kinds, chosen.kind) ?? null}
        onChange={(kind) => choose({ kind: kind ?? undefined })}
      />
      <div className={classes.days}>
        <DaysInput
          label={t('transactions.days')}
          placeholder={t('transactions.anyDay')}
          value={daysOf(chosen.from, chosen.to)}
          onChange={(days) => choose({ from: days?.from, to: days?.to, month: undefined })}
          clearWords={t('transactions.clearDays')}
        />
      </div>
    </>
  );
}
