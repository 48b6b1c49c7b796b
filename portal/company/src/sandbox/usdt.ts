// USDT amounts are texts with six decimals; arithmetic on them uses integers.

const DECIMALS = 6;
const MICRO = 1_000_000n;

/** An amount changed by whole USDT, or halved where that would reach zero or less. */
export function movedBy(amount: string, coins: bigint): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  const micro = BigInt(`${whole}${fraction.padEnd(DECIMALS, '0')}`);
  const moved = micro + coins * MICRO;
  const kept = moved > 0n ? moved : micro / 2n;
  return `${kept / MICRO}.${(kept % MICRO).toString().padStart(DECIMALS, '0')}`;
}
