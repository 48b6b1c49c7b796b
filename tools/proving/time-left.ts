// How long the open steps will take, by what such steps took before.
import type { StepResult } from './results.ts';
import { runsBesideOthers, type Step } from './steps.ts';

/** The time for some steps, in words; undefined if no step of some kind was ever run. */
export function timeLeft(results: readonly StepResult[], open: readonly Step[], jobs = 1): string | undefined {
  let seconds = 0;
  for (const step of open) {
    const own = results.findLast((result) => result.step === step.name);
    const expected = own?.seconds ?? meanOf(results, step);
    if (expected === undefined) return undefined;
    seconds += runsBesideOthers(step) ? expected / jobs : expected;
  }
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The mean of the steps of the same kind; of bugs, those of the same proof if there are any. */
function meanOf(results: readonly StepResult[], { name, kind }: Step): number | undefined {
  const begins = kind === 'bug' ? name.slice(0, name.indexOf('/') + 1) : '';
  const ofKind = results.filter((result) => result.step.startsWith(kind === 'proof' ? 'prove ' : `${kind} `));
  const ofProof = ofKind.filter((result) => begins !== '' && result.step.startsWith(begins));
  const like = ofProof.length > 0 ? ofProof : ofKind;
  return like.length === 0 ? undefined : like.reduce((sum, result) => sum + result.seconds, 0) / like.length;
}
