// From a key to a first request, and on to the documentation.
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Section } from '../../../shared/page.tsx';
import { Snippet } from '../../../shared/snippet.tsx';
import { useMe, useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { documentsOf } from './documents.ts';
import { TryIt } from './try-it.tsx';
import '../words/keys.ts';

/** The two variables of every example, the first request, and where to read on. */
export function GetStarted() {
  const { environment } = useScope();
  const me = useMe().data;
  const { quickstart, guides, reference } = documentsOf(me);
  const address = me?.apiUrl ?? `https://… # ${t('keys.noAddress')}`;
  const links = [
    { to: quickstart, words: t('keys.quickstart') },
    { to: guides, words: t('keys.guides') },
    { to: reference, words: t('keys.reference') },
  ].filter(({ to }) => to !== undefined);
  return (
    <Section title={t('keys.start')}>
      <Stack gap="sm" px="lg" pb="lg">
        <Text size="sm" c="dimmed" maw={680}>
          {t('keys.startWhy')}
        </Text>
        <Snippet name={t('keys.terminal')} text={`export API=${address}\nexport KEY=cw_${environment}_…`} />
        <TryIt />
        {links.length > 0 && (
          <Group gap="lg">
            {links.map(({ to, words }) => (
              <Anchor key={words} href={to} target="_blank" rel="noreferrer" size="sm">
                {words}
              </Anchor>
            ))}
          </Group>
        )}
      </Stack>
    </Section>
  );
}
