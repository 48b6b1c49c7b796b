// The statements of pauses. They belong to no company: a pause stops a product or an issuer for all of them.
import type { Queryable, Tx } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import type { Environment } from '../scope.ts';

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

export type NewPause = {
  id: string;
  environment: Environment;
  productId: string | undefined;
  reason: string;
  by: string;
  at: Date;
};

/** Adds a pause. False when the same is paused already, and nothing happened. */
export async function insertPause(tx: Tx, pause: NewPause): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into send_pauses (id, environment, product_id, reason, paused_by, paused_at)
    values (${pause.id}, ${pause.environment}, ${pause.productId ?? null}, ${pause.reason}, ${pause.by}, ${pause.at})
    on conflict do nothing
    returning id`);
  return rows.length > 0;
}

/** Removes a pause and answers what it was; undefined when there is none with this id. */
export async function deletePause(
  tx: Tx,
  id: string,
): Promise<Omit<PauseRow, 'product_name' | 'paused_by'> | undefined> {
  const [row] = await tx.query<PauseRow>(sql`
    delete from send_pauses where id = ${id} returning id, environment, product_id, reason, paused_at`);
  return row;
}

/** Every pause, oldest first. They are few: each is somebody's decision. */
export async function listPauses(db: Queryable): Promise<PauseRow[]> {
  return db.query<PauseRow>(sql`
    select s.id, s.environment, s.product_id, p.name as product_name, s.reason, s.paused_by, s.paused_at
      from send_pauses s
      left join products p on p.id = s.product_id
     order by s.paused_at, s.id`);
}
