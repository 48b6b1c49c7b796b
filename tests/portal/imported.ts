// Bulk orders of a full house.
import { randomUUID } from 'node:crypto';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { expect } from 'vitest';
import type { SignedIn } from '../../server/tests/identity/people/person.ts';
import type { World } from '../../server/tests/world.ts';

type Preview = { allowed: { total: string; digest: string } };

/** Two imports of a company with a cardholder katherine@nordlicht.example: one that waits, and one with a refused row. */
export async function importMany({ admin, products }: World, person: SignedIn, company: string) {
  const send = async <Body>(path: string, json?: object) => {
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await person.post<Body>(path, json, { company, environment: 'sandbox', headers });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  const confirm = async (...names: readonly string[]) => {
    const rows = names.map((name) => `katherine@nordlicht.example,${name},20.00`);
    const file = { type: 'issue', productId: products.card, file: ['cardholder,name,amount', ...rows].join('\r\n') };
    const { allowed } = await send<Preview>('/portal/v1/imports/preview', file);
    const shown = { expectedTotal: allowed.total, digest: allowed.digest };
    return (await send<{ id: string }>('/portal/v1/imports', { ...file, ...shown })).id;
  };
  const refused = await confirm('Summer fair', 'Autumn fair', 'Winter fair');
  // As if the price had been higher: the last one is refused.
  await admin.query('update import_rows set fee = fee + 1 where import_id = $1 and number = 3', [
    fromId('import', refused),
  ]);
  await send(`/portal/v1/imports/${refused}/run`);
  const paused = await confirm('Spring fair', 'Book fair');
  return { paused, refused };
}
