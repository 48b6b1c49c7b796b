// A page: title, actions, and the focus on navigation.
import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from './icons.tsx';
import { t } from './words/t.ts';

type Props = {
  title: string;
  /** A status next to the title. */
  beside?: ReactNode;
  /** One sentence under the title. */
  lead?: ReactNode;
  actions?: ReactNode;
  /** The page above this one. */
  back?: { to: string; words: string };
  children: ReactNode;
};

/** A page. After navigation, screen readers announce its title first. */
export function Page({ title, beside, lead, actions, back, children }: Props) {
  const heading = useTitle(title);
  return (
    <Stack gap="lg">
      <div>
        {back !== undefined && (
          <Anchor component={Link} to={back.to} size="sm" mb={6} display="inline-flex" style={{ alignItems: 'center' }}>
            <Icon name="left" size={15} />
            {back.words}
          </Anchor>
        )}
        <Group justify="space-between" align="flex-start" gap="sm">
          <div>
            <Group gap="sm">
              <Title order={1} ref={heading} tabIndex={-1}>
                {title}
              </Title>
              {beside}
            </Group>
            {lead !== undefined && (
              <Text c="dimmed" mt={4} size="sm" maw={640}>
                {lead}
              </Text>
            )}
          </div>
          {actions !== undefined && <Group gap="xs">{actions}</Group>}
        </Group>
      </div>
      {children}
    </Stack>
  );
}

/** The browser announces the first page's title; later titles get the focus. */
let visited = false;

/** Sets the document title and returns the heading that takes the focus. */
export function useTitle(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = t('frame.documentTitle', { title });
  }, [title]);
  useEffect(() => {
    if (visited) heading.current?.focus({ preventScroll: true });
    visited = true;
  }, []);
  return heading;
}

type SectionProps = { title: string; actions?: ReactNode; children: ReactNode };

/** A section of a page on its own surface. */
export function Section({ title, actions, children }: SectionProps) {
  return (
    <section className="surface">
      <Group justify="space-between" px="lg" pt="md" pb="xs" mih={52}>
        <Title order={2} size="h5">
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </section>
  );
}
