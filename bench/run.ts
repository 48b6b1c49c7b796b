// Command: measures the product at work and holds it to its bars.
//   npm run bench -- NAME [--small] [--seed N] [--directory DIR] [--entries N] …
//   npm run bench -- --list
// Progress goes to stderr. The last line on stdout is one JSON object; the exit code is 1 when a bar was missed.
import type { Bench, Options } from './src/bench.ts';
import { growth } from './src/growth.ts';
import { ledger } from './src/ledger.ts';

const benches: Record<string, Bench> = { growth, ledger };

const [first, ...rest] = process.argv.slice(2);
if (first === undefined || first === '--list') list();
else await runOne(first, readOptions(rest));
process.exit();

function list(): void {
  for (const [name, bench] of Object.entries(benches)) {
    console.log(`${name}\n  ${bench.measures}\n  full size: ${JSON.stringify(bench.sizes.full)}`);
  }
}

async function runOne(name: string, options: Options): Promise<void> {
  const bench = benches[name];
  if (bench === undefined) return fail(`There is no bench "${name}". There are: ${Object.keys(benches).join(', ')}`);
  for (const [size, value] of Object.entries({ ...options.sizes, seed: options.seed })) {
    if (size !== 'seed' && !(size in bench.sizes.full)) {
      return fail(`${name} has no --${size}. It has: ${Object.keys(bench.sizes.full).join(', ')}`);
    }
    if (!Number.isSafeInteger(value) || value < 1) return fail(`--${size} needs a whole number above zero`);
  }
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 1_000);
  const version = process.env['CARDWRIGHT_POSTGRES'] === '15' ? '15' : '18';
  const sizes = { ...(options.small ? bench.sizes.small : bench.sizes.full), ...options.sizes };
  const { figures, bars, missed } = await bench.run({
    version,
    sizes,
    seed: options.seed,
    directory: options.directory,
    progress: (what) => process.stderr.write(`${name} ${seconds()} s: ${what}\n`),
  });
  console.log(
    JSON.stringify({
      bench: name,
      postgres: version,
      seed: options.seed,
      ...sizes,
      ...figures,
      elapsedSeconds: seconds(),
      bars,
      missed,
    }),
  );
  if (missed.length > 0) process.exitCode = 1;
}

function readOptions(words: readonly string[]): Options {
  const options: Options = { small: false, seed: 1, directory: undefined, sizes: {} };
  for (let at = 0; at < words.length; at++) {
    const option = (words[at] ?? '').replace(/^--/, '');
    if (option === 'small') options.small = true;
    else if (option === 'directory') options.directory = words[++at];
    else if (option === 'seed') options.seed = Number(words[++at]);
    else options.sizes[option] = Number(words[++at]);
  }
  return options;
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 2;
}
