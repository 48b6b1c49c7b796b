// Opens a company: unverified, with an empty book in each environment and one owner.
import type { Clock } from '../../foundation/clock.ts';
import { newUuid } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Db } from '../../platform/db/db.ts';
import { type CompanyOfPerson, listCompaniesOf, openCompanyRow } from './sql.ts';

/** Companies that one person may open without asking us. */
const MOST_COMPANIES = 5;

/** Opens a company and returns it as its owner sees it, or refuses. */
export async function openCompany(
  { own, clock }: { own: Db; clock: Clock },
  company: { userId: string; name: string; kind: CompanyOfPerson['kind'] },
): Promise<CompanyOfPerson> {
  const at = clock.now();
  const id = newUuid(at);
  const refusal = await openCompanyRow(own, { ...company, id, at, most: MOST_COMPANIES });
  if (refusal !== null) refuse(refusal);
  const opened = (await listCompaniesOf(own, company.userId)).find((each) => each.id === id);
  if (opened === undefined) throw new Error('the company that was opened is missing');
  return opened;
}
