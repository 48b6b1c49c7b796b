// Invoice types, who may create one, and its fee.
import type { Schemas } from '@cardwright/sdk';
import type { Company, Environment } from '../../../shared/portal-api.ts';

export type Invoice = Schemas['FundingInvoice'];

/** Blocks a second invoice. A resolved invoice never reopens, so the open one is the newest. */
export const isOpen = ({ status }: Invoice): boolean =>
  status === 'creating' || status === 'pending' || status === 'manual_review';

export type WhyNot = 'verification_required' | 'company_suspended' | 'role_missing' | 'capability_disabled';

/** Why this person cannot create an invoice. The server decides; this hides a form that it would refuse. */
export function whyNot(company: Company, environment: Environment): WhyNot | undefined {
  const { role, verification, suspended, capabilities } = company;
  if (verification !== 'approved') return 'verification_required';
  if (suspended) return 'company_suspended';
  const mayWrite = role === 'owner' || role === 'finance' || (role === 'developer' && environment === 'sandbox');
  if (!mayWrite) return 'role_missing';
  return environment === 'live' && !capabilities.directInvoices ? 'capability_disabled' : undefined;
}

/** The minimum amount; the server says so if the issuer requires more. */
export const LEAST_DOLLARS = 10n;
export const MOST_DOLLARS = 1_000_000_000n;

/** Parses whole dollars: `250`, `1,000`, `$250.00`. Undefined for cents and anything else. */
export function wholeDollars(text: string): bigint | undefined {
  const plain = text
    .trim()
    .replace(/^\$\s*/, '')
    .replace(/\.0{1,2}$/, '');
  return /^(\d{1,12}|\d{1,3}(,\d{3}){1,3})$/.test(plain) ? BigInt(plain.replaceAll(',', '')) : undefined;
}

/** Fee and credit of a deposit, as texts: 1.5 %, rounded up to the cent, as on the server. */
export function quoteOf(dollars: bigint): { deposit: string; fee: string; credit: string } {
  const fee = (dollars * 150n + 99n) / 100n;
  const inDollars = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
  return { deposit: `${dollars}.00`, fee: inDollars(fee), credit: inDollars(dollars * 100n - fee) };
}
