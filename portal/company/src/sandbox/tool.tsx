// The frame of a tool: description, form and result.
import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from '../../../shared/page.tsx';

/** A tool on a surface of its own. */
export function Tool({ title, why, children }: { title: string; why: string; children: ReactNode }) {
  return (
    <Section title={title}>
      <Box px="lg" pb="lg">
        <Text size="sm" c="dimmed" mb="md">
          {why}
        </Text>
        {children}
      </Box>
    </Section>
  );
}

/** The result of the last attempt, announced as it appears. */
export function Outcome({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" role="status" fw={550}>
      {children}
    </Text>
  );
}
