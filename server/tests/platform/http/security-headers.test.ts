import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../../world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const expected = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'strict-transport-security': expect.stringContaining('max-age='),
  'x-content-type-options': 'nosniff',
  'x-frame-options': expect.any(String),
  'referrer-policy': 'no-referrer',
};

describe('security headers', () => {
  test('are on answers, refusals, health and paths that do not exist', async () => {
    const company = await world.company();
    const answers = [
      await company.get('/api/v1/balance'),
      await company.post('/api/v1/sandbox/funding', { amount: '1.00' }),
      await company.get('/api/v1/operations/unknown'),
      await company.get('/nothing'),
      await world.ask('/api/v1/balance'),
      await world.ask('/health/live'),
      await world.ask('/openapi.json'),
    ];
    for (const { headers } of answers) {
      expect(Object.fromEntries(headers)).toMatchObject(expected);
      expect(headers.get('server')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });

  test('of the documentation page let it talk to nobody but us', async () => {
    const { status, headers } = await world.ask('/docs/');
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toMatch(/default-src 'self'.*frame-ancestors 'none'/);
    expect(headers.get('content-security-policy')).not.toContain('http');
  });
});

describe('a browser on another site', () => {
  test('is given no CORS header, whatever it sends', async () => {
    const company = await world.company();
    for (const origin of ['https://example.com', 'null', world.stack.baseUrl]) {
      const { headers } = await company.get('/api/v1/cards', { origin });
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  test('gets 405 for its preflight', async () => {
    const answer = await world.ask('/api/v1/cards', {
      method: 'OPTIONS',
      headers: { origin: 'https://example.com', 'access-control-request-method': 'GET' },
    });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});
