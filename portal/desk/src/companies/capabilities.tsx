// Live capabilities of a company.
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { answer, deskApi } from '../../../shared/client.ts';
import { Confirm } from '../../../shared/confirm.tsx';
import type { Company } from '../../../shared/desk-api.ts';
import { Section } from '../../../shared/page.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { Status } from '../../../shared/status.tsx';
import { tell } from '../frame/told.ts';
import { ProposeWithReason, proposalOf } from '../proposals/proposed.tsx';
import { t } from '../words/t.ts';
import classes from './companies.module.css';

type Capability = 'direct_invoices' | 'live_services';
type Change = { capability: Capability; enabled: boolean };

const words = {
  direct_invoices: { name: t('deskCompanies.directInvoices'), help: t('deskCompanies.directInvoicesHelp') },
  live_services: { name: t('deskCompanies.liveServices'), help: t('deskCompanies.liveServicesHelp') },
} as const;

/** Each capability, its status, and the button that changes it. */
export function Capabilities({ company }: { company: Company }) {
  const [change, setChange] = useState<Change>();
  const close = () => setChange(undefined);
  const capabilities: readonly { capability: Capability; isOn: boolean }[] = [
    { capability: 'direct_invoices', isOn: company.capabilities.directInvoices },
    { capability: 'live_services', isOn: company.capabilities.liveServices },
  ];
  return (
    <Section title={t('deskCompanies.capabilities')}>
      <ul className={classes.capabilities}>
        {capabilities.map(({ capability, isOn }) => (
          <li key={capability}>
            <div>
              <Text size="sm" fw={550}>
                {words[capability].name} <Status state={isOn ? 'enabled' : 'disabled'} />
              </Text>
              <Text size="sm" c="dimmed">
                {words[capability].help}
              </Text>
            </div>
            <Button variant="default" size="xs" onClick={() => setChange({ capability, enabled: !isOn })}>
              {isOn ? t('deskCompanies.switchOffDots') : t('deskCompanies.switchOnDots')}
              <span className="hidden-name"> {words[capability].name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {change?.enabled === true && <SwitchOn company={company} capability={change.capability} onClose={close} />}
      {change?.enabled === false && <SwitchOff company={company} capability={change.capability} onClose={close} />}
    </Section>
  );
}

type Props = { company: Company; capability: Capability; onClose: () => void };

/** Needs two operators. */
function SwitchOn({ company: { id, name }, capability, onClose }: Props) {
  return (
    <ProposeWithReason
      onClose={onClose}
      title={words[capability].name}
      environment="live"
      action={t('deskCompanies.proposeSwitchOn')}
      propose={(reason) =>
        proposalOf(
          answer(
            deskApi.PUT('/desk/v1/companies/{id}/capabilities', {
              params: { path: { id } },
              body: { capability, enabled: true, reason },
            }),
          ),
        )
      }
    >
      {t('deskCompanies.switchOnWhy', { name })}
    </ProposeWithReason>
  );
}

/** Needs one operator: it only stops something. */
function SwitchOff({ company: { id, name }, capability, onClose }: Props) {
  const set = useWrite({
    write: () =>
      answer(
        deskApi.PUT('/desk/v1/companies/{id}/capabilities', {
          params: { path: { id } },
          body: { capability, enabled: false },
        }),
      ),
    changes: [['companies']],
    onDone: () => {
      tell(t('deskCompanies.capabilityChanged'));
      onClose();
    },
  });
  return (
    <Confirm
      opened
      onClose={onClose}
      title={words[capability].name}
      environment="live"
      action={t('deskCompanies.switchOff')}
      onConfirm={() => set.mutate()}
      pending={set.isPending}
      error={set.error}
    >
      {t('deskCompanies.switchOffWhy', { name })}
    </Confirm>
  );
}
