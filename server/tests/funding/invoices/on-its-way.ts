// Helpers for invoices: create them, pay them at the simulated issuer, and read their effects.
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { openAddress } from '@cardwright/server/issuer/exchange.ts';
import { signRequest } from '@cardwright/server/issuer/signature.ts';
import { neverStopped } from '@cardwright/server/platform/work/stop.ts';
import { expect } from 'vitest';
import { until } from '../../until.ts';
import type { Company, World } from '../../world.ts';

export const PATH = '/api/v1/card-account/invoices';

export type Invoice = {
  id: string;
  status: string;
  depositAmount: string;
  fee: string;
  creditAmount: string;
  address: string | null;
  payAmount: string | null;
  expiresAt: string | null;
  requestedAmount: string;
  observedTransfers: { id: string; amount: string; occurredAt: string }[];
  failure?: { code: string; message: string };
  review?: { reason: string; openedAt: string; lastCheckedAt: string | null };
};

/** Creates an invoice, with the issuer's scenario. */
export async function create(company: Company, amount = '100', scenario?: string): Promise<Invoice> {
  const headers = scenario === undefined ? {} : { 'sandbox-scenario': scenario };
  const answer = await company.post<Invoice>(PATH, { amount }, { headers });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

/** Reads one invoice. */
export const read = async (company: Company, id: string) => (await company.get<Invoice>(`${PATH}/${id}`)).body;

/** Waits until the invoice has this status, and returns it. */
export const becomes = (company: Company, id: string, status: string): Promise<Invoice> =>
  until(
    () => read(company, id),
    (invoice) => invoice.status === status,
  );

/** Sandbox calls of the simulated issuer, and the database's rows about invoices. */
export function issuerOf(world: () => World) {
  const call = async (company: Company, path: string, json: object): Promise<Record<string, unknown>> => {
    const { stack } = world();
    const address = openAddress(stack.issuer?.url ?? '', { timeoutMs: 10_000, stop: neverStopped });
    const [id = '', hex = ''] = stack.secrets.issuer.requestKey.split(':');
    const body = JSON.stringify(json);
    const signed = signRequest({ id, secret: Buffer.from(hex, 'hex') }, { method: 'POST', path, body }, new Date());
    const headers = { ...signed, 'issuer-account': company.id, 'content-type': 'application/json' };
    const answer = await address.exchange({ method: 'POST', path, headers, body });
    await address.close();
    if (answer.kind !== 'answered' || answer.status !== 200) throw new Error(`the issuer did not: ${answer.kind}`);
    return JSON.parse(answer.body.toString()) as Record<string, unknown>;
  };
  const rowsOf = async (text: string, id: string) => (await world().admin.query(text, [fromId('invoice', id)])).rows;
  return {
    rowsOf,
    /** Simulates a transfer, at the given time or now. */
    transfer: (company: Company, { id }: Invoice, amount: string | null, occurredAt?: Date) =>
      call(company, `/sandbox/deposits/${id}/transfers`, {
        amount,
        ...(occurredAt === undefined ? {} : { occurredAt }),
      }),
    /** Advances a company's clock, ours and the issuer's. */
    advance: async (company: Company, seconds: number): Promise<void> => {
      await call(company, `/sandbox/accounts/${company.id}/clock`, { seconds });
      const { companyId } = company.scope;
      const interval = `make_interval(secs => ${seconds})`;
      await world().admin.query(
        `update ledger.books set clock_offset = clock_offset + ${interval} where company_id = $1 and environment = 'sandbox'`,
        [companyId],
      );
      await world().admin.query(`select bring_invoices_forward($1, 'sandbox', $2)`, [companyId, seconds]);
    },
    casesOf: (id: string): Promise<{ kind: string; detail: string }[]> =>
      rowsOf('select kind, detail from cases where subject_id = $1 order by opened_at', id),
    attemptsOf: (id: string): Promise<{ kind: string; outcome: string }[]> =>
      rowsOf('select kind, outcome from invoice_attempts where invoice_id = $1 order by number', id),
    /** Number of requests for the deposit at the issuer. */
    sendsOf: async (id: string): Promise<number> => {
      const sends = `select 1 from issuer_sandbox.requests where method = 'POST' and path = '/v1/deposits' and reference = $1`;
      return (await world().admin.query(sends, [id])).rowCount ?? 0;
    },
    /** The types of the company's events about invoices, oldest first; each body is checked to be of this company. */
    eventsOf: async ({ scope }: Company): Promise<{ type: string; body: string }[]> => {
      const text = `select type, body from events where company_id = $1 and environment = $2 and type like 'invoice.%' order by sequence`;
      return (await world().admin.query(text, [scope.companyId, scope.environment])).rows;
    },
  };
}
