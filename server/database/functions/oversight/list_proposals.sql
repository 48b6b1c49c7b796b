-- Proposals of all companies, newest first: one, the open ones, or all. Their input stays in the database: it may hold
-- a key's hash.
create or replace function list_proposals(only_proposal uuid, only_open boolean, before_at timestamptz, before_id uuid, at_most integer)
  returns table (id uuid, action text, company_id uuid, environment environment, subject_kind text, subject_id uuid, told jsonb, proposed_by uuid,
    proposed_at timestamptz, expires_at timestamptz, approved_by uuid, approved_at timestamptz, withdrawn_by uuid, withdrawn_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select p.id, p.action, p.company_id, p.environment, p.subject_kind, p.subject_id, public.proposal_summary(p.id), p.proposed_by, p.proposed_at,
         p.expires_at, p.approved_by, p.approved_at, p.withdrawn_by, p.withdrawn_at
    from public.proposals p
   where (only_proposal is null or p.id = only_proposal)
     and (p.proposed_at, p.id) < (coalesce(before_at, 'infinity'), coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
     and (not only_open or (p.approved_at is null and p.withdrawn_at is null and p.expires_at > clock_timestamp()))
   order by p.proposed_at desc, p.id desc
   limit at_most;
end;
alter function list_proposals(uuid, boolean, timestamptz, uuid, integer) owner to cardwright_posting;
grant execute on function list_proposals(uuid, boolean, timestamptz, uuid, integer) to cardwright_admin;
