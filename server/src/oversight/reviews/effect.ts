// Describes the effect of a decision in words, before anybody approves it.
import { toId } from '../../foundation/ids.ts';
import { shownUsd, type Usd, usd } from '../../foundation/money/usd.ts';
import { formatUsdt, type Usdt, usdt } from '../../foundation/money/usdt.ts';
import { depositFee } from '../../funding/invoices/fee.ts';
import { type CardAction, isCardAction, type Limits } from '../../issuer/answers.ts';
import { adoptionEffect, explanationEffect } from '../adoption/effect.ts';
import { MICROS_PER_CENT } from './decisions.ts';
import { type About, nameOf, subjectOf } from './read.ts';
import type { InvoicedRow, ProposalRow, ReviewedRow } from './sql.ts';

type Proposed = Pick<ProposalRow, 'decision' | 'amount' | 'last4' | 'subject_id'>;

/** The sum of all transfers for an invoice, whenever they came. */
export const arrivedFor = ({ transfers }: InvoicedRow): Usdt =>
  usdt(transfers.reduce((sum, { amount }) => sum + amount, 0n));

/** The effect of approving on money, card, quota and company, one sentence each. */
export function effectOf(proposal: Proposed, about: About): string[] {
  const { decision, amount, subject_id } = proposal;
  const stays = `${nameOf(about)} stays ${subjectOf(about).status}`;
  switch (decision) {
    case 'complete':
    case 'accept':
    case 'fail':
      if (about.kind === 'operation') return decisionEffect(proposal, about.operation);
      return about.kind === 'invoice' ? invoiceEffect(proposal, about.invoice) : [];
    case 'adjust': {
      const cents = amount ?? 0n;
      const change = cents < 0n ? `loses ${shownUsd(0n - cents)}` : `gains ${shownUsd(cents)}`;
      return [
        `The company's available balance ${change}; the statement shows it under ${toId('case', subject_id)}.`,
        `The case is closed. ${stays}${about.kind === 'transaction' ? ', and so does the balance of its card.' : '.'}`,
      ];
    }
    case 'adopt':
      return about.kind === 'unknown' ? adoptionEffect(about.unknown, nameOf(about)) : [];
    case 'close':
      if (about.kind === 'unknown') return explanationEffect(nameOf(about));
      return [`The case is closed. No money moves, and ${stays}.`];
  }
}

/** What a card returns to the account when operators close it: the issuer's amount if it is known, otherwise ours. */
export const returnOf = ({ returned, card_balance }: ReviewedRow): Usd =>
  returned ?? usd(card_balance !== null && card_balance > 0n ? card_balance : 0n);

function decisionEffect(proposed: Proposed, operation: ReviewedRow): string[] {
  const { decision, last4 } = proposed;
  if (isCardAction(operation.type)) return actionEffect(decision, operation, operation.type);
  const id = toId('operation', operation.id);
  const total = shownUsd(operation.amount + operation.fee);
  if (decision === 'complete') {
    return [
      `${total} of the held money is spent: ${shownUsd(operation.amount)} to the issuer, ${shownUsd(operation.fee)} is our fee.`,
      ...cardEffect(operation, last4),
      `${id} is completed. This is final, and the company is notified.`,
    ];
  }
  return [
    `${total} is released: it is available again.`,
    ...(operation.counts ? ['It no longer counts towards the monthly quota.'] : []),
    `${id} fails. This is final, and the company is notified.`,
  ];
}

/** For an action on a card, which holds nothing. */
function actionEffect(decision: Proposed['decision'], operation: ReviewedRow, action: CardAction): string[] {
  const id = toId('operation', operation.id);
  const card = `The card ending in ${operation.card_last4}`;
  if (decision === 'complete')
    return [...actionsDone[action](card, operation), `${id} is completed. This is final, and the company is notified.`];
  return [
    `Nothing was held, so no money moves. ${card} stays ${operation.card_status}.`,
    `${id} fails. This is final, and the company is notified.`,
  ];
}

const actionsDone: Readonly<Record<CardAction, (card: string, operation: ReviewedRow) => string[]>> = {
  freeze: (card) => [`${card} is frozen: its payments are declined.`],
  unfreeze: (card) => [`${card} is active again.`],
  limits: (card, { limits }) => [`${card} has these limits from now on: ${limitsInWords(limits)}.`],
  close: (card, operation) => closeEffect(card, operation),
};

/** Payments that are on their way can leave a rest on the closed card. */
function closeEffect(card: string, operation: ReviewedRow): string[] {
  const back = returnOf(operation);
  const rest = (operation.card_balance ?? back) - back;
  return [
    back === 0n
      ? `${card} is closed. Nothing returns.`
      : `${card} is closed, and ${shownUsd(back)} returns to the account.`,
    ...(rest === 0n ? [] : [`Its balance is then ${shownUsd(rest)}.`]),
  ];
}

/** Limits in one line. */
export const limitsInWords = (limits: Limits | null): string =>
  [
    `${limits?.perTransaction ?? 'none'} per payment`,
    `${limits?.perDay ?? 'none'} per day`,
    `${limits?.perMonth ?? 'none'} per month`,
  ].join(', ');

/** For an invoice: the credit, the fee, and what stays unchanged. */
function invoiceEffect({ decision, amount }: Proposed, invoice: InvoicedRow): string[] {
  const id = toId('invoice', invoice.id);
  const deposit = usd(decision === 'accept' ? (amount ?? 0n) : 0n);
  const rest = arrivedFor(invoice) - deposit * MICROS_PER_CENT;
  const stays = rest > 0n ? [`${formatUsdt(rest)} USDT of what arrived is not credited.`] : [];
  if (decision === 'fail') {
    return ['Nothing is credited.', ...stays, `${id} fails. This is final, and the company is notified.`];
  }
  const fee = depositFee(deposit);
  return [
    `A deposit of ${shownUsd(deposit)} is credited, and our fee of ${shownUsd(fee)} is taken from it: the available ` +
      `balance gains ${shownUsd(deposit - fee)}.`,
    ...stays,
    `${id} is completed with that amount (${shownUsd(invoice.requested_amount)} was requested). This is final, and ` +
      'the company is notified.',
    ...(invoice.status === 'manual_review' ? [] : ['An open case about money that came late for it is closed.']),
  ];
}

function cardEffect({ type, amount, card_last4 }: ReviewedRow, last4: string): string[] {
  if (type === 'issue') return [`A card ending in ${last4} becomes active with a balance of ${shownUsd(amount)}.`];
  return type === 'topup' ? [`The balance of the card ending in ${card_last4} rises by ${shownUsd(amount)}.`] : [];
}
