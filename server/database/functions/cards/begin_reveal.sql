-- The issuer's token of the card that a request is about, or null when the issuer need not be asked. An expired request is
-- deleted, whether it has an answer or not.
create or replace function begin_reveal(of_company uuid, of_environment environment, of_reveal uuid) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.reveals r
   where r.company_id = of_company and r.environment = of_environment and r.id = of_reveal and r.expires_at <= clock_timestamp();
  return (
    select k.issuer_token
      from public.reveals r
      join public.cards k on k.company_id = r.company_id and k.environment = r.environment and k.id = r.card_id
     where r.company_id = of_company and r.environment = of_environment and r.id = of_reveal and r.state = 'waiting');
end
$$;
alter function begin_reveal(uuid, environment, uuid) owner to cardwright_posting;
grant execute on function begin_reveal(uuid, environment, uuid) to cardwright_worker;
