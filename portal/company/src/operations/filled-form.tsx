// The form of an operation, filled with the values of a failed one. It is a new order under a new key.
import { useNavigate } from '@tanstack/react-router';
import { type Card, useCard } from '../cards/card.ts';
import { ConfirmAction } from '../cards/confirm-action.tsx';
import { Issue } from '../cards/issue.tsx';
import { SetLimits } from '../cards/limits.tsx';
import { TopUp } from '../cards/top-up.tsx';
import { useProducts } from '../orders/products.ts';
import { OrderService } from '../services/order-service.tsx';
import { useScope } from '../session.ts';
import type { Operation } from './operation.ts';

type Shown = { opened: boolean; onClose: () => void };

/** The form of the operation's type. */
export function FilledForm({ operation, ...shown }: { operation: Operation } & Shown) {
  switch (operation.type) {
    case 'issue':
      return <Issue {...shown} filled={operation} />;
    case 'service':
      return <ServiceAgain {...shown} operation={operation} />;
    default:
      return <WithCard {...shown} operation={operation} />;
  }
}

function ServiceAgain({ operation, ...shown }: { operation: Operation } & Shown) {
  const product = useProducts('service').data?.find(({ id }) => id === operation.productId);
  return product === undefined ? null : <OrderService {...shown} product={product} filled={operation} />;
}

function WithCard({ operation, ...shown }: { operation: Operation } & Shown) {
  const card = useCard(operation.cardId).data;
  return card === undefined ? null : <OfCard {...shown} operation={operation} card={card} />;
}

function OfCard({ operation, card, ...shown }: { operation: Operation; card: Card } & Shown) {
  const { path } = useScope();
  const navigate = useNavigate();
  const product = useProducts('card').data?.find(({ id }) => id === card.productId);
  const onBegun = (id: string) => void navigate({ to: path(`operations/${id}`) });
  switch (operation.type) {
    case 'freeze':
    case 'unfreeze':
    case 'close':
      return <ConfirmAction {...shown} card={card} action={operation.type} onBegun={onBegun} />;
    case 'limits':
      return <SetLimits {...shown} card={card} present={operation.limits ?? card.limits} onBegun={onBegun} />;
    default:
      return <TopUp {...shown} card={card} product={product} filled={operation} />;
  }
}
