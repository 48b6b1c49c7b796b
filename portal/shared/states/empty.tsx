// A list without rows: what would stand here, why it is worth having, and how to get the first.
import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons.tsx';
import classes from './states.module.css';

type Props = {
  icon: IconName;
  title: string;
  /** What would stand here, in a sentence or two. */
  children: ReactNode;
  /** The button that makes the first. */
  action?: ReactNode;
};

/** An empty place that teaches. */
export function Empty({ icon, title, children, action }: Props) {
  return (
    <Stack align="center" gap="xs" py={40} px="md" ta="center">
      <span className={classes.disc}>
        <Icon name={icon} size={22} />
      </span>
      <Title order={2} size="h5">
        {title}
      </Title>
      <Text c="dimmed" size="sm" maw={440}>
        {children}
      </Text>
      {action}
    </Stack>
  );
}
