// The menu on the cards page that leads to bulk orders.
import { Button, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../../shared/icons.tsx';
import { useMayOrder } from '../orders/may-order.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import type { ImportType } from './import.ts';
import '../words/cards.ts';

const types: readonly ImportType[] = ['issue', 'topup'];

/** The menu of bulk orders. */
export function ManyMenu() {
  const { path } = useScope();
  const may = useMayOrder();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<Icon name="down" size={14} />}>
          {t('cards.many')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {may &&
          types.map((type) => (
            <Menu.Item key={type} component={Link} to={path('imports/new')} {...({ search: { type } } as object)}>
              {t(type === 'issue' ? 'cards.issueMany' : 'cards.topUpMany')}
            </Menu.Item>
          ))}
        <Menu.Item component={Link} to={path('imports')}>
          {t('cards.pastMany')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
