// The calendar of a day range. Only this file loads the date library.
import '@mantine/dates/styles.css';
import { DatePickerInput } from '@mantine/dates';
import { useId, useState } from 'react';
import type { Days, DaysProps } from './day-range.ts';
import { Icon } from './icons.tsx';
import { t } from './words/t.ts';

const dayText = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** A label alone would hide the selection from screen readers. */
const spoken = (label: string, { from, to }: Days) =>
  t('frame.daysChosen', { label, from: dayText.format(new Date(from)), to: dayText.format(new Date(to)) });

type Chosen = [string | null, string | null];

/** The field; keeps a half-selected range until its second day. */
export function DaysCalendar({ label, value, onChange, placeholder, clearWords }: DaysProps) {
  const id = useId(); // the dialog takes its name from the element with this id
  const [half, setHalf] = useState<string | null>(null);
  const shown: Chosen = half === null ? [value?.from ?? null, value?.to ?? null] : [half, null];
  const choose = ([from, to]: Chosen) => {
    setHalf(to === null ? from : null);
    if (from !== null && to !== null) onChange({ from, to });
    if (from === null && to === null) onChange(undefined);
  };
  return (
    <DatePickerInput
      type="range"
      id={id}
      label={label}
      aria-label={value === undefined ? undefined : spoken(label, value)}
      placeholder={placeholder}
      value={shown}
      onChange={choose}
      allowSingleDateInRange
      valueFormat="MMM D, YYYY"
      leftSection={<Icon name="calendar" size={16} />}
      hideOutsideDates
      weekendDays={[]}
      popoverProps={{ id, returnFocus: true }}
      clearable={clearWords !== undefined}
      clearButtonProps={clearWords === undefined ? undefined : { 'aria-label': clearWords }}
      onDropdownClose={() => setHalf(null)}
      ariaLabels={{
        nextMonth: t('frame.nextMonth'),
        previousMonth: t('frame.previousMonth'),
        nextYear: t('frame.nextYear'),
        previousYear: t('frame.previousYear'),
        nextDecade: t('frame.nextDecade'),
        previousDecade: t('frame.previousDecade'),
      }}
    />
  );
}
