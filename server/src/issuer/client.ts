// The port to an issuer, in the terms of docs/issuer-protocol.md.
import { systemClock } from '../foundation/clock.ts';
import type { IssuerSettings } from '../foundation/config.ts';
import { formatUsd } from '../foundation/money/usd.ts';
import type { Scenario } from '../foundation/scenarios.ts';
import { type StopFile, WorkStopped } from '../platform/work/stop.ts';
import {
  type Absent,
  type Expected,
  type Found,
  type HolderFound,
  type HolderOutcome,
  isCardAction,
  type Limits,
  type OrderKind,
  type Outcome,
  readClock,
  readFound,
  readHolderFound,
  readHolderOutcome,
  readOutcome,
  readSimulated,
  type Simulated,
  type Unknown,
} from './answers.ts';
import type { Deadline } from './deadline.ts';
import { type DepositFound, type DepositOutcome, readDepositFound, readDepositOutcome } from './deposits.ts';
import { type Address, type Exchange, openAddress } from './exchange.ts';
import { type Listings, listingsOf } from './listings.ts';
import {
  type CardRecord,
  type DepositRecord,
  type OrderRecord,
  readCardRecord,
  readDepositRecord,
  readOrderRecord,
} from './records.ts';
import { type Revealed, readRevealed } from './reveal.ts';
import { signRequest } from './signature.ts';
import { openVersions } from './versions.ts';

/**
 * A request for an effect, which may cost money. An issue has a holder, a service a recipient, and every other kind a
 * card.
 */
export type Order = {
  /** The company's id, as com_…: the issuer's name of its account. */
  account: string;
  /** The operation's id, as op_…: the issuer's idempotency key of the order. */
  reference: string;
  kind: OrderKind;
  /** The product's id, as prod_… */
  product: string;
  /** Cents: above zero, except that an action on a card has none. */
  amount: bigint;
  holderToken?: string;
  cardToken?: string;
  recipient?: string;
  /** A label for the card. */
  name?: string;
  /** The card's limits from now on. */
  limits?: Limits;
  /** A fault that a sandbox asks for. */
  scenario?: Scenario;
};

type NewHolder = {
  account: string;
  reference: string;
  name: string;
  email: string;
  kind: 'individual' | 'corporate';
};

/** A deposit in cents, under the id of its invoice: the issuer's idempotency key. */
type NewDeposit = { account: string; reference: string; amount: bigint; scenario?: Scenario };

/** A card payment for a simulated issuer to make. */
type NewPayment = {
  account: string;
  /** The id that the payment will have here, as txn_…: the issuer's idempotency key. */
  reference: string;
  cardToken: string;
  type: string;
  /** Without one, the issuer decides as a real one would. */
  status?: string;
  /** Dollars, above zero. */
  amount: string;
  merchant: string;
  country: string;
  description?: string;
  occurredAt: string;
};

/** A transfer for a simulated issuer to receive. */
type NewTransfer = {
  account: string;
  /** The invoice, as inv_… */
  reference: string;
  /** The issuer's idempotency key of the transfer. */
  id: string;
  /** USDT, with its decimals. */
  amount: string;
  occurredAt?: string;
};

/**
 * While work is stopped, nothing leaves. Requests that are marked as sent return `stopped`, so that the caller can
 * clear the mark; all others throw WorkStopped.
 */
export type Issuer = Listings & {
  /** Scenarios with an address of their own; all others use the main one. */
  ownAddresses: readonly string[];
  /** Sends an order, once and before its deadline. The caller has marked it as sent in a commit of its own. */
  submit(order: Order, deadline: Deadline): Promise<Outcome>;
  /** Asks for the outcome of an order. Safe to repeat. */
  find(account: string, reference: string, expected: Expected): Promise<Found>;
  /** Registers a holder, once. */
  registerHolder(holder: NewHolder): Promise<HolderOutcome>;
  /** Asks for the outcome of a registration. */
  findHolder(account: string, reference: string): Promise<HolderFound>;
  /** Requests a deposit, once and before its deadline. The caller has marked the invoice in a commit of its own. */
  createDeposit(deposit: NewDeposit, deadline: Deadline): Promise<DepositOutcome>;
  /** Asks for the status of a deposit. Safe to repeat. */
  findDeposit(account: string, expected: { reference: string; amount: bigint }): Promise<DepositFound>;
  /** Reads the issuer's record of an order, whatever we expect. Safe to repeat, like the other reads. */
  orderRecord(account: string, reference: string): Promise<OrderRecord | Absent | Unknown>;
  /** Reads the issuer's record of a deposit. */
  depositRecord(account: string, reference: string): Promise<DepositRecord | Absent | Unknown>;
  /** Reads the issuer's record of a card, by the issuer's token. */
  cardRecord(account: string, token: string): Promise<CardRecord | Absent | Unknown>;
  /** Asks for a page that shows a card's number once. Every call makes a new page; the address is secret. */
  reveal(account: string, cardToken: string, reference: string): Promise<Revealed>;
  /** Simulated issuers only: makes a card payment, which the issuer then notifies us of. Idempotent. */
  simulatePayment(payment: NewPayment): Promise<Simulated>;
  /** Simulated issuers only: makes a transfer arrive, which the issuer then notifies us of. Idempotent. */
  simulateTransfer(transfer: NewTransfer): Promise<Simulated>;
  /** Simulated issuers only: puts an account's clock this far ahead, unless it is further ahead already. */
  putClock(account: string, aheadSeconds: number): Promise<Simulated>;
  /** Closes all connections; requests under way become unknown. */
  close(): Promise<void>;
};

type Asked = {
  account: string;
  method: 'GET' | 'POST';
  path: string;
  json?: object;
  scenario?: Scenario | undefined;
  deadline?: Deadline;
};

/** Opens the port. It connects on the first request. */
export function openIssuer(settings: IssuerSettings, stop: StopFile): Issuer {
  const open = (url: string) => openAddress(url, { timeoutMs: settings.timeoutMs, stop });
  const main = open(settings.url);
  const others = new Map([...settings.addresses].map(([name, url]) => [name, open(url)]));

  const send = ({ account, method, path, json, scenario, deadline }: Asked): Promise<Exchange> => {
    const address: Address = others.get(scenario ?? '') ?? main;
    const body = json === undefined ? '' : JSON.stringify(json);
    const headers = {
      ...signRequest(settings.requestKey, { method, path, body, arriveBy: deadline?.arriveBy }, systemClock.now()),
      'issuer-account': account,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(scenario === undefined ? {} : { 'sandbox-scenario': scenario }),
    };
    return address.exchange({ method, path, headers, body, deadline });
  };
  const ask = async (asked: Asked): Promise<Exchange> => {
    const exchange = await send(asked);
    if (exchange.kind === 'stopped') throw new WorkStopped(exchange.reason);
    return exchange;
  };
  const read = (account: string, path: string) => ask({ account, method: 'GET', path });
  const whyUnsendable = openVersions((account) => send({ account, method: 'GET', path: '/v1/protocol' }));

  return {
    ownAddresses: [...others.keys()],
    async submit(order, deadline) {
      const { account, reference, scenario } = order;
      const unsendable = isCardAction(order.kind) ? await whyUnsendable(account) : undefined;
      if (unsendable !== undefined) return unsendable;
      const json = toOrderBody(order);
      const exchange = await send({ account, method: 'POST', path: '/v1/orders', json, scenario, deadline });
      return readOutcome(exchange, reference, order);
    },
    async find(account, reference, expected) {
      const exchange = await read(account, pathOf('orders', reference));
      return readFound(exchange, reference, expected);
    },
    async registerHolder({ account, ...holder }) {
      const exchange = await ask({ account, method: 'POST', path: '/v1/holders', json: holder });
      return readHolderOutcome(exchange, holder.reference);
    },
    async findHolder(account, reference) {
      const exchange = await read(account, pathOf('holders', reference));
      return readHolderFound(exchange, reference);
    },
    async createDeposit({ account, reference, amount, scenario }, deadline) {
      const json = { reference, amount: formatUsd(amount) };
      const exchange = await send({ account, method: 'POST', path: '/v1/deposits', json, scenario, deadline });
      return readDepositOutcome(exchange, { reference, amount });
    },
    async findDeposit(account, expected) {
      const exchange = await read(account, pathOf('deposits', expected.reference));
      return readDepositFound(exchange, expected);
    },
    ...recordsOf(read),
    ...listingsOf(read, whyUnsendable),
    reveal: revealOf(ask, whyUnsendable),
    ...simulationsOf(ask),
    async close() {
      await Promise.all([main, ...others.values()].map((address) => address.close()));
    },
  };
}

/** Asks for a page, unless the issuer has no such thing. */
function revealOf(
  ask: (asked: Asked) => Promise<Exchange>,
  whyUnsendable: ReturnType<typeof openVersions>,
): Issuer['reveal'] {
  return async (account, cardToken, reference) => {
    const unsendable = await whyUnsendable(account);
    if (unsendable?.kind === 'stopped') throw new WorkStopped(unsendable.reason);
    if (unsendable?.kind === 'rejected') return { kind: 'refused', reason: unsendable.code };
    if (unsendable !== undefined) return unsendable;
    const path = `${pathOf('cards', cardToken)}/reveal`;
    const exchange = await ask({ account, method: 'POST', path, json: { reference } });
    return readRevealed(exchange, cardToken, systemClock.now());
  };
}

/** What only a simulated issuer offers. */
function simulationsOf(
  ask: (asked: Asked) => Promise<Exchange>,
): Pick<Issuer, 'simulatePayment' | 'simulateTransfer' | 'putClock'> {
  return {
    async simulatePayment({ account, cardToken, ...payment }) {
      const path = `/sandbox/cards/${encodeURIComponent(cardToken)}/transactions`;
      const exchange = await ask({ account, method: 'POST', path, json: { ...payment, once: true } });
      return readSimulated(exchange, payment.reference);
    },
    async simulateTransfer({ account, reference, ...transfer }) {
      const path = `/sandbox/deposits/${encodeURIComponent(reference)}/transfers`;
      return readSimulated(await ask({ account, method: 'POST', path, json: transfer }), reference);
    },
    async putClock(account, aheadSeconds) {
      const path = `/sandbox/accounts/${encodeURIComponent(account)}/clock`;
      return readClock(await ask({ account, method: 'POST', path, json: { aheadSeconds } }), aheadSeconds);
    },
  };
}

/** The reads of reconciliation: they return the issuer's records unchecked. */
function recordsOf(
  read: (account: string, path: string) => Promise<Exchange>,
): Pick<Issuer, 'orderRecord' | 'depositRecord' | 'cardRecord'> {
  return {
    orderRecord: async (account, reference) =>
      readOrderRecord(await read(account, pathOf('orders', reference)), reference),
    depositRecord: async (account, reference) =>
      readDepositRecord(await read(account, pathOf('deposits', reference)), reference),
    cardRecord: async (account, token) => readCardRecord(await read(account, pathOf('cards', token)), token),
  };
}

const pathOf = (kind: 'orders' | 'holders' | 'deposits' | 'cards', reference: string) =>
  `/v1/${kind}/${encodeURIComponent(reference)}`;

/** An order in the protocol's format; absent fields are omitted. */
const toOrderBody = (order: Order) => ({
  reference: order.reference,
  kind: order.kind,
  product: order.product,
  amount: formatUsd(order.amount),
  currency: 'USD',
  holder: order.holderToken,
  card: order.cardToken,
  recipient: order.recipient,
  name: order.name,
  limits: order.limits,
});
