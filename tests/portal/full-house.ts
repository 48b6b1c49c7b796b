// A world with data for every page: people and companies in each of their states, and work at the desk.
import { randomUUID } from 'node:crypto';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import type { Environment } from '@cardwright/server/foundation/scope.ts';
import { RECONCILE } from '@cardwright/server/platform/queue/queues.ts';
import { expect } from 'vitest';
import { openReceiver, type Receiver } from '../../server/tests/events/webhooks/receiver.ts';
import {
  enableSecondFactor,
  newPerson,
  openCompany,
  type SignedIn,
  stepUp,
} from '../../server/tests/identity/people/person.ts';
import { corporateFields, pdf } from '../../server/tests/identity/verifications/handed-in.ts';
import { insertCards, insertHolders } from '../../server/tests/rows.ts';
import { type AtDesk, operatorAt } from '../../server/tests/surfaces/desk/operator.ts';
import { upload } from '../../server/tests/surfaces/portal/asking.ts';
import { until } from '../../server/tests/until.ts';
import type { World } from '../../server/tests/world.ts';
import type { House } from './house.ts';
import { importMany } from './imported.ts';
import { livePast, type Past } from './past.ts';

const WEEK_MS = 7 * 86_400_000;

export type FullHouse = {
  /** Owns most of the companies; sensitive actions ask for her second factor. */
  ida: SignedIn;
  /** Owns a company with an invoice in review and a suspended one. */
  otto: SignedIn;
  /** A viewer of the rich company. */
  vera: SignedIn;
  /** The proposer of open proposals. */
  ann: AtDesk;
  bob: AtDesk;
  companies: Record<'rich' | 'empty' | 'draft' | 'submitted' | 'rejected' | 'reviewed' | 'suspended', string>;
  past: Past;
  operations: Record<'completed' | 'failed' | 'queued' | 'proposed' | 'review', string>;
  /** A confirmed one that nobody carried out, and one with a refused row. */
  imports: Record<'paused' | 'refused', string>;
  invoices: Record<'pending' | 'review', string>;
  endpoints: Record<'healthy' | 'failing', string>;
  invitation: string;
  /** An open one of Ann, and one that Bob approved. */
  proposals: Record<'open' | 'approved', string>;
  run: string;
  close(): Promise<void>;
};

/** Fills a house; its books are not verified at the end. */
export async function fill({ world }: House): Promise<FullHouse> {
  const email = 'ida.nord@nordlicht.example';
  const ida = await newPerson(world, { name: 'Ida Nord', email });
  const otto = await newPerson(world, { name: 'Otto Lenz', email: 'otto.lenz@kontor.example' });
  const ann = await operatorAt(world, 'Ann Berger');
  const bob = await operatorAt(world, 'Bob Keller');
  const factor = await enableSecondFactor(ida);
  await stepUp(ida, factor);
  await ann.stepUp();
  const companies = await openCompanies(world, { ida, otto, ann });
  const past = await livePast(world, { companyId: fromId('company', companies.rich) ?? '', environment: 'sandbox' });
  const receivers = [await openReceiver(), await openReceiver({ status: 500, body: 'the database is away' })] as const;
  const endpoints = await addEndpoints(ida, companies.rich, receivers);
  await makeKeys(ida, companies.rich);
  const { invitation, vera } = await makeTeam(world, ida, companies.rich);
  const operations = await orderEach(world, ida, companies.rich);
  const imports = await importMany(world, ida, companies.rich);
  const invoices = {
    pending: await newInvoice(ida, companies.rich, '500'),
    review: await paidTooLittle(otto, companies.reviewed),
  };
  await told(world, receivers);
  const proposals = await proposeAtDesk(
    world,
    { ann, bob },
    { company: companies.reviewed, review: operations.proposed },
  );
  const run = await workAtDesk(world, ann, companies.reviewed);
  await world.admin.query('update people.sessions set stepped_up_at = null');
  await world.admin.query('update desk.sessions set stepped_up_at = null');
  await nameOperators(world, { ann, bob });
  const close = async () => void (await Promise.all(receivers.map((receiver) => receiver.close())));
  const made = { companies, past, operations, imports, invoices, endpoints, invitation, proposals, run };
  return { ida, otto, vera, ann, bob, ...made, close };
}

type People = { ida: SignedIn; otto: SignedIn; ann: AtDesk };

async function openCompanies(world: World, { ida, otto, ann }: People): Promise<FullHouse['companies']> {
  const unverified = (name: string) => openCompany(world, ida, { name, approved: false });
  const companies = {
    rich: await openCompany(world, ida, { name: 'Nordlicht Reisen GmbH' }),
    empty: await openCompany(world, ida, { name: 'Südwind Handel GmbH' }),
    draft: await unverified('Morgenrot Medien UG'),
    submitted: await unverified('Hafenkontor Hamburg GmbH'),
    rejected: await unverified('Waldmeister Catering GmbH'),
    reviewed: await openCompany(world, otto, { name: 'Kontor Süd GmbH' }),
    suspended: await openCompany(world, otto, { name: 'Altwerk AG' }),
  };
  const fields = async (company: string, json: object) =>
    done(await ida.ask('/portal/v1/verification/fields', { method: 'PUT', json, company }));
  await fields(companies.draft, { legalName: 'Morgenrot Medien UG', country: 'DE' });
  for (const company of [companies.submitted, companies.rejected]) {
    await fields(company, {
      ...corporateFields,
      legalName: company === companies.submitted ? 'Hafenkontor Hamburg GmbH' : 'Waldmeister Catering GmbH',
    });
    for (const slot of ['certificate_of_incorporation', 'proof_of_address', 'ownership_chart', 'director_id'])
      done(await upload(world, ida, { company, slot, content: pdf, name: `${slot.replaceAll('_', '-')}.pdf` }));
    done(await ida.post('/portal/v1/verification/submit', undefined, { company }));
  }
  const reason = 'The ownership chart cannot be read. Please scan it again.';
  done(await ann.post(`/desk/v1/verifications/${companies.rejected}/reject`, { reason }));
  done(await ann.post(`/desk/v1/companies/${companies.suspended}/suspend`, { reason: 'Asked for by the bank.' }));
  return companies;
}

const done = <Body>(answer: { status: number; text: string; body: Body }): Body => {
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};

/** A person's request in the sandbox of a company, as pages send it. */
const inSandbox = (company: string, headers: Record<string, string> = {}) => ({
  company,
  environment: 'sandbox' as Environment,
  headers: { 'idempotency-key': randomUUID(), ...headers },
});

async function addEndpoints(ida: SignedIn, company: string, [healthy, failing]: readonly [Receiver, Receiver]) {
  const add = async (url: string, description: string) =>
    done(await ida.post<{ id: string }>('/api/v1/webhook-endpoints', { url, description }, inSandbox(company))).id;
  return { healthy: await add(healthy.url, 'Booking server'), failing: await add(failing.url, 'Accounting, old') };
}

/** Waits for a delivery to both receivers, then gives the endpoints realistic addresses. */
async function told({ admin }: World, receivers: readonly Receiver[]): Promise<void> {
  for (const receiver of receivers)
    await until(
      () => receiver.got.length,
      (count) => count > 3,
    );
  await until(
    async () => (await admin.query(`select 1 from webhook_endpoints where failing_since is not null`)).rowCount,
    (count) => count === 1,
  );
  for (const [url, description] of [
    ['https://booking.nordlicht.example/hooks/cardwright', 'Booking server'],
    ['https://books.nordlicht.example/cardwright', 'Accounting, old'],
  ])
    await admin.query('update webhook_endpoints set url = $1 where description = $2', [url, description]);
}

async function makeKeys(ida: SignedIn, company: string): Promise<void> {
  const make = async (name: string, scopes: readonly string[], more: object = {}) => {
    const wanted = { name, environment: 'sandbox', scopes, ...more };
    return done(await ida.post<{ key: { id: string }; text: string }>('/portal/v1/keys', wanted, { company }));
  };
  const reads = ['cards:read', 'holders:read', 'operations:read', 'balance:read'];
  const writes = ['funding:write', 'cards:write', 'services:write', 'holders:write'];
  await make('Booking server', [...reads, ...writes, 'cards:reveal', 'webhooks:read', 'webhooks:write']);
  await make('Reporting', reads, { expiresAt: new Date(Date.now() + 12 * WEEK_MS).toISOString() });
  const old = await make('Expense app', [...reads, 'cards:write']);
  done(await ida.post(`/portal/v1/keys/${old.key.id}/rotate`, { overlapHours: 24 }, { company }));
  const leaked = await make('Leaked test key', reads);
  done(await ida.post(`/portal/v1/keys/${leaked.key.id}/revoke`, undefined, { company }));
  await make('Live reporting', reads, { environment: 'live' });
}

/** Three members, and one pending invitation. */
async function makeTeam(world: World, ida: SignedIn, company: string): Promise<{ invitation: string; vera: SignedIn }> {
  const invite = async (email: string, role: string) =>
    done(await ida.post<{ id: string }>('/portal/v1/team/invitations', { email, role }, { company })).id;
  const join = async (name: string, role: string) => {
    const email = `${name.toLowerCase().replace(' ', '.')}@nordlicht.example`;
    const id = await invite(email, role);
    const person = await newPerson(world, { name, email });
    done(await person.post(`/portal/v1/invitations/${id}/accept`, undefined));
    return person;
  };
  await join('Finn Acker', 'finance');
  await join('Dora Lind', 'developer');
  const vera = await join('Vera Holm', 'viewer');
  return { vera, invitation: await invite('otto.lenz@kontor.example', 'viewer') };
}

/** One operation of each outcome, by scenarios of the simulated issuer. */
async function orderEach(world: World, ida: SignedIn, company: string): Promise<FullHouse['operations']> {
  const holder = { name: 'Katherine Johnson', email: 'katherine@nordlicht.example', kind: 'individual' };
  const { id: holderId } = done(await ida.post<{ id: string }>('/api/v1/holders', holder, inSandbox(company)));
  const statusOf = async (path: string) => (await ida.get<{ status: string }>(path, inSandbox(company))).body.status;
  await until(
    () => statusOf(`/api/v1/holders/${holderId}`),
    (status) => status === 'active',
  );
  const order = async (body: object, scenario?: string) => {
    const headers: Record<string, string> = scenario === undefined ? {} : { 'sandbox-scenario': scenario };
    return done(await ida.post<{ id: string }>('/api/v1/operations', body, inSandbox(company, headers))).id;
  };
  const card = (name: string) => ({ type: 'issue', productId: world.products.card, holderId, amount: '150.00', name });
  const service = { type: 'service', productId: world.products.service, amount: '25.00', recipient: '+49 40 123456' };
  const operations = {
    completed: await order(card('Mathematics')),
    failed: await order(service, 'rejected'),
    proposed: await order(card('Orbit'), 'error_before_effect'),
    review: await order(card('Launch'), 'error_before_effect'),
    queued: await order(service, 'connection_refused'),
  };
  const ends = {
    completed: 'completed',
    failed: 'failed',
    proposed: 'manual_review',
    review: 'manual_review',
  } as const;
  for (const [name, end] of Object.entries(ends) as [keyof typeof ends, string][])
    await until(
      () => statusOf(`/api/v1/operations/${operations[name]}`),
      (status) => status === end,
    );
  return operations;
}

const INVOICES = '/api/v1/card-account/invoices';

/** An invoice that can be paid. */
async function newInvoice(person: SignedIn, company: string, amount: string): Promise<string> {
  const { id } = done(await person.post<{ id: string }>(INVOICES, { amount }, inSandbox(company)));
  await until(
    async () => (await person.get<{ status: string }>(`${INVOICES}/${id}`, inSandbox(company))).body.status,
    (status) => status === 'pending',
  );
  return id;
}

/** An underpaid invoice. */
async function paidTooLittle(person: SignedIn, company: string): Promise<string> {
  const id = await newInvoice(person, company, '120');
  const amount = '119.000000';
  done(await person.post(`/api/v1/sandbox/invoices/${id}/transfers`, { amount }, { company, environment: 'sandbox' }));
  return id;
}

/** Gives operators realistic addresses. */
async function nameOperators({ admin }: World, operators: Record<string, AtDesk>): Promise<void> {
  for (const [name, { uuid }] of Object.entries(operators)) {
    const values = [`${name}@cardwright.example`, uuid];
    await admin.query('update operators set email = $1 where id = $2', values);
    await admin.query('update desk.users set email = $1 where id::text = $2', values);
  }
}

/** A card that is unknown to the issuer. */
async function plantBreak({ admin, products }: World, company: string): Promise<void> {
  const scope = { companyId: fromId('company', company) ?? '', environment: 'sandbox' } as const;
  const [holderId = ''] = await insertHolders(admin, scope, [{}]);
  await insertCards(admin, scope, [{ holderId, productId: products.card, balance: 25_00n }]);
}

/** Proposals of Ann, some approved by Bob: a future price and changed limits. */
async function proposeAtDesk(
  { products }: World,
  { ann, bob }: { ann: AtDesk; bob: AtDesk },
  { company, review }: { company: string; review: string },
): Promise<FullHouse['proposals']> {
  const reason = 'The issuer has no trace of it: ticket 4711.';
  done(await ann.post(`/desk/v1/reviews/${review}/proposals`, { decision: 'fail', reason }));
  const proposed = async (path: string, json: object, method = 'POST') =>
    done(await ann.ask<{ proposal: { id: string } }>(`/desk/v1/${path}`, { method, json })).proposal.id;
  const fees = { type: 'topup', fixedFee: '0.00', rateBps: 15, minimumFee: '0.00' };
  const price = { ...fees, minimumAmount: '10.00', maximumAmount: '1000000.00', reason: 'Agreed with the issuer.' };
  const effectiveFrom = new Date(Date.now() + 2 * WEEK_MS).toISOString();
  const approved = await proposed(`products/${products.card}/prices`, { ...price, effectiveFrom });
  const limits = { reads: 200, writes: null, statements: 5, reason: 'Their month end is slow: ticket 4718.' };
  const limited = await proposed(`companies/${company}/limits`, limits, 'PUT');
  await bob.stepUp();
  for (const id of [approved, limited]) done(await bob.post(`/desk/v1/proposals/${id}/approve`, undefined));
  const switchedOn = { capability: 'direct_invoices', enabled: true, reason: 'The contract is signed: ticket 4720.' };
  const open = await proposed(`companies/${company}/capabilities`, switchedOn, 'PUT');
  const ned = { name: 'Ned Neumann', email: 'ned@cardwright.example', reason: 'Joins the team in December.' };
  await proposed('operators', ned);
  return { approved, open };
}

/** A pause, a failed job and a reconciliation; returns its id. */
async function workAtDesk(world: World, ann: AtDesk, company: string): Promise<string> {
  done(await ann.post('/desk/v1/pauses', { environment: 'live', reason: 'The issuer repairs its payments tonight.' }));
  await world.admin.query(
    `insert into pgboss.job (id, name, source_name, policy, data, source_output, source_retry_count, source_created_on)
     values ($1, 'dead-letters', $2, 'standard', '{"runId":"run_7"}', '{"message":"connect ECONNREFUSED"}', 4, now() - interval '2 h')`,
    [randomUUID(), RECONCILE],
  );
  await plantBreak(world, company);
  const wish = { companyId: company, settledSeconds: 0 };
  const { id } = done(await ann.post<{ id: string }>('/desk/v1/reconciliations', wish));
  await until(
    async () => (await ann.get<{ state: string }>(`/desk/v1/reconciliations/${id}`)).body.state,
    (state) => state === 'over',
  );
  return id;
}
