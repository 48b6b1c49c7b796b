import { ApiError } from '@cardwright/sdk';

const grace = { name: 'Grace Hopper', email: 'grace@example.com', kind: 'individual' } as const;
try {
  await cardwright.holders.create(grace, { idempotencyKey: 'employee-4711' });
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  const { status: statusCode, message, code, requestId, retry, details } = error;
  show({ statusCode, message, code, requestId, retry, ...details });
}
