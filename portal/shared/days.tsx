// A range of days. The calendar is a library of its own, which comes only with a page that asks for days.
import { Input, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';

const Calendar = lazy(async () => ({ default: (await import('./days-calendar.tsx')).DaysCalendar }));

/** Days as `2026-11-15`, both included. */
export type Days = { from: string; to: string };

export type DaysProps = {
  label: string;
  value: Days | undefined;
  /** Called with a whole range; with undefined when it is cleared, which only `clearWords` allows. */
  onChange: (days: Days | undefined) => void;
  placeholder?: string;
  /** Names the button that clears. */
  clearWords?: string;
};

const dayPattern = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** The range of two texts, if both are days and in order. */
export function daysOf(from: string | undefined, to: string | undefined): Days | undefined {
  if (from === undefined || to === undefined || !dayPattern.test(from) || !dayPattern.test(to)) return undefined;
  return from <= to ? { from, to } : undefined;
}

/** A field for a range of days. */
export function DaysInput(props: DaysProps) {
  const waiting = (
    <Input.Wrapper label={props.label} labelElement="div">
      <Skeleton height={36} />
    </Input.Wrapper>
  );
  return (
    <Suspense fallback={waiting}>
      <Calendar {...props} />
    </Suspense>
  );
}
