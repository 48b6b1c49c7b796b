-- Stores the issuer's answer to a request to reveal a card: the sealed address of the page and when it expires, or neither.
-- The row is due again when it expires, to be deleted.
create or replace function note_reveal(of_company uuid, of_environment environment, of_reveal uuid, new_state text, by_sealing_key smallint, sealed bytea,
    page_expires_at timestamptz) returns void
  language sql security definer
begin atomic
  update public.reveals r
     set state = new_state, sealing_key = by_sealing_key, sealed_url = sealed, expires_at = coalesce(page_expires_at, r.expires_at),
         next_at = coalesce(page_expires_at, r.expires_at), lease_token = null
   where r.company_id = of_company and r.environment = of_environment and r.id = of_reveal and r.state = 'waiting';
end;
alter function note_reveal(uuid, environment, uuid, text, smallint, bytea, timestamptz) owner to cardwright_posting;
grant execute on function note_reveal(uuid, environment, uuid, text, smallint, bytea, timestamptz) to cardwright_worker;
