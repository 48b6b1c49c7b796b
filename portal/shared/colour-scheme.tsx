// Light, dark or system colour scheme: the only setting stored in the browser.
import { Menu, useMantineColorScheme } from '@mantine/core';
import { Icon } from './icons.tsx';
import { t } from './words/t.ts';

const schemes = [
  ['light', 'sun'],
  ['dark', 'moon'],
  ['auto', 'screen'],
] as const;

/** The colour scheme as menu items. */
export function ColourSchemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>{t('frame.appearance')}</Menu.Label>
      {schemes.map(([scheme, icon]) => (
        <Menu.Item
          key={scheme}
          leftSection={<Icon name={icon} size={16} />}
          rightSection={colorScheme === scheme ? <Icon name="check" size={14} /> : undefined}
          onClick={() => setColorScheme(scheme)}
        >
          {t(`frame.${scheme}`)}
          {colorScheme === scheme && <span className="hidden-name"> ({t('frame.chosen')})</span>}
        </Menu.Item>
      ))}
    </>
  );
}
