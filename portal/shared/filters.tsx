// Filters of a list: beside each other on wide screens, in a sheet from the bottom on phones. The search stays visible.
import { Button, Drawer, Group, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import classes from './filters.module.css';
import { Icon } from './icons.tsx';
import { t } from './words/t.ts';

/** The width below which a list has two lines to a row. */
const PHONE = '(max-width: 48em)';

/** Whether the screen is as narrow as a phone. */
export const useIsPhone = (): boolean => useMediaQuery(PHONE, false, { getInitialValueInEffect: false });

type Values<Name extends string> = Partial<Record<Name, string | undefined>>;

export type FieldsOf<Name extends string> = {
  /** The values to show: of the list, or not yet applied in the sheet. */
  chosen: Values<Name>;
  choose: (changed: Values<Name>) => void;
  /** In the sheet, where each field has a visible label. */
  isSheet: boolean;
};

type Props<Name extends string> = {
  names: readonly Name[];
  /** Names that are no filter of their own, such as the end of a range. */
  uncounted?: readonly Name[];
  chosen: Values<Name>;
  /** Applies changes; undefined removes a filter. */
  onChoose: (changed: Values<Name>) => void;
  search?: ReactNode;
  children: (fields: FieldsOf<Name>) => ReactNode;
  /** Layout of the fields on wide screens. */
  className?: string | undefined;
};

/** The search and the filters of a list. */
export function Filters<Name extends string>(props: Props<Name>) {
  const { names, uncounted = [], chosen, onChoose, search, children, className } = props;
  const isPhone = useIsPhone();
  const [opened, setOpened] = useState(false);
  if (!isPhone)
    return (
      <search aria-label={t('frame.filters')} className={className ?? classes.wide}>
        {search}
        {children({ chosen, choose: onChoose, isSheet: false })}
      </search>
    );
  const active = names.filter((name) => !uncounted.includes(name) && (chosen[name] ?? '') !== '').length;
  const apply = (values: Values<Name>) => {
    onChoose(values);
    setOpened(false);
  };
  return (
    <search aria-label={t('frame.filters')} className={classes.narrow}>
      {search}
      <Button
        variant="default"
        leftSection={<Icon name="filter" size={16} />}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        {active === 0 ? t('frame.filters') : t('frame.filtersActive', { count: active })}
      </Button>
      <Drawer
        opened={opened}
        onClose={() => setOpened(false)}
        position="bottom"
        size="auto"
        title={t('frame.filters')}
        classNames={{ content: classes.sheet ?? '' }}
      >
        <Sheet {...{ names, chosen, children }} onApply={apply} />
      </Drawer>
    </search>
  );
}

type SheetProps<Name extends string> = Pick<Props<Name>, 'names' | 'chosen' | 'children'> & {
  onApply: (values: Values<Name>) => void;
};

/** The fields in the sheet; the list changes when they are applied. */
function Sheet<Name extends string>({ names, chosen, children, onApply }: SheetProps<Name>) {
  const [draft, setDraft] = useState<Values<Name>>(chosen);
  const none = Object.fromEntries(names.map((name) => [name, undefined])) as Values<Name>;
  return (
    <Stack gap="md">
      {children({ chosen: draft, choose: (changed) => setDraft({ ...draft, ...changed }), isSheet: true })}
      <Group grow mt="xs">
        <Button variant="default" onClick={() => onApply(none)}>
          {t('frame.clearFilters')}
        </Button>
        <Button onClick={() => onApply({ ...none, ...draft })}>{t('frame.applyFilters')}</Button>
      </Group>
    </Stack>
  );
}
