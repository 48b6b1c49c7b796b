-- migrate:up transaction:false
-- Rows from before the triggers, some hundred in each commit, so nobody waits. Cards and cardholders are locked, because an
-- erasure must not come between the reading of a name and the writing of its words. Running it again adds nothing.
do $$
declare
  company uuid;
  of_environment environment;
  last uuid;
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  company := nobody;
  loop
    set local role cardwright_posting; -- its policies show the rows of every company
    with batch as materialized (
      select c.company_id, c.environment, c.id, c.name, c.last4
        from public.cards c
       where (c.company_id, c.environment, c.id) > (company, coalesce(of_environment, 'sandbox'), coalesce(last, nobody))
       order by c.company_id, c.environment, c.id
       limit 500
         for share
    ), added as (
      insert into public.search_words (company_id, environment, kind, word, id)
      select s.company_id, s.environment, 'card', w.word, s.id
        from batch s
       cross join lateral public.search_words_of(s.name || ' ' || s.last4, s.name) as w (word)
          on conflict do nothing
    )
    select s.company_id, s.environment, s.id into company, of_environment, last
      from batch s order by s.company_id desc, s.environment desc, s.id desc limit 1;
    exit when not found;
    commit;
  end loop;

  company := nobody;
  of_environment := null;
  last := null;
  loop
    set local role cardwright_posting;
    with batch as materialized (
      select h.company_id, h.environment, h.id, h.name, h.email, h.external_id
        from public.holders h
       where (h.company_id, h.environment, h.id) > (company, coalesce(of_environment, 'sandbox'), coalesce(last, nobody))
       order by h.company_id, h.environment, h.id
       limit 500
         for share
    ), added as (
      insert into public.search_words (company_id, environment, kind, word, id)
      select s.company_id, s.environment, 'holder', w.word, s.id
        from batch s
       cross join lateral public.search_words_of(concat_ws(' ', s.name, s.email, s.external_id),
         concat_ws(' ', s.name, split_part(s.email, '@', 1), s.external_id)) as w (word)
          on conflict do nothing
    )
    select s.company_id, s.environment, s.id into company, of_environment, last
      from batch s order by s.company_id desc, s.environment desc, s.id desc limit 1;
    exit when not found;
    commit;
  end loop;

  company := nobody;
  of_environment := null;
  last := null;
  loop
    set local role cardwright_posting;
    with batch as materialized (
      select t.company_id, t.environment, t.id, t.merchant
        from public.transactions t
       where (t.company_id, t.environment, t.id) > (company, coalesce(of_environment, 'sandbox'), coalesce(last, nobody))
       order by t.company_id, t.environment, t.id
       limit 5000
    ), added as (
      insert into public.payees (company_id, environment, kind, id, name)
      select distinct s.company_id, s.environment, 'merchant', public.payee_id(s.merchant), s.merchant
        from batch s
       where s.merchant <> ''
          on conflict do nothing
    )
    select s.company_id, s.environment, s.id into company, of_environment, last
      from batch s order by s.company_id desc, s.environment desc, s.id desc limit 1;
    exit when not found;
    commit;
  end loop;

  company := nobody;
  of_environment := null;
  last := null;
  loop
    set local role cardwright_posting;
    with batch as materialized (
      select o.company_id, o.environment, o.id, o.recipient
        from public.operations o
       where (o.company_id, o.environment, o.id) > (company, coalesce(of_environment, 'sandbox'), coalesce(last, nobody))
       order by o.company_id, o.environment, o.id
       limit 5000
    ), added as (
      insert into public.payees (company_id, environment, kind, id, name)
      select distinct s.company_id, s.environment, 'recipient', public.payee_id(s.recipient), s.recipient
        from batch s
       where s.recipient <> ''
          on conflict do nothing
    )
    select s.company_id, s.environment, s.id into company, of_environment, last
      from batch s order by s.company_id desc, s.environment desc, s.id desc limit 1;
    exit when not found;
    commit;
  end loop;
end
$$;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
