// Top-up, freeze and unfreeze beside a card in a list.
import { ActionIcon, Menu } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Icon } from '../../../shared/icons.tsx';
import { useProducts } from '../orders/products.ts';
import { t } from '../words/t.ts';
import { type Card, cardWords } from './card.ts';
import type { Dialog, DialogsProps } from './card-dialogs.tsx';
import '../words/cards.ts';

/** Loaded with the first press, as on the page of a card. */
const CardDialogs = lazy(async () => ({ default: (await import('./card-dialogs.tsx')).CardDialogs }));

const Following = lazy(async () => ({ default: (await import('./following.tsx')).Following }));

type Opened = { id: string; dialog: Dialog };

/**
 * The dialogs of a list, one at a time; `menuOf` is the menu of a card. Those of every card that was chosen stay
 * mounted, see `OrderDialog`.
 */
export function useQuickActions(): { menuOf: (card: Card) => ReactNode; dialogs: ReactNode } {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Card>>(new Map());
  const [opened, setOpened] = useState<Opened>();
  const [begun, setBegun] = useState<string>();
  const choose = (card: Card, dialog: Dialog) => {
    setChosen((known) => new Map(known).set(card.id, card));
    setOpened({ id: card.id, dialog });
  };
  const close = (id: string, dialog: Dialog) =>
    setOpened((now) => (now?.id === id && now.dialog === dialog ? undefined : now));
  const menuOf = (card: Card) => <QuickMenu card={card} onChoose={(dialog) => choose(card, dialog)} />;
  const dialogs = (
    <>
      <Suspense>{begun !== undefined && <Following key={begun} id={begun} />}</Suspense>
      <Suspense>
        {[...chosen].map(([id, card]) => (
          <Dialogs
            key={id}
            card={card}
            dialog={opened?.id === id ? opened.dialog : undefined}
            onClose={(dialog) => close(id, dialog)}
            onBegun={setBegun}
          />
        ))}
      </Suspense>
    </>
  );
  return { menuOf, dialogs };
}

function Dialogs(props: Omit<DialogsProps, 'product'>) {
  const product = useProducts('card').data?.find(({ id }) => id === props.card.productId);
  return <CardDialogs {...props} product={product} />;
}

/** Nothing for a card that allows neither. Its place is fixed, because the frame of a table cuts off what overflows. */
function QuickMenu({ card, onChoose }: { card: Card; onChoose: (dialog: Dialog) => void }) {
  const { status } = card;
  if (status !== 'active' && status !== 'frozen') return null;
  return (
    <Menu position="bottom-end" floatingStrategy="fixed">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('cards.actionsOf', { card: cardWords(card) })}>
          <Icon name="more" size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {status === 'active' && (
          <>
            <Menu.Item leftSection={<Icon name="plus" size={16} />} onClick={() => onChoose('topUp')}>
              {t('cards.topUp')}
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="pause" size={16} />} onClick={() => onChoose('freeze')}>
              {t('cards.freeze')}
            </Menu.Item>
          </>
        )}
        {status === 'frozen' && <Menu.Item onClick={() => onChoose('unfreeze')}>{t('cards.unfreeze')}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}
