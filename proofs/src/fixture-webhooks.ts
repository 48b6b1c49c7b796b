// Endpoints of webhooks of a tenant with their deliveries and attempts, each text of which only this tenant may read.
import { randomUUID } from 'node:crypto';
import type { Db } from '@cardwright/server/db/db.ts';
import { insert, type Row, type RowOf } from './fixture-rows.ts';

/** So many that those of a few tenants together are more than one company may have. */
const statuses = ['enabled', 'disabled', 'enabled'] as const;

/** Puts a tenant's endpoints in, to each of which its events were delivered. Answers them, newest first. */
export async function insertWebhooks(db: Db, word: string, rowOf: RowOf, events: readonly Row[]): Promise<Row[]> {
  const endpoints = statuses.map((status, index) => endpointRow(word, { ...rowOf(index), status }));
  const deliveries = endpoints.flatMap((endpoint) => events.map((event) => deliveryRow(endpoint, event)));
  await insert(db, 'webhook_endpoints', endpoints);
  await insert(db, 'webhook_deliveries', deliveries);
  await insert(
    db,
    'webhook_attempts',
    deliveries.map(({ id, company_id, environment, created_at }) => ({
      company_id,
      environment,
      delivery_id: id,
      number: 1,
      at: created_at,
      duration_ms: 5,
      outcome: 'delivered',
      status: 200,
      detail: `Reached ${word}`,
      answer: `Thanks from ${word}`,
    })),
  );
  return endpoints;
}

/** Its secrets open nothing, because nobody delivers here; whoever shows one shows a text of this tenant. */
function endpointRow(word: string, row: Row & { status: (typeof statuses)[number] }): Row {
  const isDisabled = row.status === 'disabled';
  const sealed = (secret: string) => `\\x${Buffer.from(`${secret} ${word}`).toString('hex')}`;
  return {
    ...row,
    url: `https://hooks.example.com/${word}`,
    events: ['*'],
    description: `Told to ${word}`,
    disabled_reason: isDisabled ? 'client' : '',
    disabled_at: isDisabled ? row['created_at'] : null,
    after_sequence: 0,
    sealing_key: 1,
    sealed_secret: sealed('secret'),
    next_sealing_key: 1,
    next_sealed_secret: sealed('next'),
    next_from: new Date(Date.now() + 86_400_000).toISOString(),
    at_once: 2,
    failures: 0,
    notices: 0,
    is_slow: false,
  };
}

const deliveryRow = (endpoint: Row, { company_id, environment, sequence, id, type, created_at }: Row): Row => ({
  company_id,
  environment,
  id: randomUUID(),
  endpoint_id: endpoint.id,
  sequence,
  event_id: id,
  event_type: type,
  replay: '00000000-0000-0000-0000-000000000000',
  status: 'delivered',
  attempts: 1,
  finished_at: created_at,
  created_at,
});
