// The layout of pages before sign-in: one card in the middle.
import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './door.module.css';
import { Icon } from './icons.tsx';
import { useTitle } from './page.tsx';
import { t } from './words/t.ts';

type Props = { title: string; lead?: ReactNode; product?: string; children: ReactNode; below?: ReactNode };

/** A page before sign-in. */
export function Door({ title, lead, product = t('frame.product'), children, below }: Props) {
  const heading = useTitle(title);
  return (
    <main className={classes.door}>
      <div className={classes.brand}>
        <span className={classes.mark}>
          <Icon name="card" size={18} />
        </span>
        {product}
      </div>
      <div className={`surface ${classes.card}`}>
        <Stack gap="lg">
          <div>
            <Title order={1} size="1.35rem" ref={heading} tabIndex={-1}>
              {title}
            </Title>
            {lead !== undefined && (
              <Text c="dimmed" size="sm" mt={6}>
                {lead}
              </Text>
            )}
          </div>
          {children}
        </Stack>
      </div>
      {below !== undefined && (
        <Text size="sm" ta="center" c="dimmed" component="div">
          {below}
        </Text>
      )}
    </main>
  );
}
