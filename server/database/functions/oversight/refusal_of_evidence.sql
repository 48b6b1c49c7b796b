-- Why an operation cannot be completed with this evidence, or null when it can. A card is known by the issuer's token:
-- an issue needs one that no other card of the company has.
create or replace function refusal_of_evidence(o operations, p proposals) returns text
  language sql stable security definer
begin atomic
  select case
           when (o.type = 'issue') <> (p.card_token <> '') then 'evidence_does_not_fit'
           when o.type = 'issue' and exists (
                  select from public.cards k
                   where k.company_id = o.company_id and k.environment = o.environment and k.issuer_token = p.card_token) then 'card_is_known'
         end
   where p.decision = 'complete';
end;
alter function refusal_of_evidence(operations, proposals) owner to cardwright_posting;
