// Operations, cards, cardholders and invoices in the desk's contract: names, states and sums, and never more of a card
// than its name and last four digits.
import { Type } from 'typebox';
import { cardStatuses } from '../../cards/cards/sql.ts';
import { holderKinds, holderStatuses } from '../../cards/holders/sql.ts';
import { invoiceStatuses } from '../../funding/invoices/sql.ts';
import { operationStatuses, operationTypes } from '../../operations/read/sql.ts';
import { EnvironmentName, Instant, ShownAmount } from '../../platform/http/schema.ts';
import { InstantOrNull, Named, orNull } from './contract.ts';

const one = (values: readonly string[]) => Type.Enum([...values], { type: 'string' });

export const OperationRow = Type.Object({
  id: Type.String(),
  type: Type.Enum(operationTypes, { type: 'string' }),
  status: Type.Enum(operationStatuses, { type: 'string' }),
  amount: ShownAmount,
  fee: ShownAmount,
  total: ShownAmount,
  card: orNull(Type.Object({ id: Type.String(), name: Type.String(), last4: Type.String() })),
  holder: orNull(Named),
  name: Type.String({ description: 'Of the card to issue; empty for other types.' }),
  recipient: Type.String({ description: 'Of a service; empty for other types.' }),
  product: Type.String({ description: 'Its name.' }),
  createdAt: Instant,
});

export const CardRow = Type.Object({
  id: Type.String(),
  name: Type.String(),
  last4: Type.String(),
  status: Type.Enum(cardStatuses, { type: 'string' }),
  balance: ShownAmount,
  holder: orNull(Named),
  product: Type.String({ description: 'Its name.' }),
  createdAt: Instant,
});

export const InvoiceRow = Type.Object({
  id: Type.String(),
  status: Type.Enum(invoiceStatuses, { type: 'string' }),
  depositAmount: ShownAmount,
  fee: ShownAmount,
  creditAmount: ShownAmount,
  createdAt: Instant,
  expiresAt: InstantOrNull,
});

const place = { company: Named, environment: EnvironmentName };

export const CardAtDesk = Type.Object({ ...CardRow.properties, ...place });

export const HolderAtDesk = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: one(holderKinds),
  status: one(holderStatuses),
  createdAt: Instant,
  ...place,
});

export const Found = Type.Object({
  kind: Type.Enum(['company', 'operator', 'product', 'operation', 'invoice', 'card', 'holder', 'case', 'proposal'], {
    type: 'string',
  }),
  id: Type.String(),
  what: Type.String({ description: 'The type of an operation, the kind of a case or the action of a proposal.' }),
  name: Type.String({ description: 'A name, a card with its last four digits, or a recipient; may be empty.' }),
  amount: orNull(ShownAmount),
  status: Type.String(),
  company: orNull(Named),
  environment: orNull(EnvironmentName),
});
