-- The invoice with its next due time. An answer that changes nothing does not move it: a notification may be old or
-- have overtaken a send, and a read may have lost its lease, because a clock or a notification brought the invoice
-- forward. An invoice without a definite answer after the last step is left to operators. A new due time ends the lease.
create or replace function next_invoice_read(i invoices, was text, said jsonb, moment timestamptz, clock_offset interval) returns invoices
  language plpgsql as $$
declare
  step integer;
begin
  if said ->> 'how' <> 'read' and i.status = was then
    return i;
  elsif i.status = 'completed' or (i.status = 'failed' and i.address is null) then
    i.next_at := null;
  elsif i.status = 'pending' and moment < i.expires_at then
    i.next_at := i.expires_at - clock_offset;
  elsif said ->> 'how' = 'read' and i.lease_token is distinct from (said ->> 'lease')::uuid then
    return i;
  elsif i.status <> 'creating' then
    step := public.next_review_step(extract(epoch from moment - case i.status when 'manual_review' then i.review_opened_at else i.expires_at end));
    if i.status = 'pending' and step is null then
      i.status := 'manual_review';
      i.review_reason := public.overdue_reason();
      i.review_opened_at := moment;
      step := public.next_review_step(0); -- a review has a schedule of its own: one missed answer does not leave it to operators
    end if;
    i.next_at := clock_timestamp() + make_interval(secs => step);
  else
    return i;
  end if;
  i.lease_token := null;
  i.attempts := 0;
  i.last_error := '';
  i.parked_at := null;
  return i;
end
$$;
alter function next_invoice_read(invoices, text, jsonb, timestamptz, interval) owner to cardwright_posting;
