// Commands about the catalogue.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { toId } from '../ids.ts';
import { formatUsd, LARGEST_USD, parseUsd, type Usd } from '../money/usd.ts';
import {
  listProducts,
  type OperationType,
  type Price,
  type Product,
  served,
  setProduct,
} from '../products/products.ts';
import { idOf, words } from './arguments.ts';
import { type Shown, table } from './output.ts';
import { Problem, UsageProblem } from './problem.ts';
import { asOperator, type Session } from './session.ts';

const HIGHEST_RATE_BPS = 10_000n; // the whole amount

type Priced = { type: OperationType; price: Price };

type SetOptions = {
  id?: string;
  name?: string;
  kind?: Product['kind'];
  status?: Product['status'];
  price?: Priced[];
};

/** Adds `product set` and `product list`. */
export function addProductCommands(program: Command): void {
  const product = program.command('product').description('the catalogue: the same for every company and environment');

  product
    .command('set')
    .description('Add a product, or change the one that --id names: what is not given stays as it is.')
    .option('--id <product>', 'the product to change', idOf('product', 'prod_01jcp4vsb0e5d8zq6m5k1n7x2t'))
    .option('--name <name>', 'as clients see it', words)
    .addOption(new Option('--kind <kind>', 'card or service; fixed once it is made').choices(['card', 'service']))
    .addOption(new Option('--status <status>', 'whether it can be ordered').choices(['active', 'inactive']))
    .option('--price <price>', 'TYPE:FIXED:BPS:MIN:MAX[:MINFEE], once for each type of operation', collectPrices)
    .addHelpText(
      'after',
      `
A price: TYPE is issue or topup for a card, service for a service. FIXED, MIN, MAX and MINFEE are dollars, BPS is the
rate in basis points (20 is 0.2 %). The fee is FIXED plus the rate, and at least MINFEE (0 if left out).

Examples:
  npm run admin -- product set --name "Business card" --kind card --price issue:3:20:10:1000000 --price topup:0:20:10:1000000
  npm run admin -- product set --id prod_01jcp4vsb0e5d8zq6m5k1n7x2t --status inactive`,
    )
    .action(asOperator(set));

  product
    .command('list')
    .description('List products with their prices, oldest first.')
    .addHelpText('after', '\nExample:\n  npm run admin -- product list')
    .action(asOperator(async ({ db }) => show(await listProducts(db))));
}

async function set(session: Session, { price: priced = [], ...options }: SetOptions): Promise<Shown> {
  const current = options.id === undefined ? undefined : await getProduct(session, options.id);
  const name = options.name ?? current?.name;
  const kind = options.kind ?? current?.kind;
  if (name === undefined || kind === undefined) {
    throw new UsageProblem('A new product needs --name and --kind; to change one, say which with --id.');
  }
  if (current !== undefined && kind !== current.kind) {
    throw new Problem(`This product is of the kind ${current.kind}, which cannot change: add a new product instead.`);
  }
  const foreign = priced.find(({ type }) => !served[kind].includes(type));
  if (foreign !== undefined) {
    throw new UsageProblem(
      `A ${kind} product has no price for ${foreign.type}: it serves ${served[kind].join(' and ')}.`,
    );
  }
  const prices = Object.fromEntries(priced.map(({ type, price }) => [type, price]));
  const id = await setProduct(session, {
    name,
    kind,
    status: options.status ?? current?.status ?? 'active',
    prices,
    ...(current === undefined ? {} : { id: current.id }),
  });
  const product = await getProduct(session, id);
  return { json: toShown(product), text: show([product]).text };
}

async function getProduct({ db }: Session, id: string): Promise<Product> {
  const product = (await listProducts(db)).find((one) => one.id === id);
  if (product === undefined) {
    throw new Problem(
      `No product has the id ${toId('product', id)}: see \`product list\`, or leave --id out to add one.`,
    );
  }
  return product;
}

function show(products: readonly Product[]): Shown {
  const rows = products.flatMap((product) => {
    const prices = Object.entries(product.prices);
    const about = [toId('product', product.id), product.name, product.kind, product.status];
    if (prices.length === 0) return [[...about, 'no prices', '', '', '', '', '']];
    return prices.map(([type, price], index) => [
      ...(index === 0 ? about : about.map(() => '')),
      type,
      formatUsd(price.fixedFee),
      price.rateBps.toString(),
      formatUsd(price.minimumFee),
      formatUsd(price.minimumAmount),
      formatUsd(price.maximumAmount),
    ]);
  });
  const head = ['id', 'name', 'kind', 'status', 'operation', 'fixed', 'bps', 'min fee', 'from', 'to'];
  return {
    json: { data: products.map(toShown) },
    text:
      rows.length === 0
        ? 'There are no products. Add one: npm run admin -- product set --help'
        : `${table(head, rows)}\n\nAmounts are US dollars.`,
  };
}

const toShown = ({ id, name, kind, status, createdAt, prices }: Product) => ({
  id: toId('product', id),
  name,
  kind,
  status,
  createdAt,
  pricing: Object.fromEntries(
    Object.entries(prices).map(([type, price]) => [
      type,
      {
        fixedFee: formatUsd(price.fixedFee),
        rateBps: Number(price.rateBps),
        minimumFee: formatUsd(price.minimumFee),
        minimumAmount: formatUsd(price.minimumAmount),
        maximumAmount: formatUsd(price.maximumAmount),
      },
    ]),
  ),
});

function collectPrices(text: string, before: readonly Priced[] = []): Priced[] {
  const priced = readPrice(text);
  if (before.some(({ type }) => type === priced.type)) {
    throw new InvalidArgumentError(`Give the price of ${priced.type} once.`);
  }
  return [...before, priced];
}

function readPrice(text: string): Priced {
  const [type = '', fixed = '', bps = '', minimum = '', maximum = '', minimumFee = '0', ...rest] = text.split(':');
  if (!isOperationType(type) || rest.length > 0) {
    throw new InvalidArgumentError('Write it as TYPE:FIXED:BPS:MIN:MAX[:MINFEE], such as topup:0:20:10:1000000.');
  }
  const price = {
    fixedFee: readAmount(fixed, 'FIXED'),
    rateBps: /^\d{1,5}$/.test(bps) ? BigInt(bps) : HIGHEST_RATE_BPS + 1n,
    minimumAmount: readAmount(minimum, 'MIN'),
    maximumAmount: readAmount(maximum, 'MAX'),
    minimumFee: readAmount(minimumFee, 'MINFEE'),
  };
  if (price.rateBps > HIGHEST_RATE_BPS) {
    throw new InvalidArgumentError(`BPS is a whole number from 0 to ${HIGHEST_RATE_BPS}.`);
  }
  if (price.minimumAmount === 0n || price.minimumAmount > price.maximumAmount) {
    throw new InvalidArgumentError('MIN must be above zero and at most MAX.');
  }
  return { type, price };
}

const isOperationType = (text: string): text is OperationType =>
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
