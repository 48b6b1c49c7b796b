// The buttons of a card.
import { Button, Menu } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Icon } from '../../../shared/icons.tsx';
import { t } from '../words/t.ts';
import type { Card } from './card.ts';
import type { Dialog, DialogsProps } from './card-dialogs.tsx';
import '../words/cards.ts';

/** Loaded with the first press: most visits only read. */
const CardDialogs = lazy(async () => ({ default: (await import('./card-dialogs.tsx')).CardDialogs }));

/** Every action that the card's status allows. The server decides. */
export function CardActions(props: Pick<DialogsProps, 'card' | 'product' | 'onBegun'>) {
  const [dialog, setDialog] = useState<Dialog>();
  const [pressed, setPressed] = useState(false);
  const choose = (chosen: Dialog) => {
    setPressed(true);
    setDialog(chosen);
  };
  const close = (closed: Dialog) => setDialog((opened) => (opened === closed ? undefined : opened));
  return (
    <>
      <Buttons card={props.card} onChoose={choose} />
      <Suspense>{pressed && <CardDialogs {...props} dialog={dialog} onClose={close} />}</Suspense>
    </>
  );
}

function Buttons({ card: { status }, onChoose }: { card: Card; onChoose: (dialog: Dialog) => void }) {
  const isUsable = status === 'active' || status === 'frozen';
  return (
    <>
      {status !== 'closed' && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" rightSection={<Icon name="down" size={14} />}>
              {t('cards.manage')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => onChoose('rename')}>{t('cards.rename')}</Menu.Item>
            {isUsable && <Menu.Item onClick={() => onChoose('limits')}>{t('cards.setLimits')}</Menu.Item>}
            <Menu.Divider />
            <Menu.Item onClick={() => onChoose('close')}>{t('cards.close')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {status === 'closed' && (
        <Button variant="default" onClick={() => onChoose('rename')}>
          {t('cards.rename')}
        </Button>
      )}
      {isUsable && (
        <Button variant="default" leftSection={<Icon name="eye" size={16} />} onClick={() => onChoose('reveal')}>
          {t('cards.revealAction')}
        </Button>
      )}
      {status === 'active' && (
        <>
          <Button variant="default" leftSection={<Icon name="pause" size={16} />} onClick={() => onChoose('freeze')}>
            {t('cards.freeze')}
          </Button>
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => onChoose('topUp')}>
            {t('cards.topUp')}
          </Button>
        </>
      )}
      {status === 'frozen' && <Button onClick={() => onChoose('unfreeze')}>{t('cards.unfreeze')}</Button>}
    </>
  );
}
