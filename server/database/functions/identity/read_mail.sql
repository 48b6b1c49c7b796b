-- An email to send. Without an address there is nobody left to send it to: no owner, or an invitation that has ended.
create or replace function read_mail(of_company uuid, of_mail uuid)
  returns table (company_id uuid, id uuid, company_name text, to_name text, to_address text, kind text, details jsonb, created_at timestamptz)
  language sql stable security definer
begin atomic
  select x.company_id, x.id, c.name, coalesce(u.name, ''), coalesce(u.email, i.email), x.kind, x.details, x.created_at
    from public.mails x
   cross join lateral (select y.name from public.companies y where y.id = x.company_id limit 1) as c
    left join lateral (
      select p.name, p.email
        from people.users p
       where p.id = x.user_id
         and exists (select from public.members m where m.company_id = x.company_id and m.user_id = x.user_id and m.role = 'owner')
       limit 1) as u on true
    left join lateral (
      select y.email
        from public.invitations y
       where x.user_id is null and y.company_id = x.company_id and y.id = x.id and y.expires_at > clock_timestamp()
       limit 1) as i on true
   where x.company_id = of_company and x.id = of_mail and x.finished_at is null;
end;
alter function read_mail(uuid, uuid) owner to cardwright_posting;
grant execute on function read_mail(uuid, uuid) to cardwright_worker;
