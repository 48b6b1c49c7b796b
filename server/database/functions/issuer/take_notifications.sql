-- Claims due notifications, with everything needed to verify and read them.
create or replace function take_notifications(of_environment environment, token uuid, lease_seconds integer, at_most integer, per_company integer,
    except_companies uuid[], walk_from uuid)
  returns table (company_id uuid, id uuid, attempts integer, walked_to uuid, event_id text, contradicts boolean, key_id text, signature text,
    body bytea)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  claimed record;
begin
  for claimed in
    select c.*
      from public.lease_notification(of_environment, token, lease_seconds, at_most, per_company, except_companies, walk_from) as c
  loop
    return query
    select claimed.company_id, claimed.id, claimed.attempts, claimed.walked_to, n.event_id, n.contradicts, n.key_id, n.signature, b.body
      from public.issuer_notifications n
      left join public.issuer_notification_bodies b on b.id = n.id and b.received_at = n.received_at
     where n.company_id = claimed.company_id and n.environment = of_environment and n.id = claimed.id;
  end loop;
end
$$;
alter function take_notifications(environment, uuid, integer, integer, integer, uuid[], uuid) owner to cardwright_posting;
grant execute on function take_notifications(environment, uuid, integer, integer, integer, uuid[], uuid) to cardwright_worker;
