// Titles of a company's objects: names and amounts, never ids.
import type { CardRow, FoundById, OperationRow } from '../../../shared/desk-api.ts';
import { moneyText } from '../../../shared/money.tsx';
import { actionWord } from '../proposals/words.ts';
import { kindWord } from '../reviews/words.ts';
import { maybe, t } from '../words/t.ts';

const dollars = (amount: string): string => `$${moneyText(amount)}`;

/** A card's label: its name and last four digits. */
export const cardWords = ({ name, last4 }: Pick<CardRow, 'name' | 'last4'>): string => `${name} ••${last4}`;

/** What an operation does: "$500.00 top-up to Travel ••4242". Without a name, its type and amount. */
export function operationWords({ type, amount, subject }: { type: string; amount: string; subject: string }): string {
  const shown = { amount: dollars(amount), subject };
  const titled = subject === '' ? undefined : maybe(`deskBooks.titled.${type}`, shown);
  return titled ?? t('deskBooks.unnamed', { type: kindWord(type), amount: shown.amount });
}

/** The card, the name of the card to come, or the recipient. */
export const subjectOf = ({ card, name, recipient }: Pick<OperationRow, 'card' | 'name' | 'recipient'>): string =>
  card === null ? name || recipient : cardWords(card);

/** An invoice by its amount. */
export const invoiceWords = (amount: string): string => t('deskBooks.invoiceOf', { amount: dollars(amount) });

/** What an id names, in words. */
export function foundWords({ kind, what, name, amount }: FoundById): string {
  switch (kind) {
    case 'operation':
      return operationWords({ type: what, amount: amount ?? '0.00', subject: name });
    case 'invoice':
      return invoiceWords(amount ?? '0.00');
    case 'case':
      return kindWord(what);
    case 'proposal':
      return actionWord(what);
    default:
      return name;
  }
}
