// Commands about the catalogue.

import { type OrderType, served } from '@cardwright/server/cards/products/kinds.ts';
import { formatUsd, LARGEST_USD, parseUsd, type Usd } from '@cardwright/server/foundation/money/usd.ts';
import type { ProductOfDesk, SetProduct } from '@cardwright/server/surfaces/desk/product-routes.ts';
import type { Proposed } from '@cardwright/server/surfaces/desk/proposal-contract.ts';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Static } from 'typebox';
import { readId, reasonOption, words } from './arguments.ts';
import { atDesk, type Desk } from './desk.ts';
import { type Shown, table } from './output.ts';
import { Problem, UsageProblem } from './problem.ts';
import { deciding, showProposed } from './proposed.ts';

const HIGHEST_RATE_BPS = 10_000; // the whole amount

type Product = Static<typeof ProductOfDesk>;
type Products = { data: Product[] };
type Price = NonNullable<Static<typeof SetProduct>['prices']['issue']>;
type Priced = { type: OrderType; price: Price };

type SetOptions = {
  id?: string;
  name?: string;
  kind?: Product['kind'];
  status?: Product['status'];
  price?: Priced[];
  reason: string;
};

/** Adds `product set` and `product list`. */
export function addProductCommands(program: Command): void {
  const product = program.command('product').description('the catalogue, shared by every company and environment');

  product
    .command('set')
    .description('Propose a product, or a change of the product --id. Omitted options keep their values.')
    .option('--id <product>', 'the product to change', readId('product', 'prod_01jcp4vsb0e5d8zq6m5k1n7x2t'))
    .option('--name <name>', 'display name', words)
    .addOption(new Option('--kind <kind>', 'card or service; cannot be changed later').choices(['card', 'service']))
    .addOption(new Option('--status <status>', 'whether it can be ordered').choices(['active', 'inactive']))
    .option('--price <price>', 'TYPE:FIXED:BPS:MIN:MAX[:MINFEE], once per type of operation', collectPrices)
    .addOption(reasonOption())
    .addHelpText(
      'after',
      `
A price: TYPE is issue or topup for a card, service for a service. FIXED, MIN, MAX and MINFEE are dollars, BPS is the
rate in basis points (20 is 0.2 %). The fee is FIXED plus the rate, and at least MINFEE (default 0).

Examples:
  cardwright-admin product set --name "Business card" --kind card --price issue:3:20:10:1000000 --price topup:0:20:10:1000000 --reason "launch"
  cardwright-admin product set --id prod_01jcp4vsb0e5d8zq6m5k1n7x2t --status inactive --reason "recalled"`,
    )
    .action(atDesk(set));

  product
    .command('list')
    .description('List products with their prices, oldest first.')
    .addHelpText('after', '\nExample:\n  cardwright-admin product list')
    .action(atDesk(list));
}

async function set(desk: Desk, { price: priced = [], id, ...options }: SetOptions): Promise<Shown> {
  const current = id === undefined ? undefined : await getProduct(desk, id);
  const name = options.name ?? current?.name;
  const kind = options.kind ?? current?.kind;
  if (name === undefined || kind === undefined) {
    throw new UsageProblem('A new product needs --name and --kind. To change a product, give --id.');
  }
  const foreign = priced.find(({ type }) => !served[kind].includes(type));
  if (foreign !== undefined) {
    throw new UsageProblem(
      `A ${kind} product has no price for ${foreign.type}: it serves ${served[kind].join(' and ')}.`,
    );
  }
  const product: Static<typeof SetProduct> = {
    ...(id === undefined ? {} : { productId: id }),
    name,
    kind,
    status: options.status ?? current?.status ?? 'active',
    prices: Object.fromEntries(priced.map(({ type, price }) => [type, price])),
    reason: options.reason,
  };
  return showProposed(await desk.post<Static<typeof Proposed>>('/products', product, deciding));
}

async function getProduct(desk: Desk, id: string): Promise<Product> {
  const { data } = await desk.get<Products>('/products');
  const product = data.find((one) => one.id === id);
  if (product !== undefined) return product;
  throw new Problem(`No product has the id ${id}: see \`product list\`, or omit --id to add one.`);
}

async function list(desk: Desk): Promise<Shown> {
  const { data } = await desk.get<Products>('/products');
  const products = data.map((product) => ({
    ...product,
    current: product.prices.filter(({ state }) => state === 'current'),
  }));
  const rows = products.flatMap(({ id, name, kind, status, current }) => {
    const about = [id, name, kind, status];
    if (current.length === 0) return [[...about, 'no prices', '', '', '', '', '']];
    return current.map((price, index) => [
      ...(index === 0 ? about : about.map(() => '')),
      price.type,
      price.fixedFee,
      String(price.rateBps),
      price.minimumFee,
      price.minimumAmount,
      price.maximumAmount,
    ]);
  });
  const head = ['id', 'name', 'kind', 'status', 'operation', 'fixed', 'bps', 'min fee', 'from', 'to'];
  return {
    json: {
      data: products.map(({ current, ...product }) => ({
        ...product,
        pricing: Object.fromEntries(current.map(({ type, ...price }) => [type, price])),
      })),
    },
    text:
      rows.length === 0
        ? 'No products yet. Add one: cardwright-admin product set --help'
        : `${table(head, rows)}\n\nAmounts are US dollars.`,
  };
}

function collectPrices(text: string, before: readonly Priced[] = []): Priced[] {
  const priced = readPrice(text);
  if (before.some(({ type }) => type === priced.type)) {
    throw new InvalidArgumentError(`Give the price of ${priced.type} once.`);
  }
  return [...before, priced];
}

function readPrice(text: string): Priced {
  const [type = '', fixed = '', bps = '', minimum = '', maximum = '', minimumFee = '0', ...rest] = text.split(':');
  if (!isOrderType(type) || rest.length > 0) {
    throw new InvalidArgumentError('Write it as TYPE:FIXED:BPS:MIN:MAX[:MINFEE], such as topup:0:20:10:1000000.');
  }
  const [minimumAmount, maximumAmount] = [readAmount(minimum, 'MIN'), readAmount(maximum, 'MAX')];
  const rateBps = /^\d{1,5}$/.test(bps) ? Number(bps) : Number.NaN;
  if (!(rateBps <= HIGHEST_RATE_BPS)) {
    throw new InvalidArgumentError(`BPS is a whole number from 0 to ${HIGHEST_RATE_BPS}.`);
  }
  if (minimumAmount === 0n || minimumAmount > maximumAmount) {
    throw new InvalidArgumentError('MIN must be above zero and at most MAX.');
  }
  const price = {
    fixedFee: formatUsd(readAmount(fixed, 'FIXED')),
    rateBps,
    minimumFee: formatUsd(readAmount(minimumFee, 'MINFEE')),
    minimumAmount: formatUsd(minimumAmount),
    maximumAmount: formatUsd(maximumAmount),
  };
  return { type, price };
}

const isOrderType = (text: string): text is OrderType =>
  Object.values(served)
    .flat()
    .some((type) => type === text);

function readAmount(text: string, what: string): Usd {
  const amount = parseUsd(text);
  if (amount === undefined || amount > LARGEST_USD) {
    throw new InvalidArgumentError(`${what} must be dollars such as 10 or 2.50, at most ${formatUsd(LARGEST_USD)}.`);
  }
  return amount;
}
