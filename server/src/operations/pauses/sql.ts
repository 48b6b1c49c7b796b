// The statements of pauses. They belong to no company: a pause stops a product or an issuer for all of them.

import type { Environment } from '../../foundation/scope.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

export type PauseRow = {
  id: string;
  environment: Environment;
  /** Null: everything that goes to the issuer of the environment. */
  product_id: string | null;
  product_name: string | null;
  reason: string;
  paused_by: string;
  paused_at: Date;
};

/** Every pause, oldest first. There are few: operators create each by hand. */
export async function listPauses(db: Queryable): Promise<PauseRow[]> {
  return db.query<PauseRow>(sql`
    select s.id, s.environment, s.product_id, p.name as product_name, s.reason, s.paused_by, s.paused_at
      from send_pauses s
      left join products p on p.id = s.product_id
     order by s.paused_at, s.id`);
}
