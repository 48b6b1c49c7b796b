// The requests of the storm's clients: money, a card, a top-up, a service, a cardholder. And requests that are refused.
import type { Random } from '../harness/random.ts';

export const FUNDING = '/api/v1/sandbox/funding';
export const OPERATIONS = '/api/v1/operations';
export const HOLDERS = '/api/v1/holders';

/** A request as its key sees it: two wishes are the same when path and body are. */
export type Wish = { path: string; body: Record<string, string> };

/** A company's objects that a request can name. */
export type Means = { holderId: string; cardId: string; products: { card: string; service: string } };

/** The answer to a successful request. */
export const statusOf = ({ path }: Wish): number => (path === FUNDING ? 200 : 201);

/** Money for a sandbox. */
export const fundingOf = (amount: string): Wish => ({ path: FUNDING, body: { amount } });

/** A service. */
export const serviceOf = ({ products }: Means, amount: string): Wish => ({
  path: OPERATIONS,
  body: { type: 'service', productId: products.service, amount, recipient: 'ada@example.com' },
});

/** A card. */
export const cardOf = ({ products, holderId }: Means, more: Record<string, string> = {}): Wish => ({
  path: OPERATIONS,
  body: { type: 'issue', productId: products.card, holderId, amount: '10.00', expectedTotal: '13.02', ...more },
});

/** A cardholder. */
export const holderOf = (name: string): Wish => ({
  path: HOLDERS,
  body: { name, email: 'ada@example.com', kind: 'individual' },
});

const topupOf = ({ cardId }: Means, amount: string): Wish => ({
  path: OPERATIONS,
  body: { type: 'topup', cardId, amount },
});

/** Two requests that race for a key: different ones, or the same in other words. */
export function wishesOf(random: Random, means: Means): readonly [Wish, Wish] {
  const amounts = amountsOf(random);
  const both = (wish: (amount: string) => Wish): readonly [Wish, Wish] => [wish(amounts[0]), wish(amounts[1])];
  return random.pick([
    () => both(fundingOf),
    () => both(fundingOf),
    () => both((amount) => serviceOf(means, amount)),
    () => both((amount) => topupOf(means, amount)),
    () => [cardOf(means), cardOf(means, { name: 'Travel' })] as const,
    () =>
      [
        cardOf(means, { name: 'Travel' }),
        cardOf(means, { name: 'travel', amount: '20', expectedTotal: '23.04' }),
      ] as const,
    () => [holderOf('Ada Lovelace'), holderOf('Ada Byron')] as const,
    () => [fundingOf(amounts[0]), serviceOf(means, amounts[0])] as const,
    () => [serviceOf(means, amounts[0]), holderOf('Ada Lovelace')] as const,
  ])();
}

function amountsOf(random: Random): readonly [string, string] {
  const whole = random.integer(10, 99_999);
  if (random.oneIn(4)) return [`${whole}.5`, `${whole}.51`];
  return [`${whole}.${random.integer(10, 99)}`, `${whole + 1}`];
}

/** The fields that a conflict names: `path` if the path differs. */
export function differing(first: Wish, second: Wish): string[] {
  if (first.path !== second.path) return ['path'];
  const names = new Set([...Object.keys(first.body), ...Object.keys(second.body)]);
  return [...names].filter((name) => first.body[name] !== second.body[name]).sort();
}

/** The same body in different bytes: an amount has one value, with its last zero or without. */
export function written(random: Random, wish: Wish): string {
  const amount = wish.body['amount'];
  const other = amount?.endsWith('.5') ? `${amount}0` : amount;
  const body = other === undefined || random.oneIn(2) ? wish.body : { ...wish.body, amount: other };
  const fields = Object.entries(body);
  const [name, value] = fields[0] ?? ['', ''];
  const others = fields.slice(1).map(([other, text]) => `,${JSON.stringify(other)}:${JSON.stringify(text)}`);
  const escaped = (text: string) => `"\\u00${text.charCodeAt(0).toString(16)}${text.slice(1)}"`;
  return random.pick([
    () => JSON.stringify(body),
    () => JSON.stringify(body),
    () => JSON.stringify(body, null, 2),
    () => JSON.stringify(Object.fromEntries(fields.toReversed())),
    () => `\n${JSON.stringify(body, null, '\t')}\r\n`,
    () => `{${escaped(name)}:${JSON.stringify(value)}${others.join('')}}`,
    () => `{"${name}":${escaped(value)}${others.join('')}}`,
  ])();
}

/** A body that is refused for every sender, with the code of the refusal. */
export function wrongBody(random: Random, { body }: Wish): readonly [string, string] {
  const [field = ''] = Object.keys(body);
  const amounts = [
    ['0', 'amount_invalid'],
    ['0.00', 'amount_invalid'],
    ['1000000000.01', 'amount_invalid'],
    ['-1.00', 'request_invalid'],
    ['1.234', 'request_invalid'],
  ] as const;
  const wrong = [
    ['{}', 'request_invalid'],
    ['[]', 'request_invalid'],
    [JSON.stringify(body).slice(0, -1), 'request_invalid'],
    [JSON.stringify({ ...body, note: '' }), 'request_invalid'],
    [JSON.stringify({ ...body, [field]: 1 }), 'request_invalid'],
    [JSON.stringify({ ...body, [field]: undefined }), 'request_invalid'],
  ] as const;
  if (body['amount'] === undefined || random.oneIn(2)) return random.pick(wrong);
  const [amount, code] = random.pick(amounts);
  return [JSON.stringify({ ...body, amount }), code];
}
