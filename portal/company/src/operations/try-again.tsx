// Orders a failed operation again.
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useMayOrder } from '../orders/may-order.ts';
import { t } from '../words/t.ts';
import type { Operation } from './operation.ts';
import '../words/operations.ts';

/** Loaded with the first press: few operations fail. */
const FilledForm = lazy(async () => ({ default: (await import('./filled-form.tsx')).FilledForm }));

/** The button for people who may order, and the form behind it. */
export function TryAgain({ operation }: { operation: Operation }) {
  const may = useMayOrder();
  const [pressed, setPressed] = useState(false);
  const [opened, setOpened] = useState(false);
  if (!may) return null;
  const open = () => {
    setPressed(true);
    setOpened(true);
  };
  return (
    <>
      <Button variant="default" size="sm" mt="sm" onClick={open}>
        {t('operations.again')}
      </Button>
      <Suspense>
        {pressed && <FilledForm operation={operation} opened={opened} onClose={() => setOpened(false)} />}
      </Suspense>
    </>
  );
}
