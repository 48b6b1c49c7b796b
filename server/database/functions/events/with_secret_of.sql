-- The endpoint with its next secret in place of the old one, if its time has come.
create or replace function with_secret_of(w webhook_endpoints, at timestamptz) returns webhook_endpoints
  language plpgsql immutable as $$
begin
  if w.next_from <= at then
    w.sealing_key := w.next_sealing_key;
    w.sealed_secret := w.next_sealed_secret;
    w.next_sealing_key := null;
    w.next_sealed_secret := null;
    w.next_from := null;
  end if;
  return w;
end
$$;
alter function with_secret_of(webhook_endpoints, timestamptz) owner to cardwright_owner;
grant execute on function with_secret_of(webhook_endpoints, timestamptz) to cardwright_posting;
