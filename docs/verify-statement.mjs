// Checks statements on your own machine, without us:  node docs/verify-statement.mjs statement.json [next.json …]
// Give several in order, oldest first, to check also that they follow one another without a gap. The recipe: chain.md.
// Exit code 0: everything was checked and is right. 1: something is wrong. 2: a file cannot be read.
// 3: nothing is wrong, but not everything could be checked; the output says what.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const entryFields = 'id reference kind description amount balance availableDelta heldDelta createdAt'.split(' ');
const fields = {
  statement:
    'company environment currency account from to openingBalance closingBalance incoming outgoing generatedAt data chain',
  company: 'id name',
  chain: 'before after sealedThrough',
  fork: 'after hash lost at',
};

const end = (code, words) => process.exit(console.error(words) ?? code);
const must = (isRight, words) => isRight || end(1, `WRONG: ${words}`);
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const text = (value) => (typeof value === 'string' ? value : '');

/** Dollars and cents as a whole number of cents; the one way to write it is `0.00`, `-12.34`. */
function cents(of, name) {
  const isWritten = /^-?(0|[1-9]\d*)\.\d\d$/.test(text(of[name])) && of[name] !== '-0.00';
  must(isWritten, `${of.id ?? 'the statement'}: ${name} is no amount`);
  return BigInt(of[name].replace('.', ''));
}

/** Whether a field is missing is an error; one that this program does not know is something that it cannot check. */
function unknownFields(value, where, names) {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  must(isObject, `${where} is missing or no object`);
  for (const name of names) must(Object.hasOwn(value, name), `${where} has no ${name}`);
  return Object.keys(value).filter((name) => !names.includes(name));
}

/** The uuid behind an id such as com_01jcp4vsb0e5d8zq6m5k1n7x2t (TypeID). */
function uuidOf(id) {
  const letters = /^com_([0-7][0-9a-hjkmnp-tv-z]{25})$/.exec(text(id))?.[1];
  must(letters !== undefined, 'company.id is no id of a company');
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
  const number = Array.from(letters).reduce((sum, letter) => sum * 32n + BigInt(alphabet.indexOf(letter)), 0n);
  return number
    .toString(16)
    .padStart(32, '0')
    .replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
}

/** Entry ids tell the book and count its entries: nothing is from elsewhere, missing or moved. Answers the first number. */
function checkIds({ company, environment, data }) {
  const book = (sha256(`${uuidOf(company.id)} ${environment}`).readBigUInt64BE(0) >> 3n).toString(32).padStart(13, '0');
  const numbers = data.map(({ id }) => {
    const isOurs = /^le_[0-9a-v]{26}$/.test(text(id)) && id.startsWith(`le_${book}`);
    must(isOurs, `${id}: is no entry of this company and environment`);
    return Number.parseInt(id.slice(-13), 32);
  });
  numbers.forEach((number, index) => {
    must(index === 0 || number === numbers[index - 1] + 1, `${data[index].id}: does not follow the entry before it`);
  });
  return numbers[0];
}

/** Every amount, running balance and total, and that entries are in order of time and within the days. */
function checkSums({ from, to, data, ...statement }) {
  let [balance, incoming, outgoing, time] = [cents(statement, 'openingBalance'), 0n, 0n, ''];
  for (const entry of data) {
    const amount = cents(entry, 'amount');
    balance += amount;
    if (amount > 0n) incoming += amount;
    else outgoing -= amount;
    const ofDeltas = cents(entry, 'availableDelta') + cents(entry, 'heldDelta');
    must(amount === ofDeltas, `${entry.id}: the amount is not the sum of its deltas`);
    must(balance === cents(entry, 'balance'), `${entry.id}: the balance does not follow from the entry before`);
    must(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text(entry.createdAt)), `${entry.id}: createdAt is no time`);
    must(entry.createdAt >= time, `${entry.id}: is older than the entry before`);
    time = entry.createdAt;
    must(time.slice(0, 10) >= from && time.slice(0, 10) <= to, `${entry.id}: is not of these days`);
  }
  must(incoming === cents(statement, 'incoming'), 'incoming is not the sum of the entries');
  must(outgoing === cents(statement, 'outgoing'), 'outgoing is not the sum of the entries');
  must(balance === cents(statement, 'closingBalance'), 'closingBalance does not follow from the entries');
}

/** The hash after entries, each over the nine texts and the hash before. */
function hashOf(entries, before) {
  return entries.reduce(
    (hash, entry) => {
      for (const name of entryFields) must(typeof entry[name] === 'string', `${entry.id}: ${name} is no text`);
      const texts = entryFields.map((name) => `${Buffer.byteLength(entry[name])}:${entry[name]},`).join('');
      return sha256(hash, texts);
    },
    Buffer.from(before, 'hex'),
  );
}

/** Hashes the entries as far as they are sealed. Answers how many are; undefined if the chain claims nothing. */
function checkChain({ data, chain }) {
  const isHash = (value) => /^[0-9a-f]{64}$/.test(text(value));
  for (const name of ['before', 'after']) must(chain[name] === null || isHash(chain[name]), `chain.${name} is no hash`);
  const sealed = chain.sealedThrough === null ? 0 : data.findIndex(({ id }) => id === chain.sealedThrough) + 1;
  must(chain.sealedThrough === null || sealed > 0, 'chain.sealedThrough is no entry of the statement');
  must(chain.before !== null || (chain.after === null && sealed === 0), 'the chain has an end and no beginning');
  must((chain.after !== null) === (sealed > 0 || (data.length === 0 && chain.before !== null)), 'the chain has no end');
  if (chain.before === null) return undefined;
  const hash = hashOf(data.slice(0, sealed), chain.before);
  must(chain.after === null || hash.toString('hex') === chain.after, 'the chain does not hold');
  return sealed;
}

/** Checks one statement and answers what could not be checked. `previous` is the one before it, already checked. */
function check(statement, previous) {
  const unknown = unknownFields(statement, 'the statement', fields.statement.split(' '));
  unknown.push(...unknownFields(statement.company, 'company', fields.company.split(' ')));
  unknown.push(...unknownFields(statement.chain, 'chain', fields.chain.split(' ')).filter((name) => name !== 'forks'));
  const { forks = [] } = statement.chain;
  must(Array.isArray(forks), 'chain.forks is no list');
  for (const fork of forks) unknown.push(...unknownFields(fork, 'a fork', fields.fork.split(' ')));
  must(Array.isArray(statement.data), 'data is no list of entries');
  for (const entry of statement.data) unknown.push(...unknownFields(entry, 'an entry', entryFields));
  const { company, environment, data, chain } = statement;
  must(['sandbox', 'live'].includes(environment), 'environment is neither sandbox nor live');
  must(statement.currency === 'USD' && statement.account === 'card_account', 'it is not of a card account in USD');
  for (const name of ['from', 'to']) must(/^\d{4}-\d\d-\d\d$/.test(text(statement[name])), `${name} is no date`);
  must(statement.from <= statement.to, 'to is before from');

  const first = checkIds(statement);
  checkSums(statement);
  const sealed = checkChain(statement);
  const isFirst = chain.before === sha256(`cardwright chain 1\n${company.id}\n${environment}`).toString('hex');
  must(first === undefined || sealed === undefined || isFirst === (first === 1), 'the chain begins at another entry');
  must(!(isFirst || first === 1) || statement.openingBalance === '0.00', 'openingBalance of a new book is not 0.00');
  const follows = previous !== undefined && checkLink(statement, previous);

  const notChecked = [...new Set(unknown)].map((name) => `${name}: this program does not know the field`);
  if (sealed === undefined) notChecked.push('the chain: the statement carries none');
  else if (sealed < data.length)
    notChecked.push(`the texts of ${data.length - sealed} entries: they are not sealed yet`);
  if (data.length === 0 && !isFirst && !follows)
    notChecked.push('balances, company and environment: no entry carries them. Give the statement before it as well');
  if (previous !== undefined && follows === 'forked')
    notChecked.push('that it follows the statement before: entries of that one were lost. Ask for it again');
  else if (previous !== undefined && !follows)
    notChecked.push('that it follows the statement before: one of them is not sealed');
  return { notChecked, sealed: sealed ?? 0 };
}

/** Whether the chain proves that a statement follows the one before; both must be of one book. */
function checkLink({ company, environment, openingBalance, chain }, { statement: previous, isWhole }) {
  const isSameBook = company.id === previous.company.id && environment === previous.environment;
  must(isSameBook, 'the statement before is of another company or environment');
  if (!isWhole || chain.before === null) return false;
  if (chain.before !== previous.chain.after && (chain.forks ?? []).some((fork) => leaves(previous, fork)))
    return 'forked';
  must(chain.before === previous.chain.after, 'the chain does not go on from the statement before');
  must(openingBalance === previous.closingBalance, 'openingBalance is not the closingBalance of the statement before');
  return true;
}

/** Whether a fork leaves a statement between its first and its last entry: the hash there must be the statement's own. */
function leaves({ data, chain }, { after, hash, lost }) {
  const index = data.findIndex(({ id }) => id === after);
  const isLeft = index >= 0 ? index < data.length - 1 : chain.before === hash;
  if (!isLeft) return false;
  const own = hashOf(data.slice(0, index + 1), chain.before).toString('hex');
  must(own === hash, `the fork after ${after} leaves another chain than this one`);
  must(data.length - index - 1 <= lost, `more entries follow ${after} than were lost`);
  return true;
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return end(2, `${file} cannot be read as JSON: ${error.message}`);
  }
}

const files = process.argv.slice(2);
const isHelp = files.includes('--help') || files.includes('-h');
const usage = 'Usage: node docs/verify-statement.mjs statement.json [next.json …]';
if (isHelp) process.exit(console.log(usage) ?? 0);
if (files.length === 0) end(2, usage);

let [previous, isComplete] = [undefined, true];
for (const file of files) {
  const statement = read(file);
  const { notChecked, sealed } = check(statement, previous);
  const { data, chain, from, to } = statement;
  console.log(`${file}: ${from} to ${to}, ${data.length} entries, ${sealed} of them sealed`);
  console.log('checked: amounts, running balances, opening and closing balance, incoming, outgoing, entry ids, times');
  if (sealed > 0)
    console.log(`checked: the chain from ${chain.before} to ${chain.after}, through ${chain.sealedThrough}`);
  console.log('as it is written, no hash covers it: company.name, from, to, generatedAt');
  for (const words of notChecked) console.log(`NOT CHECKED: ${words}`);
  isComplete &&= notChecked.length === 0;
  previous = { statement, isWhole: notChecked.length === 0 };
}
console.log(isComplete ? 'OK: everything was checked' : 'INCOMPLETE: nothing is wrong in what could be checked');
process.exitCode = isComplete ? 0 : 3;
