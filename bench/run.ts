// Command: measures the product under load and compares it with its bars.
//   npm run bench -- NAME [--small] [--profile] [--seed N] [--directory DIR] [--entries N] …
//   npm run bench -- --list
// Progress goes to stderr. The last line on stdout is one JSON object; the exit code is 1 when a bar was missed.
import { fail, type Given, readGiven, wrongSize } from '@cardwright/proofs/harness/command-line.ts';
import { exitWithHelp } from '@cardwright/server/foundation/command-line.ts';
import { benches } from './benches.ts';

const help = `Measures the product under load and compares it with its bars. The last line on stdout is one JSON object; the exit code is 1 when a bar
was missed.

Usage:
  npm run bench -- NAME [--small] [--profile] [--seed N] [--directory DIR] [--entries N] …
  npm run bench -- --list                                    every bench with its sizes

--profile shows where processor time goes, by function and by statement, instead of comparing with bars. Only operations and webhooks
have it.

Benches: ${Object.keys(benches).join(', ')}`;
exitWithHelp(help, process.argv);
const [first, ...rest] = process.argv.slice(2);
if (first === undefined || first === '--list') list();
else await runOne(first, readGiven(rest, ['directory'], ['profile']));
process.exit();

function list(): void {
  for (const [name, bench] of Object.entries(benches)) {
    console.log(`${name}\n  ${bench.measures}\n  full size: ${JSON.stringify(bench.sizes.full)}`);
  }
}

async function runOne(name: string, given: Given): Promise<void> {
  const bench = benches[name];
  if (bench === undefined) return fail(`There is no bench "${name}". There are: ${Object.keys(benches).join(', ')}`);
  const wrong = wrongSize(name, given, bench.sizes.full);
  if (wrong !== undefined) return fail(wrong);
  if (given.flags.includes('profile') && !bench.hasProfile) return fail(`${name} has no --profile`);
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 1_000);
  const version = process.env['CARDWRIGHT_POSTGRES'] === '15' ? '15' : '18';
  const sizes = { ...(given.small ? bench.sizes.small : bench.sizes.full), ...given.sizes };
  const { figures, bars } = await bench.run({
    version,
    sizes,
    seed: given.seed,
    directory: given.texts['directory'],
    profile: given.flags.includes('profile'),
    progress: (what) => process.stderr.write(`${name} ${seconds()} s: ${what}\n`),
  });
  const missed = bars.filter(({ isMet }) => !isMet);
  console.log(
    JSON.stringify({
      bench: name,
      postgres: version,
      seed: given.seed,
      ...sizes,
      ...figures,
      elapsedSeconds: seconds(),
      bars,
      missed: missed.map(({ what, found, bar }) => `${what}: ${found}, and the bar is ${bar}`),
    }),
  );
  if (missed.length > 0) process.exitCode = 1;
}
