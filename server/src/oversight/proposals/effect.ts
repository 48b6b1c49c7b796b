// Describes the effect of approving a proposal, before anybody approves it.

import { listProducts } from '../../cards/products/products.ts';
import { fromId } from '../../foundation/ids.ts';
import { shownUsd } from '../../foundation/money/usd.ts';
import { findCompany } from '../../identity/companies/sql.ts';
import { listOperators } from '../../identity/operators/operators.ts';
import type { Db } from '../../platform/db/db.ts';
import { effectOf as effectOfReview } from '../reviews/effect.ts';
import { type Dossier, findDossier } from '../reviews/read.ts';
import type { ProposalRow, Told } from './sql.ts';

/** Display names of the objects of proposals, by their ids as shown. */
export type Names = ReadonlyMap<string, string>;

/** Reads the names of the companies, products and operators that proposals refer to. */
export async function readNames(db: Db, rows: readonly ProposalRow[]): Promise<Names> {
  const names = new Map<string, string>();
  const companies = new Map(rows.flatMap(({ company_id, told }) => (company_id ? [[company_id, told.company]] : [])));
  const about = (kind: 'product' | 'operator') =>
    rows.flatMap(({ told: { subject } }) => {
      const id = fromId(kind, subject);
      return id === undefined ? [] : [{ id, subject }];
    });
  const [products, operators] = await Promise.all([
    about('product').length === 0 ? [] : listProducts(db),
    about('operator').length === 0 ? [] : listOperators(db),
    ...[...companies].map(async ([id, shown]) => {
      const company = await db.read({ companyId: id, environment: 'sandbox' }, (tx) => findCompany(tx, id));
      if (company !== undefined && shown) names.set(shown, company.name);
    }),
  ]);
  for (const { id, subject } of [...about('product'), ...about('operator')]) {
    const found = [...products, ...operators].find((each) => each.id === id);
    if (found !== undefined) names.set(subject, found.name);
  }
  return names;
}

/** The dossier of the operation, invoice or case that a proposal decides; undefined for other actions. */
export async function findDossierOf(
  db: Db,
  { subject_kind, subject_id }: Pick<ProposalRow, 'subject_kind' | 'subject_id'>,
): Promise<Dossier | undefined> {
  if (subject_kind === null || subject_id === null) return undefined;
  return findDossier(db, { kind: subject_kind, id: subject_id });
}

/** The effect of approving, one sentence each. A review decision needs the dossier. */
export function effectOf(
  row: Pick<ProposalRow, 'id' | 'action' | 'told'>,
  { names, dossier }: { names: Names; dossier: Dossier | undefined },
): string[] {
  if (row.action !== 'review.decide') return effects[row.action]?.(aboutOf(row.told, names)) ?? [];
  const proposal = dossier?.proposals.find(({ id }) => id === row.id);
  return dossier === undefined || proposal === undefined ? [] : effectOfReview(proposal, dossier.about);
}

type About = { details: Record<string, unknown>; subject: string; company: string; name: string };

const aboutOf = ({ details, subject, company }: Told, names: Names): About => ({
  details,
  subject,
  company: company === null ? '' : (names.get(company) ?? company),
  name: names.get(subject) ?? subject,
});

const WAITS = 'They can propose and approve once the waiting period for new operators is over.';
const UNCHANGED = 'Orders from before that moment keep their price.';

/** One entry for each action that needs two people. */
const effects: Readonly<Record<string, (about: About) => string[]>> = {
  'company.activate': ({ company, details }) => [`${company} can ${abilityOf(details['capability'])} in live.`],
  'company.limits': ({ company, details }) => [
    `${company} may send ${rateOf(details['reads'])} reads, ${rateOf(details['writes'])} writes and ` +
      `${rateOf(details['statements'])} statements a second.`,
  ],
  'company.invite_owner': ({ company, details }) => [
    `${text(details['email'])} gets an email with a link to join ${company} as its first owner. The link works for 7 days.`,
    'An earlier invitation by operators ends.',
  ],
  'holder.erase': ({ company, subject, details }) => [
    `Name, email address, external id and metadata of the cardholder ${subject} of ${company} are erased, and the names ` +
      `and metadata of ${counted(Number(details['cards']), 'card', 'cards')} and ` +
      `${counted(Number(details['operations']), 'operation', 'operations')}.`,
    `They are erased in ${counted(Number(details['answers']), 'stored answer', 'stored answers')} and ` +
      `${counted(Number(details['events']), 'event', 'events')} too: a replay shows them empty.`,
    'The cardholder is blocked. Ledger, statements and audit log keep ids and amounts, and are not changed.',
    'The issuer keeps its own record, and backups keep the data until they expire. This cannot be undone.',
  ],
  'key.create_live': ({ company, subject, details }) => [
    `The live key ${subject} (${text(details['name'])}) of ${company} starts to work. The proposer has its text.`,
    `Its scopes: ${listOf(details['scopes'])}.`,
    endOf(details['expiresAt']),
  ],
  'key.rotate_live': ({ company, subject, details }) => [
    `The live key ${subject} (${text(details['name'])}) of ${company} starts to work. The proposer has its text.`,
    `It replaces ${text(details['rotatedFrom'])}, which works for ${text(details['overlapHours'])} more hours.`,
    endOf(details['expiresAt']),
  ],
  'product.set': ({ subject, details }) => [
    `The ${text(details['kind'])} product ${subject} is called ${text(details['name'])} and is ${text(details['status'])}.`,
    ...pricesOf(details['prices'], 'from the approval on'),
  ],
  'product.price': ({ name, details }) => [
    ...pricesOf(
      details['prices'],
      `for ${name} from ${text(details['effectiveFrom'])}, or from the approval if that is later`,
    ),
    UNCHANGED,
  ],
  'operator.add': ({ details }) => [
    `${text(details['name'])} becomes an operator. A link to choose a password goes to ${text(details['email'])}.`,
    WAITS,
  ],
  'operator.enable': ({ name }) => [`${name} can sign in and act again.`, WAITS],
  'database.recover': ({ details }) => [
    `What this database lost between ${text(details['lostSince'])} and ${text(details['lostUntil'])} is given up: ` +
      `${counted(Number(details['lostEntries']), 'sealed ledger entry', 'sealed ledger entries')} in ` +
      `${counted(Number(details['books']), 'book', 'books')}.`,
    'Writes are accepted and orders are sent again. Event numbers and chains go on in a new epoch.',
    'The issuer is asked about every operation from before, and what only the issuer knows becomes a case.',
  ],
  'operator.reset': ({ name }) => [
    `Two-factor authentication of ${name} is reset, and their sessions and tokens end.`,
    'They set it up again when they sign in with their password.',
    WAITS,
  ],
};

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const abilityOf = (capability: unknown): string =>
  capability === 'direct_invoices' ? 'create invoices to fund its account' : 'order services';

const rateOf = (rate: unknown): string => (rate === null || rate === undefined ? 'the default number of' : text(rate));

const endOf = (expiresAt: unknown): string =>
  expiresAt === null || expiresAt === undefined ? 'It does not expire.' : `It expires at ${text(expiresAt)}.`;

const listOf = (value: unknown): string => (Array.isArray(value) && value.length > 0 ? value.join(', ') : 'none');

type Cents = Record<'fixedFee' | 'rateBps' | 'minimumFee' | 'minimumAmount' | 'maximumAmount', string | number>;

const types: Readonly<Record<string, string>> = { issue: 'Issuing a card', topup: 'A top-up', service: 'A service' };

function pricesOf(prices: unknown, since: string): string[] {
  return Object.entries((prices ?? {}) as Record<string, Cents>).map(([type, price]) => {
    const rate = `${(Number(price.rateBps) / 100).toFixed(2)}%`;
    return (
      `${types[type] ?? type} costs ${dollars(price.fixedFee)} plus ${rate} of the amount, at least ` +
      `${dollars(price.minimumFee)}, for ${dollars(price.minimumAmount)} to ${dollars(price.maximumAmount)}, ${since}.`
    );
  });
}

/** Cents with sign and unit, such as -$5.00. */
export const dollars = (cents: string | number): string => shownUsd(BigInt(cents));

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));
