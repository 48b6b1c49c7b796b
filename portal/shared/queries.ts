// Caching and retries of requests.
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

/** A 4xx is final; without a response, or after a 5xx, a retry may succeed. */
const mayTryAgain = (failures: number, error: Error) =>
  failures < MOST_TRIES_AGAIN && error instanceof Problem && error.passing;

/** Called when the session has ended. */
export type SignedOut = () => void;

const isSignedOut = (error: Error) => error instanceof Problem && error.status === 401;

/** Responses stay fresh for a moment; the live feed reports changes meanwhile. */
export const queriesOf = (signedOut: SignedOut): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        // Skips the session query itself: refetching it after its own 401 would never end.
        if (isSignedOut(error) && queryKey[0] !== 'me') signedOut();
      },
    }),
    mutationCache: new MutationCache({
      onError: (error) => {
        if (isSignedOut(error)) signedOut();
      },
    }),
    defaultOptions: {
      // Sends even if the browser claims to be offline: a form that waits silently is worse than an error.
      queries: { staleTime: 15_000, retry: mayTryAgain, refetchOnWindowFocus: true, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

/** One Idempotency-Key per intent: the same for every retry, a new one for the next intent. */
function useIntent(): { key: () => string; renew: (done?: string) => void } {
  const held = useRef<string | undefined>(undefined);
  const key = useCallback(() => (held.current ??= crypto.randomUUID()), []);
  // A dropped intent may still succeed later; that must not end the next one.
  const renew = useCallback((done = held.current) => {
    if (held.current === done) held.current = undefined;
  }, []);
  return { key, renew };
}

type Write<Input, Result> = {
  /** Sends the request; `key` is the Idempotency-Key of this intent. */
  write: (input: Input, key: string) => Promise<Result>;
  /** Whether the request carries the key: only then is it retried without a response. */
  keyed?: boolean;
  /** Whether it changes nothing, so that any retry is safe. */
  reads?: boolean;
  /** Whether the response holds a secret: it is then dropped when nothing shows it. */
  secret?: boolean;
  /** Prefixes of query keys to refetch afterwards. */
  changes?: readonly QueryKey[];
  onDone?: (result: Result, input: Input) => void;
};

/**
 * One press of a button, as it was at that moment. A pending mutation takes its options from every render,
 * so its body, target and key must not be among them.
 */
type Sent<Input, Result> = Pick<Write<Input, Result>, 'write' | 'changes' | 'onDone'> & { input: Input; key: string };

type Failed<Input> = { onError?: (error: Error, input: Input) => void };

/** A form's write: one intent from opening to success, across retries. */
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
    /** The last input. */
    input: variables?.input,
    mutate: (input: Input, { onError }: Failed<Input> = {}) =>
      send(
        { input, key: intent.key(), write, changes, onDone },
        { onError: (error, sent) => onError?.(error, sent.input) },
      ),
    startOver: () => (intent.renew(), mutation.reset()),
  };
}
