// Sandbox tools: funds, transfers, card payments, time, and issuer faults.
import { Button, SimpleGrid, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Page as Sheet } from '../../../shared/page.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { Notice } from '../../../shared/states/problem.tsx';
import { useScope } from '../session.ts';
import { useMay } from '../team/may.ts';
import { OpensLater } from '../verification/opens-later.tsx';
import { t } from '../words/t.ts';
import { ClockTool } from './clock.tsx';
import { FundTool } from './fund.tsx';
import { InvoiceTool } from './invoice.tsx';
import { PaymentTool } from './payment.tsx';
import { Scenarios } from './scenarios.tsx';
import '../words/sandbox.ts';

/** The tools; in live there are none. */
export function Page() {
  const { environment } = useScope();
  const may = useMay();
  return (
    <Sheet title={t('sandbox.title')} lead={t('sandbox.lead')}>
      {environment === 'live' ? (
        <OnlyHere />
      ) : (
        <Stack gap="lg">
          {!may.approved && <OpensLater icon="sandbox">{t('sandbox.later')}</OpensLater>}
          {may.approved && !may.useSandbox && <Notice>{t('sandbox.notYours')}</Notice>}
          {may.useSandbox && (
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
              <Stack gap="lg">
                <FundTool />
                <InvoiceTool />
              </Stack>
              <Stack gap="lg">
                <PaymentTool />
                <ClockTool />
              </Stack>
            </SimpleGrid>
          )}
          <Scenarios />
        </Stack>
      )}
    </Sheet>
  );
}

function OnlyHere() {
  const { company } = useScope();
  const go = (
    <Button component={Link} to={`/c/${company}/sandbox/developers/sandbox`} mt="sm">
      {t('sandbox.go')}
    </Button>
  );
  return (
    <div className="surface">
      <Empty icon="sandbox" title={t('sandbox.onlyHere')} action={go}>
        {t('sandbox.onlyHereWhy')}
      </Empty>
    </div>
  );
}
