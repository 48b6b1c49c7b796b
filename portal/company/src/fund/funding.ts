// What an invoice is to these pages, who may make one, and what it costs before it is made.
import type { components } from '../../../shared/api.d.ts';
import type { Company, Environment } from '../../../shared/portal-api.ts';

export type Invoice = components['schemas']['FundingInvoice'];

/** No second invoice can be made beside one of these. Nothing leaves them and comes back, so it is the newest. */
export const isOpen = ({ status }: Invoice): boolean =>
  status === 'creating' || status === 'pending' || status === 'manual_review';

export type WhyNot = 'verification_required' | 'company_suspended' | 'role_missing' | 'capability_disabled';

/** Why this person cannot make an invoice. The server decides; this only spares a form that it would refuse. */
export function whyNot(company: Company, environment: Environment): WhyNot | undefined {
  const { role, verification, suspended, capabilities } = company;
  if (verification !== 'approved') return 'verification_required';
  if (suspended) return 'company_suspended';
  const mayWrite = role === 'owner' || role === 'finance' || (role === 'developer' && environment === 'sandbox');
  if (!mayWrite) return 'role_missing';
  return environment === 'live' && !capabilities.directInvoices ? 'capability_disabled' : undefined;
}

/** The least that an invoice can be for; where the issuer wants more, the server says so. */
export const LEAST_DOLLARS = 10n;
export const MOST_DOLLARS = 1_000_000_000n;

/** The dollars of a text: `250`, `1,000`, `$250.00`. Undefined for parts of a dollar and for anything else. */
export function wholeDollars(text: string): bigint | undefined {
  const plain = text
    .trim()
    .replace(/^\$\s*/, '')
    .replace(/\.0{1,2}$/, '');
  return /^(\d{1,12}|\d{1,3}(,\d{3}){1,3})$/.test(plain) ? BigInt(plain.replaceAll(',', '')) : undefined;
}

/** What a deposit costs and what is left of it, as texts: 1.5 %, rounded up to the cent, as the server takes it. */
export function quoteOf(dollars: bigint): { deposit: string; fee: string; credit: string } {
  const fee = (dollars * 150n + 99n) / 100n;
  const inDollars = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
  return { deposit: `${dollars}.00`, fee: inDollars(fee), credit: inDollars(dollars * 100n - fee) };
}
