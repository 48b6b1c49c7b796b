-- Writes a sign-in, a wrong code or the use of a token to the audit log. The operator is its subject, not its author.
-- The use of a token is written once an hour.
create or replace function note_sign_in(of_operator uuid, what text, of_token uuid default null) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if what not in ('signed_in', 'code_failed', 'token_used') then
    raise exception 'sign-in notes no such thing: %', what using errcode = 'CW013';
  end if;
  if what = 'token_used' then
    update desk.tokens t
       set noted_at = clock_timestamp()
     where t.id = of_token and t.operator_id = of_operator and coalesce(t.noted_at, '-infinity') < clock_timestamp() - interval '1 hour';
    if not found then
      return;
    end if;
  end if;
  perform public.log_action(null, 'operator.' || what, actions.done_to_operator(of_operator,
    case when of_token is null then '{}' else jsonb_build_object('token', public.shown_id('optok', of_token)) end));
end
$$;
alter function note_sign_in(uuid, text, uuid) owner to cardwright_posting;
grant execute on function note_sign_in(uuid, text, uuid) to cardwright_desk;
