// Operators recover the restored database, and adopt what only the issuer has.
import { setTimeout as sleep } from 'node:timers/promises';
import { approve } from '@cardwright/server/oversight/proposals/decide.ts';
import { propose } from '@cardwright/server/oversight/reviews/decide.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { operatorToken } from '@cardwright/stack/operators.ts';
import type { Context } from '../harness/proof.ts';
import { askDesk, type Life } from './life.ts';

const reason = 'restored by a proof';

/** Recovers as the runbook says. A removed operator tries to take part. Throws if the fence does not open. */
export async function recover(context: Context, { stack }: Life, removed: string): Promise<void> {
  const early = await askDesk(stack, 'POST', '/recovery', { as: removed, json: { reason } });
  if (early.status === 202) context.violation('a removed operator proposed to recover', early.body);
  const replayed = await askDesk(stack, 'POST', '/recovery/replay');
  if (replayed.status !== 200) throw new Error(`replay: ${JSON.stringify(replayed.body)}`);
  const again = await askDesk(stack, 'POST', '/recovery', { as: removed, json: { reason } });
  if (again.status !== 401) context.violation('a removed operator works after the replay', again.body);
  const proposed = await askDesk(stack, 'POST', '/recovery', { json: { reason } });
  const { id } = (proposed.body['proposal'] ?? {}) as { id?: string };
  if (id === undefined) throw new Error(`propose: ${JSON.stringify(proposed.body)}`);
  const alone = await askDesk(stack, 'POST', `/proposals/${id}/approve`);
  if (alone.status === 200) context.violation('one operator recovered alone');
  const as = operatorToken(stack.secrets.peppers, 1);
  const approved = await askDesk(stack, 'POST', `/proposals/${id}/approve`, { as });
  if (approved.status !== 200) throw new Error(`approve: ${JSON.stringify(approved.body)}`);
}

/** Adopts every record that only the issuer has, until told to stop. Returns how many were adopted. */
export async function adoptAll({ tools, db }: Life, isOver: () => boolean): Promise<number> {
  let adopted = 0;
  for (; !isOver(); await sleep(200)) {
    const cases = await db.query<{ id: string }>(sql`
      select c.id from cases c where c.kind = 'unknown_here' and c.closed_at is null
         and not exists (select from proposals p where p.subject_id = c.id and p.approved_at is null and p.withdrawn_at is null)
       order by c.opened_at, c.id`);
    for (const { id } of cases) {
      const subject = { kind: 'case' as const, id };
      const proposed = await propose(tools, subject, { decision: 'adopt', reason });
      if (typeof proposed === 'string') continue; // such as a card before its issue: next time
      const outcome = await approve({ ...tools, actor: tools.second }, proposed.proposalId);
      if (outcome === 'approved') adopted++;
    }
  }
  return adopted;
}
