-- migrate:up
set lock_timeout = '5s';

-- Transfers that sandboxes asked for, on their way to the simulated issuer, which tells us of each as of any other. Its id
-- is the one that the transfer has there, so carrying it twice lets it happen once.
create table simulated_transfers (
  company_id   uuid not null,
  environment  environment not null,
  id           uuid not null,
  invoice_id   uuid not null,
  completes    boolean not null, -- of exactly what is to be paid, in time: asked for any number of times, it happens once
  amount       bigint not null check (amount > 0), -- millionths
  occurred_at  timestamptz(3), -- null: when it reaches the issuer
  asked_at     timestamptz(3) not null, -- real time
  state        text not null check (state in ('waiting', 'carried', 'refused')),
  primary key (company_id, environment, id),
  foreign key (company_id, environment, invoice_id) references invoices,
  constraint only_sandboxes_simulate check (environment = 'sandbox')
);
create unique index one_completion_per_invoice on simulated_transfers (company_id, environment, invoice_id) where completes;
create index transfers_to_carry on simulated_transfers (asked_at) where state = 'waiting';
call protect_by_scope('simulated_transfers');
grant select, insert, update (state) on simulated_transfers to cardwright_posting;

-- Takes the wish of a sandbox for a transfer: of an amount, or without one of exactly what completes the invoice. Wish and
-- right are one commit. Answers null, or why there is none.
create function simulate_transfer(of_company uuid, of_environment environment, api_key_id uuid, of_invoice uuid, new_id uuid, micros bigint,
    happened_at timestamptz) returns text
  language plpgsql security definer as $$
declare
  i public.invoices;
  refusal text;
begin
  if of_environment is distinct from 'sandbox' then
    raise exception 'a simulated transfer reached for live' using errcode = 'CW004';
  end if;
  perform ledger.lock_books(array[of_company], array[of_environment]);
  select * into i
    from public.invoices x
   where x.company_id = of_company and x.environment = of_environment and x.id = of_invoice;
  if i.id is null then
    return 'invoice_not_found';
  elsif micros is null and i.status = 'completed' then
    return null; -- it is what was asked for
  elsif i.address is null or (micros is null and i.status <> 'pending') then
    return 'invoice_not_payable';
  end if;
  insert into public.simulated_transfers (company_id, environment, id, invoice_id, completes, amount, occurred_at, asked_at, state)
  values (of_company, of_environment, new_id, of_invoice, micros is null, coalesce(micros, i.pay_amount), happened_at, clock_timestamp(),
          'waiting')
  on conflict (company_id, environment, invoice_id) where completes do nothing;
  refusal := public.refusal_of_key(of_company, of_environment, api_key_id, 'funding:write');
  if refusal is not null then
    raise exception '%', refusal using errcode = 'CW008';
  end if;
  return null;
end
$$;

-- Simulated transfers that the issuer does not have yet, oldest first.
create function list_simulated_transfers(at_most integer)
  returns table (company_id uuid, environment environment, id uuid, invoice_id uuid, amount bigint, occurred_at timestamptz)
  language sql stable security definer
begin atomic
  select s.company_id, s.environment, s.id, s.invoice_id, s.amount, s.occurred_at
    from public.simulated_transfers s
   where s.state = 'waiting'
   order by s.asked_at
   limit at_most;
end;

-- Notes what the issuer made of a simulated transfer: it has it, or it never will.
create function note_simulated_transfer(of_company uuid, of_environment environment, of_transfer uuid, new_state text) returns void
  language sql security definer
begin atomic
  update public.simulated_transfers s
     set state = new_state
   where s.company_id = of_company and s.environment = of_environment and s.id = of_transfer and s.state = 'waiting';
end;

grant execute on function simulate_transfer(uuid, environment, uuid, uuid, uuid, bigint, timestamptz) to cardwright_api;
grant execute on function list_simulated_transfers(integer), note_simulated_transfer(uuid, environment, uuid, text) to cardwright_worker;
call run_as_posting('simulate_transfer(uuid, environment, uuid, uuid, uuid, bigint, timestamptz)');
call run_as_posting('list_simulated_transfers(integer)');
call run_as_posting('note_simulated_transfer(uuid, environment, uuid, text)');

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
