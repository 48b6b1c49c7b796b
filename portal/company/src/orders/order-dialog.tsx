// The dialog of an order: fields and price, then the confirmation.
import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { answer } from '../../../shared/client.ts';
import { Form } from '../../../shared/form.tsx';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { ConfirmOrder } from './confirm-order.tsx';
import { useOrdering } from './ordering.ts';
import { type Order, type Pricing, usePrice } from './price.ts';
import { PriceShown } from './price-shown.tsx';
import '../words/operations.ts';

type Props = {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** The order of the fields; undefined while something is missing. */
  order: Order | undefined;
  /** Marks invalid fields and returns whether all are valid. */
  check: () => boolean;
  /** Question, effect and button label of the confirmation. */
  question: string;
  told: ReactNode;
  action: string;
  pricing: Pricing | undefined;
  /** Another form that stands in this one's place for a moment. */
  instead?: { title: string; form: ReactNode; onClose: () => void } | undefined;
  children: ReactNode;
};

/** Keep it mounted while it is closed: the order's key lives here, see `useOrdering`. */
export function OrderDialog(props: Props) {
  const { opened, onClose, title, order, check, question, told, action, pricing, instead, children } = props;
  const ordering = useOrdering();
  const price = usePrice(opened ? order : undefined);
  const available = useAvailable(opened);
  const reasons = useRef<HTMLDivElement>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!check()) focusFirstWrong(event.currentTarget);
    else if (price.shown?.allowed === false) reasons.current?.focus();
    else if (order !== undefined && price.shown !== undefined)
      ordering.ask({ ...order, expectedTotal: price.shown.total });
  };
  return (
    <>
      <Modal
        opened={opened && !ordering.confirming}
        onClose={instead === undefined ? onClose : instead.onClose}
        title={instead === undefined ? title : instead.title}
      >
        {instead === undefined ? (
          <Form submit={t('operations.goOn')} pending={price.asking} onSubmit={submit} onCancel={onClose}>
            {children}
            <PriceShown price={price} pricing={pricing} available={available} reasons={reasons} />
          </Form>
        ) : (
          instead.form
        )}
      </Modal>
      <ConfirmOrder ordering={ordering} title={question} told={told} action={action} price={price.shown} />
    </>
  );
}

/** The available balance, kept current by the live feed. */
function useAvailable(enabled: boolean): string | undefined {
  const { api, key } = useScope();
  const balance = useQuery({ queryKey: key('balance'), queryFn: () => answer(api.GET('/api/v1/balance')), enabled });
  return balance.data?.available;
}

/** Fields are marked on the next frame. */
function focusFirstWrong(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
