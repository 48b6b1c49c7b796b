// The faults that the simulated issuer shows on request, by a header.
import { Code, Group, Stack, Text, Title } from '@mantine/core';
import { Copy } from '../../../shared/copy.tsx';
import { Section } from '../../../shared/page.tsx';
import { maybe, t } from '../words/t.ts';
import classes from './sandbox.module.css';
import '../words/sandbox.ts';

const groups = [
  { title: t('sandbox.group.fails'), outcome: t('sandbox.group.failsWhat'), names: ['rejected', 'connection_refused'] },
  {
    title: t('sandbox.group.completes'),
    outcome: t('sandbox.group.completesWhat'),
    names: [
      'slow_success',
      'notification_first',
      'duplicate_notification',
      'late_notification',
      'contradicting_notification',
    ],
  },
  {
    title: t('sandbox.group.unknown'),
    outcome: t('sandbox.group.unknownWhat'),
    names: [
      'early_close',
      'timeout_before_effect',
      'timeout_after_effect',
      'error_before_effect',
      'error_after_effect',
      'broken_json',
      'cut_body',
      'wrong_reference',
      'wrong_amount',
      'unknown_status',
    ],
  },
];

/** Every scenario with its header to copy, grouped by outcome. */
export function Scenarios() {
  return (
    <Section title={t('sandbox.scenarios')}>
      <Text size="sm" c="dimmed" px="lg" pb="sm" maw={720}>
        {t('sandbox.scenariosWhy')}
      </Text>
      <Stack gap="lg" px="lg" pb="lg">
        {groups.map(({ title, outcome, names }) => (
          <div key={title}>
            <Title order={3} size="h6">
              {title}
            </Title>
            <Text size="sm" c="dimmed" mb={6}>
              {outcome}
            </Text>
            <ul className={classes.scenarios}>
              {names.map((name) => (
                <li key={name} className={classes.scenario}>
                  <div>
                    <Code>Sandbox-Scenario: {name}</Code>
                    <Text size="sm" mt={4}>
                      {maybe(`sandbox.of.${name}`)}
                    </Text>
                  </div>
                  <Group>
                    <Copy text={`Sandbox-Scenario: ${name}`} what={name} />
                  </Group>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </Stack>
    </Section>
  );
}
