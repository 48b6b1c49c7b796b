// Operations in review, as operators find them.
import { fromId } from '@cardwright/server/foundation/ids.ts';
import type { Company, World } from '../../world.ts';

/** An accepted card issue whose outcome is unknown. */
export async function inReview(world: World): Promise<{ company: Company; id: string }> {
  const company = await world.company({ name: 'Acme Travel', available: '100.00' });
  const holderId = await company.insertHolder();
  const order = { type: 'issue', productId: world.products.card, holderId, amount: '50.00' };
  const { body } = await company.post<{ id: string }>('/api/v1/operations', order);
  await review(world, body.id);
  return { company, id: body.id };
}

/** An accepted action on a card whose outcome is unknown. */
export async function actionInReview(
  world: World,
  action: string,
  { body = {}, card = {} }: { body?: object; card?: { status?: string; balance?: bigint } } = {},
): Promise<{ company: Company; id: string; cardId: string }> {
  const company = await world.company({ name: 'Acme Travel', available: '100.00' });
  const cardId = await company.insertCard({ last4: '4242', ...card });
  const { body: accepted } = await company.post<{ id: string }>(`/api/v1/cards/${cardId}/${action}`, body);
  await review(world, accepted.id);
  return { company, id: accepted.id, cardId };
}

/** Makes the outcome of an accepted operation unknown. */
async function review(world: World, id: string): Promise<void> {
  await world.admin.query(
    `with sent as (
       insert into operation_attempts (company_id, environment, operation_id, number, kind, at, outcome, detail)
       select company_id, environment, id, 1, 'send', now(), 'unknown', 'HTTP status 502.' from operations where id = $1)
     update operations set attempt = gen_random_uuid(), sent_at = now(), review_opened_at = now(), status = 'manual_review',
            review_reason = 'HTTP status 502.', review_next_at = now() + interval '1 h',
            next_at = now() + interval '1 h' where id = $1`,
    [fromId('operation', id)],
  );
}
