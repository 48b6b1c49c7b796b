// The effect of a decision in numbers, before anybody approves it; `effect.ts` says the same in words.

import { type Usd, usd } from '../../foundation/money/usd.ts';
import { depositFee } from '../../funding/invoices/fee.ts';
import { ofAdoption } from '../adoption/effect.ts';
import { returnOf } from './effect.ts';
import { type About, subjectOf } from './read.ts';
import type { DecisionName, ProposalRow } from './sql.ts';

export type Numbers = {
  /** The change of the company's available balance; negative for a loss. */
  available: Usd;
  held: Usd;
  /** The part of the held or deposited amount that goes to us and to the issuer. */
  fee: Usd;
  toIssuer: Usd;
  /** What is loaded onto the card. */
  card: Usd;
  /** The status of the operation, invoice or payment afterwards. */
  status: string;
};

/** The effect of approving on each sum, if everything else stays unchanged. */
export function numbersOf({ decision, amount }: Pick<ProposalRow, 'decision' | 'amount'>, about: About): Numbers {
  const { status } = subjectOf(about);
  const none = { available: usd(0n), held: usd(0n), fee: usd(0n), toIssuer: usd(0n), card: usd(0n), status };
  switch (decision) {
    case 'complete':
    case 'fail':
      return { ...none, ...ofDecision(decision, about), status: afterwards[decision] };
    case 'accept': {
      const deposit = usd(amount ?? 0n);
      const fee = usd(depositFee(deposit));
      return { ...none, available: usd(deposit - fee), fee, status: afterwards.accept };
    }
    case 'adjust':
      return { ...none, available: usd(amount ?? 0n) };
    case 'adopt':
      return about.kind === 'unknown' ? { ...none, ...ofAdoption(about.unknown) } : none;
    case 'close':
      return none;
  }
}

const afterwards: Record<Exclude<DecisionName, 'adjust' | 'close' | 'adopt'>, string> = {
  complete: 'completed',
  accept: 'completed',
  fail: 'failed',
};

function ofDecision(decision: 'complete' | 'fail', about: About): Partial<Numbers> {
  if (about.kind !== 'operation') return {};
  const { amount, fee, type } = about.operation;
  if (type === 'close' && decision === 'complete') return { available: returnOf(about.operation) };
  const held = usd(0n - amount - fee);
  if (decision === 'fail') return { held, available: usd(amount + fee) };
  return { held, fee, toIssuer: amount, card: type === 'service' ? usd(0n) : amount };
}
