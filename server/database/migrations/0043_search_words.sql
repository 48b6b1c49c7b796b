-- migrate:up
set lock_timeout = '5s';

-- The first texts of three functions: the triggers below call them before the files of functions are applied.
-- Text as search compares it: without accents and in lower case. A database in the C locale lowercases ASCII only, so the
-- Latin, Greek, Cyrillic, Armenian and Georgian letters are listed. The server treats what people type in the same way.
create function searched_text(given text) returns text
  language sql immutable parallel safe
  return
    case when given ~ '^[\x01-\x7f]*$' then lower(given)
    else translate(lower(regexp_replace(normalize(given, NFKD), U&'[\0300-\036F]', '', 'g')),
        'ÆÐØÞĐĦŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎ'
        'ͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИ'
        'КЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼ'
        'ҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈ'
        'ՉՊՋՌՍՎՏՐՑՒՓՔՕՖᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿẞς',
        'æðøþđħłŋœŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏ'
        'ͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзи'
        'клмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽ'
        'ҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշո'
        'չպջռսվտրցւփքօֆაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿßσ')
    end;
grant execute on function searched_text(text) to cardwright_posting;

-- The words by which something is found: those of `whole`, which spaces separate, and of `parts`, which punctuation separates
-- too, so `Jean-Luc` is found by either name. A longer word is cut: nobody types more.
create function search_words_of(whole text, parts text) returns setof text
  language sql immutable parallel safe
  begin atomic
    select left(w.word, 64)
      from (select regexp_split_to_table(searched_text(whole), '\s+') as word
            union
            select regexp_split_to_table(searched_text(parts), '[\s[:punct:]]+')) as w
     where w.word <> '';
  end;
grant execute on function search_words_of(text, text) to cardwright_posting;

-- Who is paid: merchants of payments and recipients of services, once each. A payment to a known one writes nothing here. One
-- whose last payment got another merchant stays: a search for it finds no payments.
create table payees (
  company_id   uuid not null,
  environment  environment not null,
  kind         text not null check (kind in ('merchant', 'recipient')),
  id           uuid not null, -- derived from the name
  name         text not null check (name <> ''),
  primary key (company_id, environment, kind, id)
);
alter table payees alter column company_id set (n_distinct = 100);
call protect_by_scope('payees');
grant select on payees to cardwright_api, cardwright_worker, cardwright_admin;
grant select, insert on payees to cardwright_posting;

create function payee_id(of_name text) returns uuid
  language sql immutable parallel safe
  return encode(substring(sha256(convert_to(of_name, 'UTF8')) from 1 for 16), 'hex')::uuid;
grant execute on function payee_id(text) to cardwright_posting;

-- Words of names, and what has them. A search is a range of the primary key. The index by id tells whether something has
-- another word too, and finds the words to remove.
create table search_words (
  company_id   uuid not null,
  environment  environment not null,
  kind         text not null check (kind in ('card', 'holder', 'merchant', 'recipient')),
  word         text collate "C" not null,
  id           uuid not null,
  primary key (company_id, environment, kind, word, id)
);
create index search_words_by_id on search_words (company_id, environment, kind, id, word);
alter table search_words alter column company_id set (n_distinct = 100);
call protect_by_scope('search_words');
grant select on search_words to cardwright_api, cardwright_worker, cardwright_admin;
grant select, insert, delete on search_words to cardwright_posting;

-- Keeps the words of a card, a cardholder or a payee. An erased cardholder has none; their cards keep the last four digits.
create function keep_search_words() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  of_kind text;
  whole text;
  parts text;
begin
  if tg_table_name = 'cards' then
    of_kind := 'card';
    whole := new.name || ' ' || new.last4;
    parts := new.name;
  elsif tg_table_name = 'holders' then
    of_kind := 'holder';
    whole := concat_ws(' ', new.name, new.email, new.external_id);
    parts := concat_ws(' ', new.name, split_part(new.email, '@', 1), new.external_id);
  else
    of_kind := new.kind;
    whole := new.name;
    parts := new.name;
  end if;
  if tg_op = 'UPDATE' then
    delete from public.search_words w -- few rows: the words of one name
     where w.company_id = new.company_id and w.environment = new.environment and w.kind = of_kind and w.id = new.id;
  end if;
  insert into public.search_words (company_id, environment, kind, word, id)
  select new.company_id, new.environment, of_kind, w.word, new.id
    from public.search_words_of(whole, parts) as w (word)
      on conflict do nothing;
  return null;
end
$$;

create trigger payees_have_words after insert on payees for each row execute function keep_search_words();
-- In this order, as an erasure changes both.
create trigger cards_have_words after insert on cards for each row execute function keep_search_words();
create trigger renamed_cards_have_words after update of name on cards
  for each row when (new.name <> old.name) execute function keep_search_words();
create trigger holders_have_words after insert on holders for each row execute function keep_search_words();
create trigger renamed_holders_have_words after update of name, email, external_id on holders
  for each row when (new.name <> old.name or new.email <> old.email or new.external_id <> old.external_id)
  execute function keep_search_words();

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
