// The control: the same orders with plain retries, each attempt under a new key, as many programs are written.
import { CardwrightError, createClient } from '@cardwright/sdk';
import { answerTask } from '../harness/apart.ts';
import { inParallel } from '../harness/proof.ts';
import { orderOf, type Shop, type Wish } from './orders.ts';

export type ControlTask = { baseUrl: string; apiKey: string; shop: Shop; wishes: Wish[] };

const WIDTH = 8;

answerTask(async ({ shop, wishes, ...options }: ControlTask) => {
  const client = createClient({ ...options, maxRetries: 0 });
  let attempts = 0;
  const orderUntilAnswered = async (wish: Wish): Promise<void> => {
    attempts++;
    try {
      await client.operations.create(orderOf(wish, shop), { idempotencyKey: crypto.randomUUID() });
    } catch (error) {
      if (!(error instanceof CardwrightError)) throw error;
      await orderUntilAnswered(wish);
    }
  };
  await inParallel(wishes.length, WIDTH, async (index) => {
    const wish = wishes[index];
    if (wish !== undefined) await orderUntilAnswered(wish);
  });
  return { attempts };
});
