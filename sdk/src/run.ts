// One order from its price to its outcome: preview, confirmation, creation, and the wait until it is decided.
import type { ScenarioOptions } from './call.ts';
import { ApiError, CardwrightError } from './errors.ts';
import type { Resources, Schemas } from './generated/resources.ts';

export type Order = Schemas['NewOperation'];
type Operation = Schemas['Operation'];
type Preview = Schemas['OperationPreview'];

export type RunOptions = {
  /**
   * Whether the price is right. Required unless the order has `expectedTotal`, which the preview must then match. Asked
   * again if the price changes before the order is created.
   */
  confirm?: (preview: Preview) => boolean | Promise<boolean>;
  /** How long to wait for the outcome; default: 120. */
  waitSeconds?: number;
  /** Of the request that creates the order. */
  request?: ScenarioOptions;
  /** The body of an order that was created before a crash. It is not previewed again. */
  begun?: Order;
};

export type Outcome =
  | { outcome: 'completed'; operation: Operation }
  | { outcome: 'failed'; operation: Operation }
  /** Nobody knows yet whether it was done. The funds stay on hold, and an event will tell. Never order it again. */
  | { outcome: 'manual_review'; operation: Operation }
  /** Created, but not decided in time. `error`: what ended the wait, if it was not the time. */
  | { outcome: 'undecided'; operation: Operation; error?: CardwrightError }
  /** Not created: `preview.reasons` say why. */
  | { outcome: 'not_allowed'; preview: Preview }
  /** Not created: the price was not confirmed. */
  | { outcome: 'not_confirmed'; preview: Preview };

type Create = (body: Order, key: string) => PromiseLike<Operation>;

const WAIT_SECONDS = 120;

/** The longest that the API waits for one answer. */
const LONGEST_WAIT_SECONDS = 30;

/** More changes of a price than this within one order are handed to the caller. */
const MOST_PRICES = 3;

/** Runs an order. `create` sends it; its key is the same for every price, so that at most one is accepted. */
export async function run(resources: Resources, order: Order, options: RunOptions, create: Create): Promise<Outcome> {
  const { confirm, begun, request, waitSeconds = WAIT_SECONDS } = options;
  if (confirm === undefined && order.expectedTotal === undefined)
    throw new TypeError('give confirm, or an expectedTotal');
  const key = request?.idempotencyKey ?? crypto.randomUUID();
  if (begun !== undefined) return await decided(resources, await create(begun, key), waitSeconds);
  const isRight = confirm ?? (({ total }) => cents(total) === cents(order.expectedTotal ?? ''));
  for (let prices = 1; ; prices++) {
    const preview = await resources.operations.preview(order);
    if (!(await isRight(preview))) return { outcome: 'not_confirmed', preview };
    if (!preview.allowed && !isPassing(preview)) return { outcome: 'not_allowed', preview };
    try {
      const operation = await create({ ...order, expectedTotal: preview.total }, key);
      return await decided(resources, operation, waitSeconds);
    } catch (error) {
      const isChanged = error instanceof ApiError && error.is('quote_changed') && error.effect === 'none';
      if (!isChanged || confirm === undefined || prices === MOST_PRICES) throw error;
    }
  }
}

/** A cardholder is confirmed within moments: the order is repeated under its key until then. */
const isPassing = ({ reasons }: Preview) => reasons.every(({ code }) => code === 'holder_pending');

/** `25`, `25.0` and `25.00` are the same amount. */
function cents(amount: string): bigint {
  const [whole = '', part = ''] = amount.split('.');
  return BigInt(whole + part.padEnd(2, '0'));
}

/** Waits until an operation is decided. It exists, so an error of a read is not an error of the order. */
async function decided(resources: Resources, created: Operation, waitSeconds: number): Promise<Outcome> {
  let operation = created;
  const end = performance.now() + waitSeconds * 1_000;
  try {
    for (;;) {
      const { status } = operation;
      if (status === 'completed' || status === 'failed' || status === 'manual_review')
        return { outcome: status, operation };
      const seconds = Math.floor((end - performance.now()) / 1_000);
      if (seconds < 1) return { outcome: 'undecided', operation };
      operation = await resources.operations.get(created.id, { wait: Math.min(seconds, LONGEST_WAIT_SECONDS) });
    }
  } catch (error) {
    if (!(error instanceof CardwrightError)) throw error;
    return { outcome: 'undecided', operation, error };
  }
}
