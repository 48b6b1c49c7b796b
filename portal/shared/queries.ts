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
function useIntent(): { key: () => string; renew: (done?: string) => void } {
  const held = useRef<string | undefined>(undefined);
  const key = useCallback(() => (held.current ??= crypto.randomUUID()), []);
  // An intent that was given up may still succeed: that is not the end of the one after it.
  const renew = useCallback((done = held.current) => {
    if (held.current === done) held.current = undefined;
  }, []);
  return { key, renew };
}

type Write<Input, Result> = {
  /** Sends it; `key` is the Idempotency-Key of this intent. */
  write: (input: Input, key: string) => Promise<Result>;
  /** Whether the request carries the key: only then is it repeated when no answer came. */
  keyed?: boolean;
  /** Whether it changes nothing, so that it can be repeated without a thought. */
  reads?: boolean;
  /** Whether the answer holds a secret: it is then forgotten as soon as nothing shows it. */
  secret?: boolean;
  /** What is read again afterwards: beginnings of query keys. */
  changes?: readonly QueryKey[];
  onDone?: (result: Result, input: Input) => void;
};

/**
 * What one press of a button means, as it was at that moment. A pending mutation takes its options from every render,
 * so what it sends, where to and under which key must not be among them.
 */
type Sent<Input, Result> = Pick<Write<Input, Result>, 'write' | 'changes' | 'onDone'> & { input: Input; key: string };

type Failed<Input> = { onError?: (error: Error, input: Input) => void };

/** A write of a form: one intent from its opening to its success, whatever happens in between. */
export function useWrite<Input = void, Result = unknown>(options: Write<Input, Result>) {
  const { write, keyed = false, reads = false, secret = false, changes = [], onDone } = options;
  const queries = useQueryClient();
  const intent = useIntent();
  const mutation = useMutation<Result, Error, Sent<Input, Result>>({
    mutationFn: async (sent) => {
      try {
        return await sent.write(sent.input, sent.key);
      } catch (error) {
        if (error instanceof Problem && !reads) error.again = keyed ? 'recognised' : 'uncertain';
        throw error;
      }
    },
    retry: keyed ? mayTryAgain : false,
    ...(secret ? { gcTime: 0 } : {}),
    onSuccess: async (result, sent) => {
      intent.renew(sent.key);
      sent.onDone?.(result, sent.input);
      await Promise.all((sent.changes ?? []).map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
  const { variables, mutate: send, mutateAsync: _, ...rest } = mutation;
  return {
    ...rest,
    /** What was sent last. */
    input: variables?.input,
    mutate: (input: Input, { onError }: Failed<Input> = {}) =>
      send(
        { input, key: intent.key(), write, changes, onDone },
        { onError: (error, sent) => onError?.(error, sent.input) },
      ),
    startOver: () => (intent.renew(), mutation.reset()),
  };
}
