// Loads the words by which cards, cardholders and merchants are found: rows are loaded without their triggers.
import type pg from 'pg';

/** Loads the words of all cards, cardholders and merchants. */
export async function loadWords(client: pg.Client): Promise<void> {
  await client.query(`
    insert into payees (company_id, environment, kind, id, name)
    select company_id, environment, 'merchant', payee_id(merchant), merchant
      from (select distinct company_id, environment, merchant from transactions) t`);
  const named = [
    { table: 'cards', kind: `'card'`, whole: `n.name || ' ' || n.last4`, parts: 'n.name' },
    {
      table: 'holders',
      kind: `'holder'`,
      whole: `concat_ws(' ', n.name, n.email, n.external_id)`,
      parts: `concat_ws(' ', n.name, split_part(n.email, '@', 1), n.external_id)`,
    },
    { table: 'payees', kind: 'n.kind', whole: 'n.name', parts: 'n.name' },
  ];
  for (const { table, kind, whole, parts } of named)
    await client.query(`
      insert into search_words (company_id, environment, kind, word, id)
      select n.company_id, n.environment, ${kind}, w.word, n.id
        from ${table} n cross join lateral search_words_of(${whole}, ${parts}) as w (word)`);
}
