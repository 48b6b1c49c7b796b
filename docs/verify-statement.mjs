// Checks a statement on your own machine, without us: node docs/verify-statement.mjs statement.json
// Each amount and balance must add up, and the hashes must chain from `before` to `after`. The recipe: chain.md.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const { openingBalance, closingBalance, incoming, outgoing, data, chain } = JSON.parse(
  readFileSync(process.argv[2], 'utf8'),
);
const fields = 'id reference kind description amount balance availableDelta heldDelta createdAt'.split(' ');
const cents = (text) => BigInt(text.replace('.', ''));
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const fail = (words) => {
  console.error(words);
  process.exit(1);
};

let [balance, inwards, outwards] = [cents(openingBalance), 0n, 0n];
let hash = Buffer.from(chain.before ?? '', 'hex');
let sealed = chain.sealedThrough === null ? 0 : data.findIndex(({ id }) => id === chain.sealedThrough) + 1;
for (const [index, entry] of data.entries()) {
  const amount = cents(entry.amount);
  balance += amount;
  if (amount > 0n) inwards += amount;
  else outwards -= amount;
  if (amount !== cents(entry.availableDelta) + cents(entry.heldDelta))
    fail(`${entry.id}: the amount is not its deltas`);
  if (balance !== cents(entry.balance)) fail(`${entry.id}: the balance does not follow from the entry before`);
  if (index < sealed)
    hash = sha256(hash, fields.map((name) => `${Buffer.byteLength(entry[name])}:${entry[name]},`).join(''));
}
const right = inwards === cents(incoming) && outwards === cents(outgoing) && balance === cents(closingBalance);
if (!right) fail('the totals are not those of the entries');
const claimed = chain.sealedThrough !== null || (data.length === 0 && chain.before !== null);
if (claimed && (hash.toString('hex') !== chain.after || (data.length > 0 && sealed === 0)))
  fail('the chain does not hold');
console.log(
  `${data.length} entries, ${claimed && sealed > 0 ? `sealed through ${chain.sealedThrough}` : 'none sealed'}: ${claimed ? 'the chain holds' : 'only the sums were checked'}`,
);
