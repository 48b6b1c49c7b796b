// How answers are kept and when a request is repeated.
import {
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { Problem } from './problem.ts';

const MOST_TRIES_AGAIN = 2;

/** A 4xx stays a no; without an answer, or with a 5xx, the same question may go well. */
const mayTryAgain = (failures: number, error: Error) =>
  failures < MOST_TRIES_AGAIN && error instanceof Problem && error.passing;

/** Tells the application that nobody is signed in any more. */
export type SignedOut = () => void;

const isSignedOut = (error: Error) => error instanceof Problem && error.status === 401;

/** Answers count as fresh for a moment; what changes meanwhile is told by the live feed. */
export const queriesOf = (signedOut: SignedOut): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        // Who is signed in is the question itself: asking it again because of its answer would never end.
        if (isSignedOut(error) && queryKey[0] !== 'me') signedOut();
      },
    }),
    mutationCache: new MutationCache({
      onError: (error) => {
        if (isSignedOut(error)) signedOut();
      },
    }),
    defaultOptions: {
      // Tried also where the browser thinks that it is offline: a form that waits in silence says nothing to anybody.
      queries: { staleTime: 15_000, retry: mayTryAgain, refetchOnWindowFocus: true, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

/** One Idempotency-Key for one intent: the same through every try of it, a new one for the next intent. */
function useIntent(): { key: () => string; renew: () => void } {
  const held = useRef<string | undefined>(undefined);
  const key = useCallback(() => (held.current ??= crypto.randomUUID()), []);
  const renew = useCallback(() => {
    held.current = undefined;
  }, []);
  return { key, renew };
}

type Write<Input, Result> = {
  /** Sends it; `key` is the Idempotency-Key of this intent. */
  write: (input: Input, key: string) => Promise<Result>;
  /** Whether the request carries the key: only then is it repeated when no answer came. */
  keyed?: boolean;
  /** Whether the answer holds a secret: it is then forgotten as soon as nothing shows it. */
  secret?: boolean;
  /** What is read again afterwards: beginnings of query keys. */
  changes?: readonly QueryKey[];
  onDone?: (result: Result, input: Input) => void;
};

/** A write of a form: one intent from its opening to its success, whatever happens in between. */
export function useWrite<Input = void, Result = unknown>(options: Write<Input, Result>) {
  const { write, keyed, secret, changes = [], onDone } = options;
  const queries = useQueryClient();
  const intent = useIntent();
  const mutation = useMutation<Result, Error, Input>({
    mutationFn: (input) => write(input, intent.key()),
    retry: keyed === true ? mayTryAgain : false,
    ...(secret === true ? { gcTime: 0 } : {}),
    onSuccess: async (result, input) => {
      intent.renew();
      onDone?.(result, input);
      await Promise.all(changes.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
  return { ...mutation, startOver: () => (intent.renew(), mutation.reset()) };
}
