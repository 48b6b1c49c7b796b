// The steps of proving a release: all of the continuous integration, every proof and every bench at full size, and
// every planted bug.
import { benches } from '@cardwright/bench/benches.ts';
import { proofs } from '@cardwright/proofs/proofs.ts';

export type Step = {
  name: string;
  kind: 'ci' | 'proof' | 'bug' | 'bench';
  /** The proof or bench. */
  of: string;
  /** Run in a clone of the commit. */
  command: readonly [string, ...string[]];
  env?: Readonly<Record<string, string>>;
};

/** These proofs compare times of one run with each other, so nothing else may run meanwhile. */
const COMPARE_TIMES = new Set(['cells', 'delivery', 'failover', 'neighbours']);

/** Whether a step may run beside others: planted bugs run at a small size, and count effects. */
export const runsBesideOthers = ({ kind, of }: Step): boolean => kind === 'bug' && !COMPARE_TIMES.has(of);

/** Parts of the continuous integration that the other steps do not repeat at a larger size. */
const CI_PARTS = ['gate', 'journeys', 'postgres-15', 'first-minute', 'conformance'];

const node = (...args: readonly string[]): Step['command'] => ['node_modules/.bin/node', ...args];

/** All steps, in the order in which they run: what fails most often and fastest comes first. */
export const steps: readonly Step[] = [
  ...CI_PARTS.map(
    (part): Step => ({
      name: `ci ${part}`,
      kind: 'ci',
      of: part,
      command: ['bash', '.ci/run', part],
      env: { WHOLE: '1' },
    }),
  ),
  ...Object.keys(benches).map(
    (of): Step => ({ name: `bench ${of}`, kind: 'bench', of, command: node('bench/run.ts', of) }),
  ),
  ...Object.keys(proofs).map(
    (of): Step => ({ name: `prove ${of}`, kind: 'proof', of, command: node('proofs/run.ts', of) }),
  ),
  ...Object.entries(proofs).flatMap(([of, { bugs }]) =>
    Object.keys(bugs).map(
      (bug): Step => ({
        name: `bug ${of}/${bug}`,
        kind: 'bug',
        of,
        command: node('proofs/run.ts', of, '--small', '--plant', bug),
      }),
    ),
  ),
];
