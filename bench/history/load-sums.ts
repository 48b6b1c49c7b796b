// Loads the sums that triggers keep in the product: a history is written without triggers.
import type pg from 'pg';

/** Adds up the loaded payments and cards. */
export async function loadSums(client: pg.Client): Promise<void> {
  await client.query(`
    insert into spend_by_month (company_id, environment, kind, id, month, spent)
    select t.company_id, t.environment, o.kind, o.id, date_trunc('month', t.occurred_at at time zone 'UTC')::date,
           -sum(effect_of_payment(t.status, t.amount))
      from transactions t
     cross join lateral (values ('card', t.card_id), ('holder', t.holder_id), ('company', t.company_id)) as o (kind, id)
     group by 1, 2, 3, 4, 5;
    insert into card_totals (company_id, environment, status, cards, balance)
    select company_id, environment, status, count(*), sum(greatest(balance, 0)) from cards group by 1, 2, 3`);
}
