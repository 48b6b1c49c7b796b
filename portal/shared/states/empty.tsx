// An empty list: what would appear, why it is useful, and how to create the first.
import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons.tsx';
import classes from './states.module.css';

type Props = {
  icon: IconName;
  title: string;
  /** What would appear, in a sentence or two. */
  children: ReactNode;
  /** The button that creates the first. */
  action?: ReactNode;
};

/** An empty state with an explanation. */
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
