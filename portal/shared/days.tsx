// A range of days. The calendar library loads only with pages that use it.
import { Input, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { DaysProps } from './day-range.ts';

const Calendar = lazy(async () => ({ default: (await import('./days-calendar.tsx')).DaysCalendar }));

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
