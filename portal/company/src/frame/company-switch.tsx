// Selects the company and its environment.
import { Menu, Text, UnstyledButton } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { Icon } from '../../../shared/icons.tsx';
import type { Company, Environment, Me } from '../../../shared/portal-api.ts';
import { t } from '../words/t.ts';
import classes from './company-switch.module.css';

type Props = { me: Me; company: Company; environment: Environment };

/** The company and environment selector. */
export function CompanySwitch({ me, company, environment }: Props) {
  return (
    <div className={classes.switch}>
      <Menu width={228} position="bottom-start">
        <Menu.Target>
          <UnstyledButton className={classes.company} aria-label={t('frame.company', { name: company.name })}>
            <Text size="sm" fw={600} truncate>
              {company.name}
            </Text>
            <Icon name="down" size={15} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('frame.companies')}</Menu.Label>
          {me.companies.map(({ id, name }) => (
            <Menu.Item
              key={id}
              component={Link}
              to={`/c/${id}/${environment}/overview`}
              leftSection={<Icon name="building" size={16} />}
              rightSection={id === company.id ? <Icon name="check" size={14} /> : undefined}
            >
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item component={Link} to="/welcome" leftSection={<Icon name="plus" size={16} />}>
            {t('frame.newCompany')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <EnvironmentSwitch company={company.id} environment={environment} />
    </div>
  );
}

/** Live and sandbox side by side. Opens the same page in the other one, or its list where the page shows one object. */
function EnvironmentSwitch({ company, environment }: { company: string; environment: Environment }) {
  const { pathname } = useLocation();
  const page = /^\/c\/[^/]+\/(?:sandbox|live)\/(.+)$/.exec(pathname)?.[1] ?? 'overview';
  const list = page.replace(/\/[a-z]+_[0-9a-z]+$/, '');
  return (
    <nav className={classes.environments} aria-label={t('frame.switchEnvironment')}>
      {(['live', 'sandbox'] as const).map((one) => (
        <Link
          key={one}
          to={`/c/${company}/${one}/${one === 'live' && list === 'developers/sandbox' ? 'overview' : list}`}
          className={classes.environment}
          data-chosen={one === environment}
          data-environment={one}
        >
          {one === 'live' ? t('statuses.live') : t('frame.sandbox')}
        </Link>
      ))}
    </nav>
  );
}
