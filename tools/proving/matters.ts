// Which files matter to a step. A result counts for every commit in which these files are the same.
import { createHash } from 'node:crypto';
import { benches } from '@cardwright/bench/benches.ts';
import { proofs } from '@cardwright/proofs/proofs.ts';
import type { Step } from './steps.ts';

/** A path that begins so matters only to these steps, besides the continuous integration, to which every file matters. */
type Rule = readonly [begins: string, to: (step: Step) => boolean];

const nobody = () => false;
const toProofs =
  (...names: readonly string[]) =>
  ({ kind, of }: Step) =>
    (kind === 'proof' || kind === 'bug') && names.includes(of);

/**
 * The first rule that fits decides. A path without a rule matters to every step, so what is forgotten here costs time,
 * and a rule that says too much fails the test that follows the imports of each step.
 */
const rules: readonly Rule[] = [
  ['.ci/', nobody],
  ['.github/', nobody],
  ['.oxlintrc.json', nobody],
  ['biome.json', nobody],
  ['knip.json', nobody],
  ['CHANGELOG.md', nobody],
  ['CONTRIBUTING.md', nobody],
  ['LICENSE', nobody],
  ['README.md', nobody],
  ['SECURITY.md', nobody],
  ['deploy/', nobody],
  ['docs/verify-statement.mjs', toProofs('restore')],
  ['docs/', nobody],
  ['site/', nobody],
  ['tests/', nobody],
  ['tools/', nobody],
  ['vitest', nobody],
  ['admin-cli/tests/', nobody],
  ['cli/tests/', nobody],
  ['issuer-sandbox/tests/', nobody],
  ['portal/tests/', nobody],
  ['proofs/tests/', nobody],
  ['sdk/tests/', nobody],
  ['server/tests/', nobody],
  ['stack/tests/', nobody],
  ['server/database/previous.txt', nobody],
  ['portal/', ({ kind, of }) => kind === 'bench' && of === 'pages'],
  ['cli/', toProofs('listen')],
  ['sdk/', toProofs('sdk', 'listen', 'signature')],
];

/** What other proofs or benches use of the folder of one. All other folders of the two rooms matter to everyone there. */
const usedBy: Readonly<Record<string, readonly string[]>> = {
  'proofs/crash/': ['card-life', 'settlement'],
  'proofs/failover/': ['restore'],
  'proofs/issuer-faults/': ['clock', 'delivery', 'neighbours'],
  'proofs/money/': ['clock', 'settlement'],
  'proofs/quota-race/': ['clock'],
  'proofs/roles/': ['neighbours', 'two-people'],
  'proofs/statements/': ['tamper'],
  'bench/operations/': ['tracing'],
};

/** Whether a file matters to a step. */
export function matters(path: string, step: Step): boolean {
  if (step.kind === 'ci') return true;
  const [folder = '', room, of = ''] = /^(proofs|bench)\/([^/]+)\//.exec(path) ?? [];
  if (room === 'bench' || path.startsWith('bench/')) {
    return step.kind === 'bench' && (!(of in benches) || of === step.of || usedBy[folder]?.includes(step.of) === true);
  }
  if (of in proofs) return toProofs(of, ...(usedBy[folder] ?? []))(step);
  const rule = rules.find(([begins]) => path.startsWith(begins));
  return rule === undefined || rule[1](step);
}

/** A file of a commit, and the id of its content. */
export type TreeFile = { path: string; id: string };

/** A digest of the files that matter to a step: the same digest, the same result. */
export function digestOf(step: Step, files: readonly TreeFile[]): string {
  const digest = createHash('sha256').update(`${step.name}\n${step.command.join(' ')}\n`);
  for (const { path, id } of files) if (matters(path, step)) digest.update(`${id} ${path}\n`);
  return digest.digest('hex');
}
