// Verifies the audit log against its chain, on request.
import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { answer, deskApi } from '../../../shared/client.ts';
import type { Chain } from '../../../shared/desk-api.ts';
import { Icon } from '../../../shared/icons.tsx';
import { Notice, ProblemShown } from '../../../shared/states/problem.tsx';
import { t } from '../words/t.ts';
import classes from './audit.module.css';

/** Verifies the chain and shows the result. */
export function ChainCheck() {
  const check = useMutation({ mutationFn: () => answer(deskApi.POST('/desk/v1/audit/verify')) });
  return (
    <section className={`surface ${classes.chain}`} aria-label={t('deskAudit.chain')}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t('deskAudit.chainLead')}</Text>
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="shield" size={14} />}
          loading={check.isPending}
          onClick={() => check.mutate()}
        >
          {t('deskAudit.verify')}
        </Button>
      </Group>
      <div aria-live="polite">
        {check.data !== undefined && <Found chain={check.data} />}
        {check.error !== null && <ProblemShown error={check.error} />}
      </div>
    </section>
  );
}

function Found({ chain }: { chain: Chain }) {
  if (chain.bad !== null)
    return (
      <div className={classes.found}>
        <Notice kind="warning" title={t('deskAudit.broken')}>
          {t('deskAudit.brokenWhy', { ...chain.bad })}
        </Notice>
      </div>
    );
  return (
    <Text size="sm" className={classes.found}>
      <span className={classes.whole}>
        <Icon name="check" size={16} /> {t('deskAudit.whole', { count: chain.entries })}
      </span>{' '}
      {chain.comparedWithHeads ? t('deskAudit.withHeads') : t('deskAudit.withoutHeads')}
    </Text>
  );
}
