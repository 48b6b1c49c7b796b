// Confirmations of actions on a card: freeze, unfreeze, close.
import { Confirm } from '../../../shared/confirm.tsx';
import { isZero, moneyText } from '../../../shared/money.tsx';
import { useSecondFactorFirst } from '../security/second-factor-first.tsx';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { type Action, useAction } from './act.ts';
import type { Card } from './card.ts';
import '../words/cards.ts';

type Props = {
  card: Card;
  action: Action;
  opened: boolean;
  onClose: () => void;
  /** Called with the operation of the action. */
  onBegun: (operationId: string) => void;
};

/** Asks before an action, and sends it. It stays mounted while it is closed, so that a retry keeps its key. */
export function ConfirmAction({ card, action, opened, onClose, onBegun }: Props) {
  const { environment } = useScope();
  const act = useAction(card.id, action, (operationId) => {
    onClose();
    onBegun(operationId);
  });
  const first = useSecondFactorFirst();
  const close = () => {
    act.reset();
    onClose();
  };
  return (
    <Confirm
      opened={opened}
      onClose={close}
      title={t(`cards.confirm.${action}`)}
      environment={environment}
      action={t(`cards.${action}`)}
      danger={action === 'close'}
      instead={action === 'close' ? first : undefined}
      pending={act.isPending}
      error={act.error}
      onConfirm={() => {
        if (!act.isPending) act.mutate();
      }}
    >
      {toldOf(card, action)}
    </Confirm>
  );
}

function toldOf({ name, last4, balance }: Card, action: Action): string {
  if (action !== 'close') return t(`cards.confirmWhy.${action}`, { name, last4 });
  return isZero(balance)
    ? t('cards.confirmWhy.closeEmpty', { name, last4 })
    : t('cards.confirmWhy.close', { name, last4, amount: `$${moneyText(balance)}` });
}
