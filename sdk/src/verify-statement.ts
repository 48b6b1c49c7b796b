// Command: checks statements in files. Exit codes: 0 right, 1 wrong, 2 unreadable, 3 not everything could be checked.
import { readFileSync } from 'node:fs';
import { verify } from './statements.ts';

const files = process.argv.slice(2);
const isHelp = files.includes('--help') || files.includes('-h');
const usage = 'Usage: node docs/verify-statement.mjs statement.json [next.json …]';

function end(code: number, words: string): never {
  (code === 0 ? console.log : console.error)(words);
  process.exit(code);
}

function read(file: string): { data: unknown[]; chain: Record<string, string>; from: string; to: string } {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return end(2, `${file} cannot be read as JSON: ${(error as Error).message}`);
  }
}

if (isHelp) end(0, usage);
if (files.length === 0) end(2, usage);
const statements = files.map(read);
const result = await verify(statements);
for (const [index, { sealed, notChecked }] of result.statements.entries()) {
  const { data = [], chain = {}, from, to } = statements[index] ?? {};
  console.log(`${files[index]}: ${from} to ${to}, ${data.length} entries, ${sealed} of them sealed`);
  console.log('checked: amounts, running balances, opening and closing balance, incoming, outgoing, entry ids, times');
  if (sealed > 0)
    console.log(`checked: the chain from ${chain['before']} to ${chain['after']}, through ${chain['sealedThrough']}`);
  console.log('as it is written, no hash covers it: company.name, from, to, generatedAt');
  for (const words of notChecked) console.log(`NOT CHECKED: ${words}`);
}
if (result.verdict === 'wrong') end(1, `WRONG: ${result.problem}`);
const isComplete = result.verdict === 'verified';
console.log(isComplete ? 'OK: everything was checked' : 'INCOMPLETE: nothing is wrong in what could be checked');
process.exitCode = isComplete ? 0 : 3;
