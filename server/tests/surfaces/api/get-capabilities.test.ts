import { resumeCompany, setCapability, suspendCompany } from '@cardwright/server/identity/companies/manage.ts';
import { agree } from '@cardwright/stack/operators.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../../world.ts';

const path = '/api/v1/capabilities';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

type Shown = { capabilities: { name: string; allowed: boolean; code?: string; message?: string }[] };

const namesOf = ({ capabilities }: Shown, allowed: boolean) =>
  capabilities.filter((capability) => capability.allowed === allowed).map(({ name }) => name);

describe(`GET ${path}`, () => {
  test('200 names the company, the environment and the scopes of the key', async () => {
    const company = await world.company({ name: 'Acme Travel GmbH', kind: 'individual' });
    const client = await company.client({ scopes: ['balance:read'] });
    expect(await client.get(path)).toMatchObject({
      status: 200,
      body: {
        company: { id: company.id, name: 'Acme Travel GmbH', kind: 'individual', verification: 'approved' },
        environment: 'sandbox',
        scopes: ['balance:read'],
      },
    });
  });

  test('in sandbox everything is allowed, without codes', async () => {
    const { body } = await (await world.company()).get<Shown>(path);
    expect(namesOf(body, true)).toEqual(['write', 'sandbox_helpers', 'cards', 'live_services', 'direct_invoices']);
    for (const capability of body.capabilities) expect(Object.keys(capability)).toEqual(['name', 'allowed']);
  });

  test('in live nothing is activated at first, and each refusal has its code and words', async () => {
    const company = await world.company();
    const live = await company.client({ environment: 'live' });
    const { body } = await live.get<Shown>(path);
    expect(body.capabilities).toEqual([
      { name: 'write', allowed: true },
      { name: 'sandbox_helpers', allowed: false, code: 'sandbox_only', message: expect.any(String) },
      { name: 'cards', allowed: false, code: 'live_unavailable', message: expect.any(String) },
      { name: 'live_services', allowed: false, code: 'capability_disabled', message: expect.any(String) },
      { name: 'direct_invoices', allowed: false, code: 'capability_disabled', message: expect.any(String) },
    ]);
  });

  test('a capability that operators switch on in live is allowed from then on, and no other', async () => {
    const company = await world.company();
    const live = await company.client({ environment: 'live' });
    const on = { capability: 'direct_invoices', enabled: true, reason: 'a test' } as const;
    await agree(world.tools, await setCapability(world.tools, company.scope.companyId, on));
    expect(namesOf((await live.get<Shown>(path)).body, false)).toEqual(['sandbox_helpers', 'cards', 'live_services']);
  });

  test('a suspended company reads that it cannot write, until it is resumed', async () => {
    const company = await world.company();
    await suspendCompany(world.tools, company.scope.companyId, 'chargebacks');
    const suspended = await company.get<Shown>(path);
    expect(suspended.status).toBe(200);
    expect(suspended.body.capabilities[0]).toMatchObject({ name: 'write', allowed: false, code: 'company_suspended' });
    await resumeCompany(world.tools, company.scope.companyId);
    expect(namesOf((await company.get<Shown>(path)).body, false)).toEqual([]);
  });

  test('401 without a key, 403 for a company that is rejected or pending', async () => {
    expect(await world.ask(path)).toMatchObject({ status: 401 });
    for (const verification of ['pending', 'rejected'] as const) {
      const company = await world.company({ verification });
      expect(await company.get(path)).toMatchObject({ status: 403, body: { code: 'verification_required' } });
    }
  });
});
