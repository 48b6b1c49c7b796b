// The buttons of a card, and the dialogs behind them.
import { Button, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Icon } from '../../../shared/icons.tsx';
import type { Product } from '../orders/price.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import type { Card } from './card.ts';
import { ConfirmAction } from './confirm-action.tsx';
import { SetLimits } from './limits.tsx';
import { Rename } from './rename.tsx';
import { Reveal } from './reveal.tsx';
import { TopUp } from './top-up.tsx';

type Dialog = 'topUp' | 'freeze' | 'unfreeze' | 'limits' | 'rename' | 'reveal' | 'close';

type Props = {
  card: Card;
  product: Product | undefined;
  /** Called with the operation of an action that this page follows. */
  onBegun: (operationId: string) => void;
};

/** Every action that the card's status allows. The server decides. */
export function CardActions({ card, product, onBegun }: Props) {
  const { path } = useScope();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const of = (name: Dialog) => ({ card, opened: dialog === name, onClose: close });
  const toOperation = (id: string) => void navigate({ to: path(`operations/${id}`) });
  return (
    <>
      <Buttons card={card} onChoose={setDialog} />
      <TopUp {...of('topUp')} product={product} />
      <ConfirmAction {...of('freeze')} action="freeze" onBegun={onBegun} />
      <ConfirmAction {...of('unfreeze')} action="unfreeze" onBegun={onBegun} />
      <ConfirmAction {...of('close')} action="close" onBegun={toOperation} />
      <SetLimits key={JSON.stringify(card.limits)} {...of('limits')} present={card.limits} onBegun={onBegun} />
      <Rename key={card.name} {...of('rename')} />
      <Reveal {...of('reveal')} />
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
