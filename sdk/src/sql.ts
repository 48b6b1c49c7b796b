// Intents in a table of your own database, so that they are backed up with what they belong to.
import type { Intent, IntentOutcome, IntentStore, SavedIntent } from './intents.ts';

/** Runs one statement with parameters `$1`, `$2`, …, and returns its rows: `pool.query` of `pg` fits. */
export type Query = (text: string, params: unknown[]) => Promise<{ rows: unknown[] }>;

/** The table, for PostgreSQL. `synchronous_commit` must be on: what is saved must survive a crash. */
export const INTENTS_TABLE = `create table if not exists cardwright_intents (
  id text primary key,
  intent text not null,
  outcome text,
  created_at timestamptz not null default now()
);
create index if not exists cardwright_intents_pending on cardwright_intents (created_at) where outcome is null;`;

type Row = { intent: string; outcome: string | null };

/** A store of intents in the table `cardwright_intents`; `INTENTS_TABLE` creates it. */
export function sqlIntents(query: Query): IntentStore {
  const rows = async (text: string, params: unknown[]) => (await query(text, params)).rows as Row[];
  const find = async (id: string): Promise<SavedIntent | undefined> => {
    const [row] = await rows('select intent, outcome from cardwright_intents where id = $1', [id]);
    return row === undefined ? undefined : toSaved(row);
  };
  return {
    find,
    async add(intent) {
      await query('insert into cardwright_intents (id, intent) values ($1, $2) on conflict (id) do nothing', [
        intent.id,
        JSON.stringify(intent),
      ]);
      const saved = await find(intent.id);
      if (saved === undefined) throw new Error('the intent that was saved is not there');
      return saved;
    },
    async replace(intent) {
      await query(
        `update cardwright_intents set intent = $2, outcome = null
          where id = $1 and outcome like '{"status":"refused"%'`,
        [intent.id, JSON.stringify(intent)],
      );
      return (await find(intent.id)) ?? { intent };
    },
    async settle(id, outcome) {
      await query(
        `update cardwright_intents set outcome = $2
          where id = $1 and coalesce(outcome, '') not like '{"status":"accepted"%'`,
        [id, JSON.stringify(outcome)],
      );
    },
    async *pending() {
      const open = await rows(
        'select intent, outcome from cardwright_intents where outcome is null order by created_at, id',
        [],
      );
      for (const row of open) yield toSaved(row).intent;
    },
  };
}

const toSaved = ({ intent, outcome }: Row): SavedIntent => ({
  intent: JSON.parse(intent) as Intent,
  outcome: outcome === null ? undefined : (JSON.parse(outcome) as IntentOutcome),
});
