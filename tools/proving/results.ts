// The results of steps, one JSON line each: as they end, in a file outside the checkout; when written, in the documents.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The last line of a proof or a bench; empty for a step without one. */
export type Figures = Readonly<Record<string, unknown>>;

export type StepResult = {
  step: string;
  /** Of the files that matter to the step. */
  digest: string;
  commit: string;
  at: string;
  seconds: number;
  isPassed: boolean;
  figures: Figures;
};

/** Reads all results of some files, oldest first. A last line that a crash cut off does not count. */
export function readResults(...files: readonly string[]): StepResult[] {
  return files
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, 'utf8').split('\n').slice(0, -1))
    .map((line) => JSON.parse(line) as StepResult)
    .toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
}

/** Replaces a file by some results. */
export function writeResults(file: string, results: readonly StepResult[]): void {
  writeFileSync(file, results.map((result) => `${JSON.stringify(result)}\n`).join(''));
}

/** Appends a result. */
export function keepResult(file: string, result: StepResult): void {
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(result)}\n`);
}

/** The newest result of a step for its digest. */
export const newestOf = (results: readonly StepResult[], step: string, digest: string): StepResult | undefined =>
  results.findLast((result) => result.step === step && result.digest === digest);
