// Amounts in USDT are texts with six decimals; they are moved by a whole coin as integers and become texts again.

const DECIMALS = 6;
const MICRO = 1_000_000n;

/** An amount moved by whole USDT, never to zero or below: then by half of it. */
export function movedBy(amount: string, coins: bigint): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  const micro = BigInt(`${whole}${fraction.padEnd(DECIMALS, '0')}`);
  const moved = micro + coins * MICRO;
  const kept = moved > 0n ? moved : micro / 2n;
  return `${kept / MICRO}.${(kept % MICRO).toString().padStart(DECIMALS, '0')}`;
}
