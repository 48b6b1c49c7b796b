// Command: proves a commit: continuous integration, proofs, benches and planted bugs, at full size.   npm run release:prove
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { proofs } from '@cardwright/proofs/proofs.ts';
import { readOptions, typedWrong } from '@cardwright/server/foundation/command-line.ts';
import { digestOf, type TreeFile } from './proving/matters.ts';
import { withBars, withProofs } from './proving/pages.ts';
import { keepResult, newestOf, readResults, type StepResult, writeResults } from './proving/results.ts';
import { runStep } from './proving/run.ts';
import { runsBesideOthers, type Step, steps } from './proving/steps.ts';
import { timeLeft } from './proving/time-left.ts';

const help = `Proves the last commit: continuous integration, every proof and bench at full size, and every planted bug. It takes many hours.

Usage: npm run release:prove [-- --only TEXT] [--jobs NUMBER] [--list] [--write] [--directory DIRECTORY]

  --only TEXT            only the steps whose names begin with this, such as "bug" or "prove crash"
  --jobs NUMBER          this many planted bugs at once; 1 unless given. Steps that measure or compare times run alone
  --list                 prints each step with its result, and runs nothing
  --write                writes the results into docs/proved.jsonl, and runs nothing; once no proof, bug or bench is left,
                         their figures also into docs/promises.md and docs/capacity.md
  --directory DIRECTORY  where results and the clone are kept; ~/.cache/cardwright/proving unless given

Run it again after it was stopped: it goes on with the step that it was at. A step that passed runs again only after a commit
that changes a file that matters to it; a step that failed runs every time. The results in docs/proved.jsonl count too, so
the steps can be divided between machines: run a part, write, commit, and go on elsewhere.`;

const root = join(import.meta.dirname, '..');
const options = readOptions(help, {
  only: { type: 'string', default: '' },
  jobs: { type: 'string', default: '1' },
  list: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
  directory: { type: 'string', default: join(homedir(), '.cache/cardwright/proving') },
});
const chosen = steps.filter(({ name }) => name.startsWith(options.only));
if (chosen.length === 0) typedWrong(help, `No step begins with "${options.only}".`);
const jobs = Number(options.jobs);
if (!Number.isInteger(jobs) || jobs < 1) typedWrong(help, `--jobs is a whole number from 1, not "${options.jobs}".`);

const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
const commit = git('rev-parse', 'HEAD').trim();
const files = treeOf();
const digests = new Map(steps.map((step) => [step.name, digestOf(step, files)]));
/** The results of this machine, and those that came with the commit. */
const resultsFile = join(options.directory, 'results.jsonl');
const writtenFile = join(root, 'docs/proved.jsonl');
const allResults = () => readResults(writtenFile, resultsFile);

if (options.list) list();
else if (options.write) write();
else await prove();

/** The files of the commit. */
function treeOf(): TreeFile[] {
  return git('ls-tree', '-r', '-z', 'HEAD')
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => {
      const [facts = '', path = ''] = line.split('\t');
      return { path, id: facts.split(' ')[2] ?? '' };
    });
}

function resultOf(results: readonly StepResult[], { name }: Step): StepResult | undefined {
  return newestOf(results, name, digests.get(name) ?? '');
}

function list(): void {
  const results = allResults();
  for (const step of chosen) {
    const result = resultOf(results, step);
    const state = result === undefined ? 'to run' : result.isPassed ? 'passed' : 'FAILED';
    console.log(
      `${state}  ${step.name}${result === undefined ? '' : `  ${result.at.slice(0, 10)}, ${result.seconds} s`}`,
    );
  }
}

function write(): void {
  const results = allResults();
  const found = new Map(steps.flatMap((step) => resultOf(results, step) ?? []).map((result) => [result.step, result]));
  writeResults(writtenFile, [...found.values()]);
  console.log('wrote docs/proved.jsonl');
  const left = steps.filter(({ name, kind }) => kind !== 'ci' && !found.has(name)).length;
  if (left > 0) {
    console.log(`docs/promises.md and docs/capacity.md stay as they are: ${left} steps have no result on these files.`);
    return;
  }
  const change = (page: string, to: (text: string) => string) => {
    const path = join(root, 'docs', page);
    writeFileSync(path, to(readFileSync(path, 'utf8')));
    console.log(`wrote docs/${page}`);
  };
  const bugsOf = (proof: string) => Object.keys(proofs[proof]?.bugs ?? {});
  change('promises.md', (text) => withProofs(text, found, { commit, bugsOf }));
  change('capacity.md', (text) => withBars(text, found, { commit }));
}

async function prove(): Promise<void> {
  const results = allResults();
  const open = chosen.filter((step) => resultOf(results, step)?.isPassed !== true);
  console.log(`${chosen.length - open.length} of ${chosen.length} steps have passed on these files.`);
  if (open.length === 0) return;
  const clone = cloned();
  const failed: string[] = [];
  const alone = open.filter((step) => !runsBesideOthers(step));
  const beside = open.filter(runsBesideOthers);
  let begun = 0;
  const carryOut = async (step: Step) => {
    const left = timeLeft(allResults(), [step, ...alone, ...beside], jobs);
    console.log(`[${++begun} of ${open.length}] ${step.name}${left === undefined ? '' : `; about ${left} left`}`);
    const started = performance.now();
    const at = new Date().toISOString();
    const { isPassed, figures, lastLines } = await runStep(step, clone, show);
    const seconds = Math.round((performance.now() - started) / 1_000);
    const digest = digests.get(step.name) ?? '';
    keepResult(resultsFile, { step: step.name, digest, commit, at, seconds, isPassed, figures });
    if (!isPassed) {
      failed.push(step.name);
      console.log(lastLines.join('\n'));
    }
    console.log(`${step.name}: ${isPassed ? 'passed' : 'FAILED'} (${seconds} s)`);
  };
  const carryOutAll = async (some: Step[]) => {
    for (let step = some.shift(); step !== undefined; step = some.shift()) await carryOut(step);
  };
  await carryOutAll(alone);
  await Promise.all(Array.from({ length: jobs }, () => carryOutAll(beside)));
  if (steps.every((step) => resultOf(allResults(), step)?.isPassed)) removeClones();
  console.log(
    `\n${chosen.length - failed.length} passed, ${failed.length} failed${failed.map((name) => `\n  ${name}`).join('')}`,
  );
  if (failed.length > 0) process.exitCode = 1;
}

/** Shows progress in one line of a terminal; a log gets only the results. */
function show(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line.slice(0, process.stderr.columns - 1)}`);
}

function removeClones(): void {
  for (const name of globSync('clone-*', { cwd: options.directory }))
    rmSync(join(options.directory, name), { recursive: true, force: true });
}

/** A clone of the commit, with what its steps need, so that work on the next commit can go on meanwhile. */
function cloned(): string {
  const clone = join(options.directory, `clone-${commit.slice(0, 12)}`);
  const isReady = join(clone, '.git/cardwright-is-ready');
  if (existsSync(isReady)) return clone;
  removeClones();
  mkdirSync(options.directory, { recursive: true });
  git('clone', '--quiet', '--no-checkout', root, clone);
  execFileSync('git', ['checkout', '--quiet', commit], { cwd: clone });
  const shared = join(root, '../shared');
  if (existsSync(shared)) cpSync(shared, join(options.directory, 'shared'), { recursive: true });
  console.log('Installing what the steps need …');
  const { status } = spawnSync('bash', ['.ci/run', 'install'], { cwd: clone, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('what the steps need could not be installed: run `bash .ci/run install`');
  writeFileSync(isReady, '');
  return clone;
}
