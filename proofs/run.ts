// Command: runs a proof against the real stack.
//   npm run prove -- NAME [--rounds N] [--clients N] … [--seed N] [--small] [--plant BUG]
//   npm run prove -- --planted [NAME] [--one-in N --seed M]    planted bugs, each in a run of its own, must be caught
//   npm run prove -- --list
// Progress goes to stderr. The last line on stdout is one JSON object; the exit code is 1 when a violation was found.
import { writeSync } from 'node:fs';
import { exitWithHelp } from '@cardwright/server/foundation/command-line.ts';
import { connectingTo } from '@cardwright/server/platform/db/client.ts';
import { startCluster } from '@cardwright/stack/cluster/start.ts';
import { type Postgres, startPostgres } from '@cardwright/stack/postgres.ts';
import { startStack } from '@cardwright/stack/start.ts';
import { endWithStarter } from '@cardwright/stack/starter.ts';
import pg from 'pg';
import { fail, type Given, readGiven, wrongSize } from './harness/command-line.ts';
import { Caught, nodeArgumentsFor, type Plant, plantInDatabase } from './harness/plant.ts';
import type { Counts, Proof, Sizes } from './harness/proof.ts';
import { randomFrom } from './harness/random.ts';
import { proofs } from './proofs.ts';

/** Violations of one kind beyond these are counted but not shown. */
const SHOWN_VIOLATIONS = 3;

const version = process.env['CARDWRIGHT_POSTGRES'] === '15' ? '15' : '18';
const help = `Runs a proof against the real stack. The last line on stdout is one JSON object; the exit code is 1 when a violation was found.

Usage:
  npm run prove -- NAME [--rounds N] [--clients N] … [--seed N] [--small] [--plant BUG]
  npm run prove -- --planted [NAME] [--one-in N --seed M]    planted bugs, each in a run of its own, must be caught
  npm run prove -- --list                                    every proof with its sizes and bugs

Proofs: ${Object.keys(proofs).join(', ')}`;
exitWithHelp(help, process.argv);
const [first, ...rest] = process.argv.slice(2);
/** Started by the first run that needs it, and shared by all of them. */
let postgres: Promise<Postgres> | undefined;
endWithStarter(async () => (await postgres)?.stop());

try {
  if (first === '--list' || first === undefined) list();
  else if (first === '--planted') await provePlanted(rest);
  else await proveOne(first, readGiven(rest, ['plant']));
} finally {
  await (await postgres)?.stop();
}
process.exit();

function list(): void {
  for (const [name, proof] of Object.entries(proofs)) {
    console.log(
      `${name}\n  ${proof.promise}\n  full size: ${JSON.stringify(proof.sizes.full)}; bugs: ${Object.keys(proof.bugs).join(', ')}`,
    );
  }
}

async function proveOne(name: string, given: Given): Promise<void> {
  const proof = proofs[name];
  if (proof === undefined) return unknownProof(name);
  const wrong = wrongSize(name, given, proof.sizes.full);
  if (wrong !== undefined) return fail(wrong);
  const bug = given.texts['plant'];
  const plant = bug === undefined ? undefined : proof.bugs[bug];
  if (bug !== undefined && plant === undefined) return fail(`${name} has no planted bug "${bug}"`);
  const sizes = { ...(given.small ? proof.sizes.small : proof.sizes.full), ...given.sizes };
  const { counts, violations } = await runProof(name, proof, { sizes, seed: given.seed, plant, database: 'proof' });
  console.log(JSON.stringify({ proof: name, seed: given.seed, ...sizes, ...counts, violations }));
  if (violations > 0) process.exitCode = 1;
}

/** Plants every bug of all proofs or of one; with `--one-in N --seed M`, every Nth, starting at the seed. */
async function provePlanted(words: readonly string[]): Promise<void> {
  const only = words[0]?.startsWith('--') ? undefined : words[0];
  if (only !== undefined && proofs[only] === undefined) return unknownProof(only);
  const given = readGiven(only === undefined ? words : words.slice(1), []);
  const wrong = wrongSize('--planted', given, { 'one-in': 1 });
  if (wrong !== undefined) return fail(wrong);
  const oneIn = given.sizes['one-in'] ?? 1;
  const missed: string[] = [];
  let planted = 0;
  const all = Object.entries(proofs)
    .filter(([name]) => only === undefined || only === name)
    .flatMap(([name, proof]) => Object.entries(proof.bugs).map(([bug, plant]) => ({ name, proof, bug, plant })));
  for (const { name, proof, bug, plant } of all.filter((_, index) => (index + given.seed) % oneIn === 0)) {
    planted++;
    const { counts, violations } = await runProof(name, proof, {
      sizes: proof.sizes.small,
      seed: 1,
      plant,
      database: `planted_${planted}`,
    });
    process.stderr.write(
      `${violations > 0 ? 'caught' : 'MISSED'}  ${name}: ${plant.what}  <- ${counts['how'] ?? ''}\n`,
    );
    if (violations === 0) missed.push(`${name}/${bug}`);
  }
  console.log(JSON.stringify({ planted, caught: planted - missed.length, missed, violations: missed.length }));
  if (missed.length > 0) process.exitCode = 1;
}

async function runProof(
  name: string,
  proof: Proof,
  { sizes, seed, plant, database }: { sizes: Sizes; seed: number; plant: Plant | undefined; database: string },
): Promise<{ counts: Counts; violations: number }> {
  const started = performance.now();
  postgres ??= startPostgres({ version });
  const cluster = proof.cluster === undefined ? undefined : await startCluster(proof.cluster);
  const server = await postgres;
  const stack = await startStack({
    ...proof.stack,
    adminUrl: cluster?.hostsUrl ?? server.url,
    issuerAdminUrl: server.url,
    database,
    nodeArguments: nodeArgumentsFor(plant),
  });
  const stop = async () => {
    await stack.stop();
    await cluster?.stop();
  };
  let violations = 0;
  let shownAt = 0;
  try {
    if (plant !== undefined) await changeDatabase(stack.databaseUrl, plant);
  } catch (error) {
    await stop();
    throw error; // a failed plant is not a caught bug
  }
  const kinds = new Map<string, number>();
  try {
    const counts = await proof.run({
      stack,
      postgres: server,
      cluster,
      sizes,
      random: randomFrom(seed),
      plant,
      nodeArguments: nodeArgumentsFor(plant),
      async plantIn(url) {
        if (plant !== undefined) await changeDatabase(url, plant);
      },
      progress(done, of, what) {
        if (performance.now() - shownAt < 1_000 && done < of) return;
        shownAt = performance.now();
        process.stderr.write(`${name}: ${done} of ${of} ${what}\n`);
      },
      violation(what, details) {
        violations++;
        if (plant !== undefined) throw new Caught(what); // one violation is enough: the bug is caught
        const times = (kinds.get(what) ?? 0) + 1;
        kinds.set(what, times);
        if (times > SHOWN_VIOLATIONS) return;
        writeSync(2, `VIOLATION  ${what}${details === undefined ? '' : `  ${show(details)}`}\n`);
      },
    });
    return { counts: { ...counts, seconds: Math.round((performance.now() - started) / 1_000) }, violations };
  } catch (error) {
    if (plant === undefined) throw error;
    // A bug that makes the run itself fail is caught too; the text says which it was.
    const how = error instanceof Caught ? error.message : `the run failed: ${String(error).slice(0, 120)}`;
    return { counts: { how }, violations: Math.max(1, violations) };
  } finally {
    await stop();
  }
}

async function changeDatabase(url: string, plant: Plant): Promise<void> {
  const database = new pg.Pool({ ...connectingTo(url), max: 1 });
  try {
    await plantInDatabase(database, plant);
  } finally {
    await database.end();
  }
}

function show(details: unknown): string {
  const text = JSON.stringify(details, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
  return (text ?? String(details)).slice(0, 600);
}

function unknownProof(name: string): void {
  fail(`There is no proof "${name}". There are: ${Object.keys(proofs).join(', ')}`);
}
