// A cardholder as the API shows it, in reads and in the answer that creates it.
import { toId } from '../../foundation/ids.ts';
import type { HolderRow } from './sql.ts';

/** Shows a cardholder; `routes.ts` describes it. */
export const toHolder = (row: Omit<HolderRow, 'created_at'>) => ({
  id: toId('holder', row.id),
  name: row.name,
  email: row.email,
  kind: row.kind,
  status: row.status,
  externalId: row.external_id,
});
