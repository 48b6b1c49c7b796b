// The status of the verification in a sentence, and a list of what is missing.
import { Group, Stack, Text } from '@mantine/core';
import { Icon } from '../../../shared/icons.tsx';
import { Section } from '../../../shared/page.tsx';
import type { Verification } from '../../../shared/portal-api.ts';
import { Notice } from '../../../shared/states/problem.tsx';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { t } from '../words/t.ts';
import { focusField } from './focus-field.ts';
import classes from './verification.module.css';
import '../words/verification.ts';

const titles = {
  draft: t('verification.draftTitle'),
  submitted: t('verification.submittedTitle'),
  approved: t('verification.approvedTitle'),
  rejected: t('verification.rejectedTitle'),
} as const;

/** Status, reason and next step. */
export function Standing({ verification }: { verification: Verification }) {
  const { state, reason, submittedAt, decidedAt } = verification;
  const isOpen = state === 'draft' || state === 'rejected';
  return (
    <Section title={titles[state]} actions={<Status state={state} />}>
      <Stack gap="sm" px="lg" pb="lg">
        {state === 'submitted' && <Text size="sm">{t('verification.submittedWhy')}</Text>}
        {state === 'approved' && <Text size="sm">{t('verification.approvedWhy')}</Text>}
        {isOpen && reason !== '' && (
          <Notice kind="warning" title={reason}>
            {t('verification.rejectedNext')}
          </Notice>
        )}
        {isOpen && (state === 'draft' || verification.missing.length > 0) && <Missing verification={verification} />}
        {submittedAt !== null && state === 'submitted' && (
          <Text size="sm" c="dimmed">
            {t('verification.submittedAt')} <Time at={submittedAt} />
          </Text>
        )}
        {decidedAt !== null && (state === 'approved' || state === 'rejected') && (
          <Text size="sm" c="dimmed">
            {t('verification.decidedAt')} <Time at={decidedAt} />
          </Text>
        )}
      </Stack>
    </Section>
  );
}

function Missing({ verification: { missing, required } }: { verification: Verification }) {
  if (missing.length === 0) return <Text size="sm">{t('verification.draftReady')}</Text>;
  const all = required.fields.length + required.documents.length;
  return (
    <div>
      <Text size="sm">{t('verification.draftMissing', { count: missing.length, all })}</Text>
      <Group component="ul" gap={8} className={classes.missing} aria-label={t('verification.missing')}>
        {missing.map(({ name, label }) => (
          <li key={name}>
            <a
              href={`#${name}`}
              onClick={(event) => {
                event.preventDefault();
                focusField(name);
              }}
            >
              <Icon name="clock" size={13} />
              {label}
            </a>
          </li>
        ))}
      </Group>
    </div>
  );
}
