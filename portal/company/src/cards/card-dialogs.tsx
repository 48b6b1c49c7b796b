// The dialogs of a card.
import { useNavigate } from '@tanstack/react-router';
import type { Product } from '../orders/products.ts';
import { useScope } from '../session.ts';
import type { Card } from './card.ts';
import { ConfirmAction } from './confirm-action.tsx';
import { SetLimits } from './limits.tsx';
import { Rename } from './rename.tsx';
import { Reveal } from './reveal.tsx';
import { TopUp } from './top-up.tsx';

export type Dialog = 'topUp' | 'freeze' | 'unfreeze' | 'limits' | 'rename' | 'reveal' | 'close';

export type DialogsProps = {
  card: Card;
  product: Product | undefined;
  /** The open one. */
  dialog: Dialog | undefined;
  /** Closes this one, unless another was opened since: the answer of an action may come late. */
  onClose: (dialog: Dialog) => void;
  /** Called with the operation of an action that this page follows. */
  onBegun: (operationId: string) => void;
};

/**
 * Every dialog; they stay mounted while they are closed, see `OrderDialog`. Freezing and unfreezing begin again with
 * another status: a key kept after a lost answer would repeat an action that is long done.
 */
export function CardDialogs({ card, product, dialog, onClose, onBegun }: DialogsProps) {
  const { path } = useScope();
  const navigate = useNavigate();
  const of = (name: Dialog) => ({ card, opened: dialog === name, onClose: () => onClose(name) });
  const toOperation = (id: string) => void navigate({ to: path(`operations/${id}`) });
  return (
    <>
      <TopUp {...of('topUp')} product={product} />
      <ConfirmAction key={`freeze ${card.status}`} {...of('freeze')} action="freeze" onBegun={onBegun} />
      <ConfirmAction key={`unfreeze ${card.status}`} {...of('unfreeze')} action="unfreeze" onBegun={onBegun} />
      <ConfirmAction {...of('close')} action="close" onBegun={toOperation} />
      <SetLimits key={JSON.stringify(card.limits)} {...of('limits')} present={card.limits} onBegun={onBegun} />
      <Rename key={card.name} {...of('rename')} />
      <Reveal {...of('reveal')} />
    </>
  );
}
