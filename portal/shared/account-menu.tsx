// The account menu, at the bottom of the navigation.
import { Menu, Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './account-menu.module.css';
import { ColourSchemeItems } from './colour-scheme.tsx';
import { Icon } from './icons.tsx';
import { t } from './words/t.ts';

type Props = { name: string; email: string; onSignOut: () => void; children?: ReactNode };

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => part.charAt(0).toUpperCase())
    .join('');

/** The account menu; `children` are the application's own items. */
export function AccountMenu({ name, email, onSignOut, children }: Props) {
  return (
    <Menu width={240} position="top-start">
      <Menu.Target>
        <UnstyledButton className={classes.button}>
          <span className={classes.initials} aria-hidden="true">
            {initialsOf(name)}
          </span>
          <span className={classes.words}>
            <span className="hidden-name">{t('frame.account')} </span>
            <Text size="sm" fw={550} truncate>
              {name}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {email}
            </Text>
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {children}
        <ColourSchemeItems />
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="leave" size={16} />} onClick={onSignOut}>
          {t('frame.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
