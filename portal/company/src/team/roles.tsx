// The roles and their permissions, as a table and as a choice.
import { Radio, Stack } from '@mantine/core';
import { Icon } from '../../../shared/icons.tsx';
import { Section } from '../../../shared/page.tsx';
import type { Role } from '../../../shared/portal-api.ts';
import { t } from '../words/t.ts';
import classes from './team.module.css';
import '../words/team.ts';

export const roles = ['owner', 'finance', 'developer', 'viewer'] as const satisfies readonly Role[];

/** The label of a role. */
export const roleWord = (role: Role): string => t(`team.roleOf.${role}`);

type Allowed = 'yes' | 'sandbox' | 'no';

/** By role, in the order of `roles`. */
const table: readonly (readonly [string, readonly Allowed[]])[] = [
  [t('team.may.see'), ['yes', 'yes', 'yes', 'yes']],
  [t('team.may.money'), ['yes', 'yes', 'sandbox', 'no']],
  [t('team.may.events'), ['yes', 'yes', 'yes', 'no']],
  [t('team.may.webhooks'), ['yes', 'no', 'yes', 'no']],
  [t('team.may.keys'), ['yes', 'no', 'yes', 'no']],
  [t('team.may.people'), ['yes', 'no', 'no', 'no']],
  [t('team.may.verify'), ['yes', 'no', 'no', 'no']],
];

/** The table of roles. */
export function RoleTable() {
  return (
    <Section title={t('team.roles')}>
      <div className={classes.frame}>
        <table className={classes.roles}>
          <thead>
            <tr>
              <th scope="col">{t('team.action')}</th>
              {roles.map((role) => (
                <th key={role} scope="col">
                  {roleWord(role)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.map(([action, allowed]) => (
              <tr key={action}>
                <th scope="row">{action}</th>
                {roles.map((role, index) => (
                  <td key={role}>
                    <Mark allowed={allowed[index] ?? 'no'} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function Mark({ allowed }: { allowed: Allowed }) {
  if (allowed === 'sandbox') return <span className={classes.some}>{t('team.inSandbox')}</span>;
  return (
    <span className={allowed === 'yes' ? classes.yes : classes.no}>
      {allowed === 'yes' ? <Icon name="check" size={16} /> : <span aria-hidden="true">–</span>}
      <span className="hidden-name">{allowed === 'yes' ? t('team.yes') : t('team.no')}</span>
    </span>
  );
}

type ChoiceProps = { value?: Role; onChange?: (role: string) => void };

/** The choice of a role, each with a description. */
export function RoleChoice({ value, onChange }: ChoiceProps) {
  return (
    <Radio.Group label={t('team.role')} value={value} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {roles.map((role) => (
          <Radio key={role} value={role} label={roleWord(role)} description={t(`team.help.${role}`)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
