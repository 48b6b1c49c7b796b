-- The words by which something is found: those of `whole`, which spaces separate, and of `parts`, which punctuation separates
-- too, so `Jean-Luc` is found by either name. A longer word is cut: nobody types more.
create or replace function search_words_of(whole text, parts text) returns setof text
  language sql immutable parallel safe
  begin atomic
    select left(w.word, 64)
      from (select regexp_split_to_table(searched_text(whole), '\s+') as word
            union
            select regexp_split_to_table(searched_text(parts), '[\s[:punct:]]+')) as w
     where w.word <> '';
  end;
alter function search_words_of(text, text) owner to cardwright_owner;
grant execute on function search_words_of(text, text) to cardwright_posting;
