// The port to an issuer: what we ask of it, in the words of docs/issuer-protocol.md.
import { systemClock } from '../clock.ts';
import type { IssuerSettings } from '../config.ts';
import { formatUsd } from '../money/usd.ts';
import {
  type Expected,
  type Found,
  type HolderFound,
  type HolderOutcome,
  type OrderKind,
  type Outcome,
  readFound,
  readHolderFound,
  readHolderOutcome,
  readOutcome,
} from './answers.ts';
import { type Address, type Exchange, openAddress } from './exchange.ts';
import type { Scenario } from './scenarios.ts';
import { signRequest } from './signature.ts';

/** Something that costs money. An issue has a holder, a top-up a card, a service a recipient. */
export type Order = {
  /** The company's id, as com_…: the issuer's name of its account. */
  account: string;
  /** The operation's id, as op_…: at the issuer, the key that makes the order happen once. */
  reference: string;
  kind: OrderKind;
  /** The product's id, as prod_… */
  product: string;
  /** Cents, above zero. */
  amount: bigint;
  holderToken?: string;
  cardToken?: string;
  recipient?: string;
  /** A label for the card. */
  name?: string;
  /** A fault that a sandbox asks for. */
  scenario?: Scenario;
};

export type NewHolder = {
  account: string;
  reference: string;
  name: string;
  email: string;
  kind: 'individual' | 'corporate';
};

export type Issuer = {
  /** Scenarios that have an address of their own; all others go to the main one. */
  ownAddresses: readonly string[];
  /** Sends an order, once. Whoever calls it has marked the order as sent, in a commit of its own. */
  submit(order: Order): Promise<Outcome>;
  /** Asks what became of an order. Repeat it as you like. */
  find(account: string, reference: string, expected: Expected): Promise<Found>;
  /** Registers a holder, once. */
  registerHolder(holder: NewHolder): Promise<HolderOutcome>;
  /** Asks what became of a registration. */
  findHolder(account: string, reference: string): Promise<HolderFound>;
  /** Ends every connection; what is still under way becomes unknown. */
  close(): Promise<void>;
};

type Asked = { account: string; method: 'GET' | 'POST'; path: string; json?: object; scenario?: Scenario | undefined };

/** Opens the port. It connects when it is first asked something. */
export function openIssuer(settings: IssuerSettings): Issuer {
  const main = openAddress(settings.url, settings);
  const others = new Map([...settings.addresses].map(([name, url]) => [name, openAddress(url, settings)]));

  const ask = ({ account, method, path, json, scenario }: Asked): Promise<Exchange> => {
    const address: Address = others.get(scenario ?? '') ?? main;
    const body = json === undefined ? '' : JSON.stringify(json);
    const headers = {
      ...signRequest(settings.requestKey, { method, path, body }, systemClock.now()),
      'issuer-account': account,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(scenario === undefined ? {} : { 'sandbox-scenario': scenario }),
    };
    return address.exchange({ method, path, headers, body });
  };

  return {
    ownAddresses: [...others.keys()],
    async submit(order) {
      const { account, reference, scenario } = order;
      const exchange = await ask({ account, method: 'POST', path: '/v1/orders', json: toOrderBody(order), scenario });
      return readOutcome(exchange, reference, order);
    },
    async find(account, reference, expected) {
      const exchange = await ask({ account, method: 'GET', path: pathOf('orders', reference) });
      return readFound(exchange, reference, expected);
    },
    async registerHolder({ account, ...holder }) {
      const exchange = await ask({ account, method: 'POST', path: '/v1/holders', json: holder });
      return readHolderOutcome(exchange, holder.reference);
    },
    async findHolder(account, reference) {
      const exchange = await ask({ account, method: 'GET', path: pathOf('holders', reference) });
      return readHolderFound(exchange, reference);
    },
    async close() {
      await Promise.all([main, ...others.values()].map((address) => address.close()));
    },
  };
}

const pathOf = (kind: 'orders' | 'holders', reference: string) => `/v1/${kind}/${encodeURIComponent(reference)}`;

/** An order as the protocol writes it; what it does not have is left out. */
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
});
