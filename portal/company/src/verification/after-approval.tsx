// What opens with the approval, and what is possible before it.
import { Anchor, List, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Section } from '../../../shared/page.tsx';
import { documentsOf } from '../keys/documents.ts';
import { useCompanyScope, useMe } from '../session.ts';
import { t } from '../words/t.ts';
import '../words/verification.ts';

/** The steps after approval. */
export function AfterApproval() {
  const { path } = useCompanyScope();
  const { reference } = documentsOf(useMe().data);
  return (
    <Section title={t('verification.after')}>
      <Stack gap="sm" px="lg" pb="lg">
        <Text size="sm" maw={680}>
          {t('verification.afterWhy')}
        </Text>
        <List size="sm" spacing={4}>
          <List.Item>{t('verification.afterKey')}</List.Item>
          <List.Item>{t('verification.afterCards')}</List.Item>
          <List.Item>{t('verification.afterEvents')}</List.Item>
        </List>
        <Text size="sm">
          {t('verification.meanwhile')}{' '}
          <Anchor component={Link} to={path('team')} inherit>
            {t('verification.meanwhileTeam')}
          </Anchor>
          {reference !== undefined && (
            <>
              {' · '}
              <Anchor href={reference} target="_blank" rel="noreferrer" inherit>
                {t('verification.meanwhileReference')}
              </Anchor>
            </>
          )}
        </Text>
      </Stack>
    </Section>
  );
}
