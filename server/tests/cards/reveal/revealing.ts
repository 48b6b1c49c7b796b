// Reveals cards and reads what that leaves behind.
import type { Answer, Client } from '../../client.ts';
import type { Company, World } from '../../world.ts';

export type Page = { url: string; expiresAt: string };

/** Requests the page of a card. */
export const reveal = (client: Client, id: string): Promise<Answer<Page>> =>
  client.post<Page>(`/api/v1/cards/${id}/reveal`, {}, { key: null });

/** The requests of a company that nobody has read the answer of. */
export const rowsOf = async (world: World, { scope }: Company): Promise<{ id: string; state: string }[]> =>
  (await world.admin.query('select id, state from reveals where company_id = $1', [scope.companyId])).rows;

/** The audit entries of a company's reveals, oldest first. */
export const entriesOf = async (world: World, { scope }: Company): Promise<object[]> => {
  const text = `select operator_id, environment, subject, details from audit_log
    where company_id = $1 and action = 'card.reveal' order by sequence`;
  return (await world.admin.query(text, [scope.companyId])).rows;
};
