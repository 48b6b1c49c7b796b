// Ids that are derived from an Idempotency-Key. The vector must never change: clients and issuers have stored such ids.
import { derivedUuid, fromId, toId } from '@cardwright/server/foundation/ids.ts';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import { describe, expect, test } from 'vitest';

const scope: Scope = { companyId: '0193b0d2-6a00-7000-8000-000000000001', environment: 'sandbox' };

describe('the id of what a client creates', () => {
  test('is the same for the same key, forever', () => {
    expect(derivedUuid('operation', scope, 'order-4711')).toBe('c7fe3d5c-dca2-8772-8c5f-ff6854368268');
    expect(derivedUuid('operation', scope, 'order-4711')).toBe(derivedUuid('operation', scope, 'order-4711'));
  });

  test('is another one for another kind, company, environment or key', () => {
    const ids = [
      derivedUuid('operation', scope, 'order-4711'),
      derivedUuid('invoice', scope, 'order-4711'),
      derivedUuid('holder', scope, 'order-4711'),
      derivedUuid('operation', { ...scope, environment: 'live' }, 'order-4711'),
      derivedUuid('operation', { ...scope, companyId: '0193b0d2-6a00-7000-8000-000000000002' }, 'order-4711'),
      derivedUuid('operation', scope, 'order-4712'),
      derivedUuid('operation', scope, 'Order-4711'),
      derivedUuid('operation', scope, 'sandbox\norder-4711'),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('is a uuid of version 8, and its text leads back to it', () => {
    const id = derivedUuid('operation', scope, 'order-4711');
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(fromId('operation', toId('operation', id))).toBe(id);
  });
});
