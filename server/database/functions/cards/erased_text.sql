-- A stored answer or event without the words about a person: names, email, external id and the issuer's message are "",
-- metadata is {}. The rest keeps its bytes. A quote inside a JSON string is escaped, so `"name":` is a key wherever it is found.
create or replace function erased_text(body text) returns text
  language sql immutable parallel safe
  return regexp_replace(regexp_replace(body, '"metadata":\{("([^"\\]|\\.)*"|[:,\s])*\}', '"metadata":{}', 'g'),
    '"(name|email|externalId|message)":"([^"\\]|\\.)*"', '"\1":""', 'g');
alter function erased_text(text) owner to cardwright_owner;
grant execute on function erased_text(text) to cardwright_posting;
