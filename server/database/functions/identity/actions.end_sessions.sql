-- Ends all sessions and personal tokens of an operator.
create or replace function actions.end_sessions(operator uuid) returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  delete from desk.sessions s where s.user_id = operator;
  update desk.tokens t set revoked_at = clock_timestamp() where t.operator_id = operator and t.revoked_at is null;
end
$$;
alter function actions.end_sessions(uuid) owner to cardwright_posting;
