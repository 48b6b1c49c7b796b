// Names for ids: the rows of a page ask once for all of their names, and nobody reads a bare id.
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answer, deskApi } from '../../../shared/client.ts';
import type { FoundById } from '../../../shared/desk-api.ts';
import { foundWords } from '../books/words.ts';
import { addressOf } from '../find/addresses.ts';
import { Id } from './facts.tsx';

/** The rows of a page are rendered within this time; together they ask once. */
const GATHERING_MS = 20;

/** Names change rarely. */
const FRESH_MS = 60_000;

type Waiting = { ids: Set<string>; answer: Promise<FoundById[]> };

let waiting: Waiting | undefined;

/** What an id names; requests of the same moment are sent as one. */
async function readNamed(id: string): Promise<FoundById | null> {
  const together = waiting ?? gather();
  together.ids.add(id);
  return (await together.answer).find((found) => found.id === id) ?? null;
}

function gather(): Waiting {
  const ids = new Set<string>();
  const { promise, resolve } = Promise.withResolvers<FoundById[]>();
  const together = { ids, answer: promise };
  waiting = together;
  setTimeout(() => {
    waiting = undefined;
    resolve(readAll([...ids]));
  }, GATHERING_MS);
  return together;
}

async function readAll(ids: readonly string[]): Promise<FoundById[]> {
  const query = { ids: ids.join(',') };
  return (await answer(deskApi.GET('/desk/v1/found', { params: { query } }))).data;
}

/** Objects with a name that the desk can find. */
const findable = /^(com|opr|prod|op|inv|card|holder|case|proposal)_[0-9a-z]{26}$/;

/** Whether a value is such an id. */
export const isFindable = (value: unknown): value is string => typeof value === 'string' && findable.test(value);

type Props = {
  id: string;
  /** No link, inside of another one or on the page of the object itself. */
  plain?: boolean;
};

/** The name of an object, as a link to its page. Until it is known, and for anything without a name, its id. */
export function Named({ id, plain = false }: Props) {
  const found = useQuery({
    queryKey: ['names', id],
    queryFn: () => readNamed(id),
    enabled: isFindable(id),
    staleTime: FRESH_MS,
  });
  const shown = found.data ? <span title={id}>{foundWords(found.data)}</span> : <Id>{id}</Id>;
  const to = found.data ? addressOf(found.data) : undefined;
  if (plain || to === undefined) return shown;
  return (
    <Anchor component={Link} to={to} inherit>
      {shown}
    </Anchor>
  );
}
