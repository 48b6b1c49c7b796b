// Checks a statement on your own machine, without us: node docs/verify-statement.mjs statement.json
// Each amount and balance must add up, and the hashes must chain from `before` to `after`. The recipe: chain.md.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const { data, chain, ...statement } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const fields = 'id reference kind description amount balance availableDelta heldDelta createdAt'.split(' ');
const cents = (text) => BigInt(text.replace('.', ''));
const must = (isRight, words) => isRight || process.exit(console.error(words) ?? 1);

let [balance, incoming, outgoing] = [cents(statement.openingBalance), 0n, 0n];
let hash = Buffer.from(chain.before ?? '', 'hex');
const sealed = data.findIndex(({ id }) => id === chain.sealedThrough) + 1;
for (const [index, entry] of data.entries()) {
  const amount = cents(entry.amount);
  balance += amount;
  if (amount > 0n) incoming += amount;
  else outgoing -= amount;
  must(amount === cents(entry.availableDelta) + cents(entry.heldDelta), `${entry.id}: the amount is not its deltas`);
  must(balance === cents(entry.balance), `${entry.id}: the balance does not follow from the entry before`);
  const texts = fields.map((name) => `${Buffer.byteLength(entry[name])}:${entry[name]},`).join('');
  if (index < sealed) hash = createHash('sha256').update(hash).update(texts).digest();
}
const found = [incoming, outgoing, balance].join();
const told = [statement.incoming, statement.outgoing, statement.closingBalance].map(cents).join();
must(found === told, 'the totals are not those of the entries');
const claims = chain.after !== null || chain.sealedThrough !== null;
const holds = hash.toString('hex') === chain.after && (sealed > 0 || data.length === 0);
must(!claims || holds, 'the chain does not hold');
const through = sealed > 0 ? `sealed through ${chain.sealedThrough}` : 'none sealed';
console.log(`${data.length} entries, ${through}: ${claims ? 'the chain holds' : 'only the sums were checked'}`);
