// Requests that survive a crash: key and request are saved before the first byte leaves, and the key never changes.
import { type Answer, Call, type ScenarioOptions } from './call.ts';
import { ApiError, CardwrightError, IntentConflictError } from './errors.ts';
import { type Keyed, OPERATIONS, type Resources, type Schemas } from './generated/resources.ts';
import { prepare } from './prepare.ts';
import { type Order, type Outcome, type RunOptions, run } from './run.ts';
import { type Request, type Settings, send } from './transport.ts';

/** A request that is to have its effect once. `id` is yours, such as the number of an order. */
export type Intent = Pick<Request, 'operationId' | 'path' | 'scenario'> & {
  id: string;
  key: string;
  body: string;
  /** Of the API key: an intent of the sandbox is never sent to live, nor to another company. */
  environment: string;
  companyId: string;
  createdAt: string;
};

/** How an intent ended. A refused one had no effect and may be tried again, under the same id. */
export type IntentOutcome =
  | { status: 'accepted'; httpStatus: number; body: string; requestId: string | undefined }
  | { status: 'refused'; httpStatus: number; body: string; requestId: string | undefined };

export type SavedIntent = { intent: Intent; outcome?: IntentOutcome | undefined };

/** Where intents are kept. What a method has saved must survive a crash of the machine once its promise resolves. */
export interface IntentStore {
  find(id: string): Promise<SavedIntent | undefined>;
  /** Saves a new intent, and returns what is saved under its id: the given one, or the first if there was one. */
  add(intent: Intent): Promise<SavedIntent>;
  /**
   * Saves a request in place of a refused one, and removes the refusal. Id and key are the same. Returns what is saved:
   * an accepted intent, which another process may have sent meanwhile, is not replaced.
   */
  replace(intent: Intent): Promise<SavedIntent>;
  /** Saves how an intent ended. An accepted one stays accepted. */
  settle(id: string, outcome: IntentOutcome): Promise<void>;
  /** Every intent without an outcome. */
  pending(): AsyncIterable<Intent>;
}

/**
 * The fate of an intent that a crash left open. `unknown`: ask again later; `error` says why. `not_sent`: the API does
 * not know its key yet, and a request that is still on its way may arrive.
 */
export type Recovered = { intent: Intent } & (
  | { status: 'accepted'; data: unknown }
  | { status: 'refused'; error: ApiError }
  | { status: 'not_sent' }
  | { status: 'unknown'; error: unknown; resourceId?: string | undefined }
);

type Durable = {
  [R in keyof Keyed]: Pick<Resources[R], Extract<Keyed[R], keyof Resources[R]>> extends infer Methods
    ? {
        [M in keyof Methods]: Methods[M] extends (...given: infer Given) => infer Result
          ? (id: string, ...given: Given) => Result
          : never;
      }
    : never;
};

/** The methods with an effect, each with the id of its intent first. */
export type DurableIntents = Omit<Durable, 'operations'> & {
  operations: Durable['operations'] & {
    /** As `operations.run` of the client. Called again after a crash, it goes on where it stopped. */
    run(id: string, order: Order, options: RunOptions): Promise<Outcome>;
  };
  /**
   * Finishes what a crash left open: asks what became of each key, and repeats requests under their own key.
   * `repeat` may hold one back that was never accepted.
   */
  recover(options?: { repeat?: (intent: Intent) => boolean | Promise<boolean> }): AsyncGenerator<Recovered, void>;
};

type Given = { store: IntentStore; resources: Resources; settings: Settings };
type Parts = Given & { readCompanyId: () => Promise<string> };

/** Methods that save each request in a store before it is sent. */
export function durableIntents(given: Given): DurableIntents {
  const parts = { ...given, readCompanyId: companyReader(given.resources) };
  const durable = Object.fromEntries(
    Object.entries(OPERATIONS).map(([resource, methods]) => [
      resource,
      Object.fromEntries(
        Object.entries(methods)
          .filter(([, row]) => / \w*k\w*$/.test(row))
          .map(([name, row]) => [name, (id: string, ...given: unknown[]) => new Call(perform(parts, id, row, given))]),
      ),
    ]),
  ) as unknown as Durable;
  return {
    ...durable,
    operations: {
      ...durable.operations,
      run: async (id, order, options) => {
        const saved = await parts.store.find(id);
        const isOpen = saved !== undefined && saved.outcome?.status !== 'refused';
        const body = isOpen ? (JSON.parse(saved.intent.body) as Order) : undefined;
        if (body !== undefined && !isSameOrder(body, order)) throw conflict((saved as SavedIntent).intent);
        return await run(parts.resources, order, { ...options, ...(body && { begun: body }) }, (each) =>
          durable.operations.create(id, each, options.request),
        );
      },
    },
    recover: ({ repeat = () => true } = {}) => recover(parts, repeat),
  };
}

const isSameRequest = (one: Intent, other: Intent) => one.path === other.path && one.body === other.body;

/** Whether two orders differ at most in their price, which the account may have confirmed since. */
function isSameOrder(one: Order, other: Order): boolean {
  const withoutPrice = (order: Order) => sorted({ ...order, expectedTotal: undefined });
  return withoutPrice(one) === withoutPrice(other);
}

/** JSON with the fields of each object by name. */
const sorted = (value: object): string =>
  JSON.stringify(value, (_name, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );

/** Saves an intent, sends its request and saves the outcome. */
async function perform<T>(parts: Parts, id: string, row: string, given: readonly unknown[]): Promise<Answer<T>> {
  const { store } = parts;
  const { request, options } = prepare(row, given);
  const { operationId, path, scenario, key = '', body = '' } = request;
  if (id === '') throw new TypeError('the id of an intent must not be empty');
  const owner = await ownerOf(parts);
  const wanted = { id, key, operationId, path, scenario, body, ...owner, createdAt: new Date().toISOString() };
  const saved = await store.add(wanted);
  requireSameOwner(owner, saved.intent);
  const intent = { ...wanted, key: saved.intent.key };
  // A refused intent is open again before it is sent: a crash must not leave it refused if it is then accepted.
  const last = saved.outcome?.status === 'refused' ? await store.replace(intent) : saved;
  if (!isSameRequest(last.intent, wanted)) throw conflict(last.intent);
  if (last.outcome?.status === 'accepted') return toAnswer<T>(intent, last.outcome);
  const isFirst = saved.intent.key === key && options.idempotencyKey === undefined;
  return await finish<T>(parts, intent, options, !isFirst);
}

type Owner = Pick<Intent, 'environment' | 'companyId'>;

/** The environment is in the text of the key: `cw_live_…` or `cw_sandbox_…`. */
const ownerOf = async ({ settings, readCompanyId }: Parts): Promise<Owner> => ({
  environment: settings.apiKey.split('_')[1] ?? '',
  companyId: await readCompanyId(),
});

/** The company of the API key, which never changes: read once, and again after an error. */
function companyReader(resources: Resources): () => Promise<string> {
  let reading: Promise<string> | undefined;
  return () => {
    reading ??= resources.capabilities.get().then(
      ({ company }) => company.id,
      (error: unknown) => {
        reading = undefined;
        throw error;
      },
    );
    return reading;
  };
}

function requireSameOwner(owner: Owner, { id, key, environment, companyId }: Intent): void {
  if (environment === owner.environment && companyId === owner.companyId) return;
  const message =
    `The intent ${id} is of ${environment} of the company ${companyId}. ` +
    `The API key is of ${owner.environment} of ${owner.companyId}.`;
  throw new IntentConflictError(message, { key, effect: 'none' });
}

const conflict = ({ id, key }: Intent) =>
  new IntentConflictError(`The intent ${id} has another request. Give each effect an id of its own.`, {
    key,
    effect: 'none',
  });

/** Sends the request of a saved intent, and saves how it ended. */
async function finish<T>(
  parts: Parts,
  intent: Intent,
  options: ScenarioOptions,
  isUncertain: boolean,
): Promise<Answer<T>> {
  try {
    const answer = await send<T>(parts.settings, toRequest(intent), options, isUncertain);
    const { status: httpStatus, text: body, requestId } = answer;
    await parts.store.settle(intent.id, { status: 'accepted', httpStatus, body, requestId });
    return answer;
  } catch (error) {
    if (error instanceof ApiError && (await isRefused(parts, error))) {
      const { status: httpStatus, code, retry, message, fields, details, requestId } = error;
      const body = JSON.stringify({ ...details, statusCode: httpStatus, code, retry, message, errors: fields });
      await parts.store.settle(intent.id, { status: 'refused', httpStatus, body, requestId });
    }
    throw error;
  }
}

const toRequest = ({ operationId, path, body, key, scenario }: Intent): Request => ({
  operationId,
  method: 'POST',
  path,
  query: '',
  body,
  key,
  scenario,
  isRepeatable: true,
});

/** Whether a refusal is the end: it says nothing about an earlier attempt, unless the key was never used. */
async function isRefused({ resources }: Parts, { effect, code, status, retry, idempotencyKey = '' }: ApiError) {
  if (retry === 'same_key' || status >= 500) return false;
  if (code === 'idempotency_conflict') return false; // the key has had its effect, with another request
  if (effect === 'none') return true;
  return (await findKey(resources, idempotencyKey).catch(() => true)) === undefined;
}

/** The outcome of a key; undefined if it was never used. */
async function findKey(resources: Resources, key: string): Promise<Schemas['IdempotencyKey'] | undefined> {
  try {
    return await resources.idempotencyKeys.get(key);
  } catch (error) {
    if (error instanceof ApiError && error.is('idempotency_key_not_found')) return undefined;
    throw error;
  }
}

async function* recover(
  parts: Parts,
  repeat: (intent: Intent) => boolean | Promise<boolean>,
): AsyncGenerator<Recovered, void> {
  for await (const intent of parts.store.pending()) {
    let resourceId: string | undefined;
    try {
      requireSameOwner(await ownerOf(parts), intent);
      const known = await findKey(parts.resources, intent.key);
      resourceId = known?.resourceId;
      if (known === undefined && !(await repeat(intent))) {
        yield { intent, status: 'not_sent' };
        continue;
      }
      // A known key answers with the response to the first request, and has no second effect.
      const { data } = await finish<unknown>(parts, intent, {}, true);
      yield { intent, status: 'accepted', data };
    } catch (error) {
      if (!(error instanceof CardwrightError)) throw error; // of the store: going on could lose an outcome
      const isSettled = (await parts.store.find(intent.id))?.outcome?.status === 'refused';
      if (isSettled && error instanceof ApiError) yield { intent, status: 'refused', error };
      else yield { intent, status: 'unknown', error, resourceId };
    }
  }
}

function toAnswer<T>(intent: Intent, { httpStatus, body, requestId }: IntentOutcome): Answer<T> {
  return {
    data: JSON.parse(body) as T,
    status: httpStatus,
    headers: new Headers(),
    text: body,
    requestId,
    idempotencyKey: intent.key,
    isReplayed: true,
    attempts: 0,
  };
}
