// What a method returns: a promise of the data, of the data with its response, or pages to iterate over.
import type { operations } from './generated/api.ts';

/** Of one call. */
export type Options = {
  /** Ends the call. Its effect is then unknown, unless it only reads. */
  signal?: AbortSignal;
  /** For one attempt; default: that of the client. */
  timeoutMs?: number;
  /** Default: that of the client. */
  maxRetries?: number;
  /** The W3C trace context that the request belongs to. */
  traceparent?: string;
};

/** Of a call with an effect. */
export type KeyedOptions = Options & {
  /** Default: a new one. Requests with the same key have one effect, forever. */
  idempotencyKey?: string;
};

/** Of a call that the sandbox can let go wrong. */
export type ScenarioOptions = KeyedOptions & {
  sandboxScenario?: NonNullable<NonNullable<operations['createOperation']['parameters']['header']>['Sandbox-Scenario']>;
};

/** The data of a response, and how it came. */
export type Answer<T> = {
  data: T;
  status: number;
  headers: Headers;
  /** The body, byte for byte. */
  text: string;
  requestId: string | undefined;
  idempotencyKey: string | undefined;
  /** Whether it repeats the response to an earlier request with the same key. */
  isReplayed: boolean;
  /** How often the request was sent in this call. */
  attempts: number;
};

/** A page of a list. `nextCursor` is null on the last one. */
export type Page<T> = { data: T[]; nextCursor?: string | null };

/** A promise of the data. The request is sent immediately. */
export class Call<T> extends Promise<T> {
  readonly #answer: Promise<Answer<T>>;

  constructor(answer: Promise<Answer<T>>) {
    super((resolve) => resolve(undefined as T)); // never read: `then` is the answer's
    this.#answer = answer;
  }

  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  /** The data together with status, headers and request id. */
  withResponse(): Promise<Answer<T>> {
    return this.#answer;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a promise whose value is part of another one
  override then<A = T, B = never>(
    onData?: ((data: T) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#answer.then(({ data }) => data).then(onData, onError);
  }
}

/** A promise of the first page, and an iterator over the items of all pages. */
export class List<T> extends Call<Page<T>> implements AsyncIterable<T> {
  readonly #next: (page: Page<T>) => Promise<Page<T>> | undefined;

  constructor(answer: Promise<Answer<Page<T>>>, next: (page: Page<T>) => Promise<Page<T>> | undefined) {
    super(answer);
    this.#next = next;
  }

  /** Every item of every page. Pages are requested as they are needed. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    for (let page: Page<T> | undefined = await this; page !== undefined; page = await this.#next(page))
      yield* page.data;
  }

  /** Every page. */
  async *pages(): AsyncGenerator<Page<T>, void> {
    for (let page: Page<T> | undefined = await this; page !== undefined; page = await this.#next(page)) yield page;
  }
}
