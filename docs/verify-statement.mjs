// Checks statements on your own machine, without us:  node docs/verify-statement.mjs statement.json [next.json …]
// Give several in order, oldest first, to check also that they follow one another without a gap. The recipe: chain.md.
// Exit code 0: everything was checked and is right. 1: something is wrong. 2: a file cannot be read.
// 3: nothing is wrong, but not everything could be checked; the output says what.
// Made from sdk/src/statements.ts and sdk/src/verify-statement.ts by tools/generate.ts. Never edited.
import { readFileSync } from 'node:fs';
const entryFields = [
    'id',
    'reference',
    'kind',
    'description',
    'amount',
    'balance',
    'availableDelta',
    'heldDelta',
    'createdAt',
];
const fields = {
    statement: 'company environment currency account from to openingBalance closingBalance incoming outgoing generatedAt data ' +
        'chain',
    company: 'id name',
    chain: 'before after sealedThrough',
    fork: 'after hash lost at',
};
/** Something in a statement is wrong. */
class Wrong extends Error {
}
function must(isRight, words) {
    if (!isRight)
        throw new Wrong(words);
}
/**
 * Checks statements: one, or several in order, oldest first, to check also that they follow one another without a gap.
 * Each is the JSON text or what was parsed from it.
 */
async function verify(given) {
    const statements = [];
    try {
        let previous;
        for (const each of Array.isArray(given) ? given : [given]) {
            const statement = (typeof each === 'string' ? parsed(each) : each);
            const checked = await check(statement, previous);
            statements.push(checked);
            previous = { statement, isWhole: checked.notChecked.length === 0 };
        }
    }
    catch (error) {
        if (error instanceof Wrong)
            return { verdict: 'wrong', problem: error.message, statements };
        throw error;
    }
    const isComplete = statements.length > 0 && statements.every(({ notChecked }) => notChecked.length === 0);
    return { verdict: isComplete ? 'verified' : 'incomplete', statements };
}
function parsed(json) {
    try {
        return JSON.parse(json);
    }
    catch {
        throw new Wrong('the statement is no JSON');
    }
}
const text = (value) => (typeof value === 'string' ? value : '');
const encode = (value) => new TextEncoder().encode(value);
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
async function sha256(...parts) {
    const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    let end = 0;
    for (const part of parts) {
        bytes.set(part, end);
        end += part.length;
    }
    return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}
/** Dollars and cents as a whole number of cents; the one way to write it is `0.00`, `-12.34`. */
function cents(of, name) {
    const value = text(of[name]);
    const isWritten = /^-?(0|[1-9]\d*)\.\d\d$/.test(value) && value !== '-0.00';
    must(isWritten, `${of.id ?? 'the statement'}: ${name} is no amount`);
    return BigInt(value.replace('.', ''));
}
/** Whether a field is missing is an error; one that this program does not know is something that it cannot check. */
function unknownFields(value, where, names) {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    must(isObject, `${where} is missing or no object`);
    for (const name of names)
        must(Object.hasOwn(value, name), `${where} has no ${name}`);
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
/** Entry ids tell the book and count its entries: none is missing, moved or from elsewhere. Answers the first one. */
async function checkIds({ company, environment, data }) {
    const digest = await sha256(encode(`${uuidOf(company.id)} ${environment}`));
    const book = (BigInt(`0x${toHex(digest.slice(0, 8))}`) >> 3n).toString(32).padStart(13, '0');
    const numbers = data.map(({ id }) => {
        const isOurs = /^le_[0-9a-v]{26}$/.test(text(id)) && id.startsWith(`le_${book}`);
        must(isOurs, `${id}: is no entry of this company and environment`);
        return Number.parseInt(id.slice(-13), 32);
    });
    numbers.forEach((number, index) => {
        const isNext = index === 0 || number === (numbers[index - 1] ?? 0) + 1;
        must(isNext, `${data[index]?.id}: does not follow the entry before it`);
    });
    return numbers[0];
}
/** Every amount, running balance and total, and that entries are in order of time and within the days. */
function checkSums({ from, to, data, ...statement }) {
    let balance = cents(statement, 'openingBalance');
    let [incoming, outgoing, time] = [0n, 0n, ''];
    for (const entry of data) {
        const amount = cents(entry, 'amount');
        balance += amount;
        if (amount > 0n)
            incoming += amount;
        else
            outgoing -= amount;
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
async function hashOf(entries, before) {
    let hash = fromHex(before);
    for (const entry of entries) {
        for (const name of entryFields)
            must(typeof entry[name] === 'string', `${entry.id}: ${name} is no text`);
        const texts = entryFields.map((name) => `${encode(entry[name]).length}:${entry[name]},`).join('');
        hash = await sha256(hash, encode(texts));
    }
    return toHex(hash);
}
/** Hashes the entries as far as they are sealed. Answers how many are; undefined if the chain claims nothing. */
async function checkChain({ data, chain }) {
    const isHash = (value) => /^[0-9a-f]{64}$/.test(text(value));
    for (const name of ['before', 'after'])
        must(chain[name] === null || isHash(chain[name]), `chain.${name} is no hash`);
    const sealed = chain.sealedThrough === null ? 0 : data.findIndex(({ id }) => id === chain.sealedThrough) + 1;
    must(chain.sealedThrough === null || sealed > 0, 'chain.sealedThrough is no entry of the statement');
    must(chain.before !== null || (chain.after === null && sealed === 0), 'the chain has an end and no beginning');
    must((chain.after !== null) === (sealed > 0 || (data.length === 0 && chain.before !== null)), 'the chain has no end');
    if (chain.before === null)
        return undefined;
    const hash = await hashOf(data.slice(0, sealed), chain.before);
    must(chain.after === null || hash === chain.after, 'the chain does not hold');
    return sealed;
}
/** Every field is there; answers those that this program does not know. */
function checkShape(statement) {
    const unknown = unknownFields(statement, 'the statement', fields.statement.split(' '));
    unknown.push(...unknownFields(statement.company, 'company', fields.company.split(' ')));
    unknown.push(...unknownFields(statement.chain, 'chain', fields.chain.split(' ')).filter((name) => name !== 'forks'));
    const { forks = [] } = statement.chain;
    must(Array.isArray(forks), 'chain.forks is no list');
    for (const fork of forks)
        unknown.push(...unknownFields(fork, 'a fork', fields.fork.split(' ')));
    must(Array.isArray(statement.data), 'data is no list of entries');
    for (const entry of statement.data)
        unknown.push(...unknownFields(entry, 'an entry', entryFields));
    must(['sandbox', 'live'].includes(statement.environment), 'environment is neither sandbox nor live');
    must(statement.currency === 'USD' && statement.account === 'card_account', 'it is not of a card account in USD');
    for (const name of ['from', 'to'])
        must(/^\d{4}-\d\d-\d\d$/.test(text(statement[name])), `${name} is no date`);
    must(statement.from <= statement.to, 'to is before from');
    return [...new Set(unknown)];
}
/** Checks one statement and answers what could not be checked. `previous` is the one before it, already checked. */
async function check(statement, previous) {
    const unknown = checkShape(statement);
    const { company, environment, data, chain } = statement;
    const first = await checkIds(statement);
    checkSums(statement);
    const sealed = await checkChain(statement);
    const isFirst = chain.before === toHex(await sha256(encode(`cardwright chain 1\n${company.id}\n${environment}`)));
    must(first === undefined || sealed === undefined || isFirst === (first === 1), 'the chain begins at another entry');
    must(!(isFirst || first === 1) || statement.openingBalance === '0.00', 'openingBalance of a new book is not 0.00');
    const follows = previous !== undefined && (await checkLink(statement, previous));
    const notChecked = unknown.map((name) => `${name}: this program does not know the field`);
    if (sealed === undefined)
        notChecked.push('the chain: the statement carries none');
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
async function checkLink({ company, environment, openingBalance, chain }, { statement: previous, isWhole }) {
    const isSameBook = company.id === previous.company.id && environment === previous.environment;
    must(isSameBook, 'the statement before is of another company or environment');
    if (!isWhole || chain.before === null)
        return false;
    if (chain.before !== previous.chain.after)
        for (const fork of chain.forks ?? [])
            if (await leaves(previous, fork))
                return 'forked';
    must(chain.before === previous.chain.after, 'the chain does not go on from the statement before');
    must(openingBalance === previous.closingBalance, 'openingBalance is not the closingBalance of the statement before');
    return true;
}
/** Whether a fork leaves a statement between two of its entries: the hash there must be the statement's own. */
async function leaves({ data, chain }, { after, hash, lost }) {
    const index = data.findIndex(({ id }) => id === after);
    const isLeft = index >= 0 ? index < data.length - 1 : chain.before === hash;
    if (!isLeft || chain.before === null)
        return false;
    const own = await hashOf(data.slice(0, index + 1), chain.before);
    must(own === hash, `the fork after ${after} leaves another chain than this one`);
    must(data.length - index - 1 <= lost, `more entries follow ${after} than were lost`);
    return true;
}
const files = process.argv.slice(2);
const isHelp = files.includes('--help') || files.includes('-h');
const usage = 'Usage: node docs/verify-statement.mjs statement.json [next.json …]';
function end(code, words) {
    (code === 0 ? console.log : console.error)(words);
    process.exit(code);
}
function read(file) {
    try {
        return JSON.parse(readFileSync(file, 'utf8'));
    }
    catch (error) {
        return end(2, `${file} cannot be read as JSON: ${error.message}`);
    }
}
if (isHelp)
    end(0, usage);
if (files.length === 0)
    end(2, usage);
const statements = files.map(read);
const result = await verify(statements);
for (const [index, { sealed, notChecked }] of result.statements.entries()) {
    const { data = [], chain = {}, from, to } = statements[index] ?? {};
    console.log(`${files[index]}: ${from} to ${to}, ${data.length} entries, ${sealed} of them sealed`);
    console.log('checked: amounts, running balances, opening and closing balance, incoming, outgoing, entry ids, times');
    if (sealed > 0)
        console.log(`checked: the chain from ${chain['before']} to ${chain['after']}, through ${chain['sealedThrough']}`);
    console.log('as it is written, no hash covers it: company.name, from, to, generatedAt');
    for (const words of notChecked)
        console.log(`NOT CHECKED: ${words}`);
}
if (result.verdict === 'wrong')
    end(1, `WRONG: ${result.problem}`);
const isComplete = result.verdict === 'verified';
console.log(isComplete ? 'OK: everything was checked' : 'INCOMPLETE: nothing is wrong in what could be checked');
process.exitCode = isComplete ? 0 : 3;
