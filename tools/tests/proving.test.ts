// Proving a release: which results count for a commit, what counts as passed, and what is written of them.
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { proofs } from '@cardwright/proofs/proofs.ts';
import { expect, test } from 'vitest';
import { digestOf, matters } from '../proving/matters.ts';
import { withBars, withProofs } from '../proving/pages.ts';
import { keepResult, newestOf, readResults, type StepResult, writeResults } from '../proving/results.ts';
import { isPassed } from '../proving/run.ts';
import { runsBesideOthers, type Step, steps } from '../proving/steps.ts';
import { timeLeft } from '../proving/time-left.ts';

const root = join(import.meta.dirname, '../..');
const stepOf = (name: string): Step => {
  const step = steps.find((each) => each.name === name);
  if (step === undefined) throw new Error(`there is no step ${name}`);
  return step;
};

test.each([
  ['docs/promises.md', 'ci gate', true],
  ['docs/promises.md', 'prove conservation', false],
  ['portal/shared/money.tsx', 'prove conservation', false],
  ['portal/shared/money.tsx', 'bench pages', true],
  ['proofs/crash/kills.ts', 'prove crash', true],
  ['proofs/crash/kills.ts', 'bug crash/lost-is-sent-again', true],
  ['proofs/crash/kills.ts', 'prove delivery', false],
  ['proofs/harness/plant.ts', 'prove delivery', true],
  ['proofs/run.ts', 'bench ledger', true],
  ['bench/ledger/bench.ts', 'bench ledger', true],
  ['bench/ledger/bench.ts', 'bench growth', false],
  ['bench/ledger/bench.ts', 'prove crash', false],
  ['server/src/ledger/seals/seal.ts', 'prove signature', true],
  ['server/tests/world.ts', 'prove crash', false],
  ['server/database/previous.txt', 'prove crash', false],
  ['server/database/roles.sql', 'prove crash', true],
  ['package-lock.json', 'prove money', true],
  ['a-room-that-nobody-thought-of/file.ts', 'prove money', true],
])('%s matters to %s: %s', (path, step, does) => {
  expect(matters(path, stepOf(step))).toBe(does);
});

/** The file that an import names, if it is one of ours. */
function fileOf(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(from), specifier);
  const [, name = '', rest = ''] = /^@cardwright\/([a-z-]+)(\/.+)?$/.exec(specifier) ?? [];
  if (name === '') return undefined;
  const { exports = {} } = JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8')) as {
    exports?: Record<string, string>;
  };
  const exact = exports[`.${rest}`];
  if (exact !== undefined) return join(root, name, exact);
  const [pattern, target] =
    Object.entries(exports).find(([key]) => key.endsWith('*') && `.${rest}`.startsWith(key.slice(0, -1))) ?? [];
  return pattern === undefined || target === undefined
    ? join(root, name, rest)
    : join(root, name, target.replace('*', `.${rest}`.slice(pattern.length - 1)));
}

/** Every file that a file imports, also by way of others, or names as a file beside it. */
function importedBy(entry: string): Set<string> {
  const found = new Set<string>();
  const open = [join(root, entry)];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file) || !existsSync(file) || !statSync(file).isFile()) continue;
    found.add(file);
    const text = readFileSync(file, 'utf8');
    for (const [, specifier = ''] of text.matchAll(/(?:from|import\(|import|new URL\()\s*'([^']+)'/g)) {
      const imported = fileOf(file, specifier);
      if (imported !== undefined) open.push(imported);
    }
  }
  return new Set([...found].map((file) => relative(root, file)));
}

test.each(steps.filter(({ kind }) => kind === 'proof' || kind === 'bench').map((step) => [step.name, step] as const))(
  'every file that %s imports matters to it',
  (_name, step) => {
    const entry = step.kind === 'bench' ? `bench/${step.of}/bench.ts` : `proofs/${step.of}/proof.ts`;
    const imported = importedBy(entry);
    expect(imported).toContain(entry);
    expect([...imported].filter((path) => !matters(path, step))).toEqual([]);
  },
);

test('each proof, bench and planted bug is a step, and so is each part of the continuous integration', () => {
  const bugs = Object.values(proofs).flatMap((proof) => Object.keys(proof.bugs));
  expect(steps.filter(({ kind }) => kind === 'bug')).toHaveLength(bugs.length);
  expect(steps.filter(({ kind }) => kind === 'proof')).toHaveLength(
    globSync('proofs/*/proof.ts', { cwd: root, exclude: ['proofs/harness'] }).length,
  );
  expect(steps.filter(({ kind }) => kind === 'bench')).toHaveLength(
    globSync('bench/*/bench.ts', { cwd: root, exclude: ['bench/harness'] }).length,
  );
  const [, parts = ''] = /\$\{\*:-([a-z0-9 -]+)\}/.exec(readFileSync(join(root, '.ci/run'), 'utf8')) ?? [];
  const repeated = ['proofs', 'planted', 'benches']; // at a larger size, as steps of their own
  expect(steps.filter(({ kind }) => kind === 'ci').map(({ of }) => of)).toEqual(
    parts.split(' ').filter((part) => !repeated.includes(part)),
  );
});

test('a result counts until a file that matters changes', () => {
  const files = [
    { path: 'docs/promises.md', id: '1' },
    { path: 'proofs/crash/kills.ts', id: '2' },
  ];
  const step = stepOf('prove crash');
  const before = digestOf(step, files);
  expect(digestOf(step, [{ path: 'docs/promises.md', id: '9' }, ...files.slice(1)])).toBe(before);
  expect(digestOf(step, [...files.slice(0, 1), { path: 'proofs/crash/kills.ts', id: '9' }])).not.toBe(before);
  expect(digestOf(stepOf('bug crash/lost-is-sent-again'), files)).not.toBe(before);
});

const resultOf = (step: string, values: Partial<StepResult> = {}): StepResult => ({
  step,
  digest: 'd',
  commit: 'c0ffee',
  at: '2026-01-02T03:04:05.000Z',
  seconds: 60,
  isPassed: true,
  figures: {},
  ...values,
});

test('only planted bugs that compare no times run beside each other', () => {
  const beside = steps.filter(runsBesideOthers);
  expect(new Set(beside.map(({ kind }) => kind))).toEqual(new Set(['bug']));
  expect(beside.filter(({ of }) => of === 'neighbours')).toEqual([]);
  expect(beside.map(({ name }) => name)).toContain('bug crash/lost-is-sent-again');
});

test('results outlive a run that is cut off in the middle of a line', () => {
  const directory = mkdtempSync(join(tmpdir(), 'cardwright-proving-'));
  try {
    const file = join(directory, 'kept', 'results.jsonl');
    expect(readResults(file)).toEqual([]);
    keepResult(file, resultOf('prove crash', { isPassed: false }));
    keepResult(file, resultOf('prove crash'));
    keepResult(file, resultOf('prove crash', { digest: 'another', isPassed: false }));
    expect(newestOf(readResults(file), 'prove crash', 'd')?.isPassed).toBe(true);
    expect(newestOf(readResults(file), 'prove money', 'd')).toBeUndefined();
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test('results that came with the commit count beside those of this machine, and the newest counts', () => {
  const directory = mkdtempSync(join(tmpdir(), 'cardwright-proving-'));
  try {
    const [written, own] = [join(directory, 'proved.jsonl'), join(directory, 'results.jsonl')];
    const [monday, tuesday, wednesday] = ['2026-01-05', '2026-01-06', '2026-01-07'];
    writeResults(written, [resultOf('prove money', { at: monday }), resultOf('prove crash', { at: tuesday })]);
    keepResult(own, resultOf('prove crash', { at: monday, isPassed: false }));
    keepResult(own, resultOf('prove money', { at: wednesday, isPassed: false }));
    for (const files of [
      [written, own],
      [own, written],
    ]) {
      const results = readResults(...files);
      expect(newestOf(results, 'prove crash', 'd')?.isPassed).toBe(true);
      expect(newestOf(results, 'prove money', 'd')?.isPassed).toBe(false);
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test('a bug passes when it is caught; a proof, when it reports no violation', () => {
  expect(isPassed({ kind: 'bug' }, 1, { violations: 1 })).toBe(true);
  expect(isPassed({ kind: 'bug' }, 0, { violations: 0 })).toBe(false);
  expect(isPassed({ kind: 'bug' }, 1, {})).toBe(false); // it did not run
  expect(isPassed({ kind: 'proof' }, 0, { violations: 0 })).toBe(true);
  expect(isPassed({ kind: 'proof' }, 0, {})).toBe(false);
  expect(isPassed({ kind: 'bench' }, 1, {})).toBe(false);
  expect(isPassed({ kind: 'ci' }, 0, {})).toBe(true);
});

test('the time left is what each step took before, or what its like took', () => {
  const results = [
    resultOf('prove crash', { seconds: 1_800 }),
    resultOf('bug crash/one', { seconds: 60 }),
    resultOf('bug money/one', { seconds: 6_000 }),
  ];
  const bug = stepOf('bug crash/lost-is-sent-again');
  expect(timeLeft(results, [stepOf('prove crash')])).toBe('30 min');
  expect(timeLeft(results, [stepOf('prove crash'), stepOf('prove money'), bug])).toBe('1 h 1 min');
  expect(timeLeft(results, [stepOf('bench ledger')])).toBeUndefined();
  expect(timeLeft(results, [bug, bug, stepOf('prove crash')], 2)).toBe('31 min');
});

const found = new Map(
  [
    resultOf('prove crash', { seconds: 1_943, figures: { proof: 'crash', seed: 1, kills: 12_345, violations: 0 } }),
    resultOf('bug crash/lost-is-sent-again'),
    resultOf('bench ledger', {
      figures: { bars: [{ what: 'batched, 64 clients', found: '7.5 x', bar: 'at least 4 x', isMet: true }] },
    }),
  ].map((result) => [result.step, result]),
);
const bugsOf = (proof: string) => Object.keys(proofs[proof]?.bugs ?? {});

test('the page of promises gets the figures of the commit, and keeps its sentences', () => {
  const before = readFileSync(join(root, 'docs/promises.md'), 'utf8');
  const page = withProofs(before, found, { commit: 'c0ffee'.repeat(7), bugsOf });
  expect(page).toContain('those of commit c0ffeec0ffee, 2026-01-02');
  expect(page).toMatch(/\| \[crash\]\(#crash\) \| 0 \| 1 of \d+ \|/);
  expect(page).toContain('`npm run prove -- crash`: kills 12,345; **0 violations** (1,943 s).');
  expect(page).toMatch(/\| \[money\]\(#money\) \| not run \| 0 of \d+ \|/);
  for (const proof of Object.keys(proofs).filter((name) => name !== 'crash'))
    expect(page).toContain(`\`npm run prove -- ${proof}\`: not run on this commit.`);
  const sentences = (text: string) => text.match(/^.*\[Attack\]\([^)]*\)/gm);
  expect(sentences(page)).toEqual(sentences(before));
  expect(withProofs(page, found, { commit: 'c0ffee'.repeat(7), bugsOf })).toBe(page);
});

test('the page of capacity gets the bars of the commit, once', () => {
  const before = readFileSync(join(root, 'docs/capacity.md'), 'utf8');
  const page = withBars(before, found, { commit: 'c0ffee'.repeat(7) });
  expect(page).toContain('| ledger | batched, 64 clients | 7.5 x | at least 4 x |  |');
  expect(withBars(page, found, { commit: 'c0ffee'.repeat(7) })).toBe(page);
});
