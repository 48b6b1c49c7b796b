// Runs a step in a clone of the commit, and judges it.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Figures } from './results.ts';
import type { Step } from './steps.ts';

export type Ran = { isPassed: boolean; figures: Figures; lastLines: string[] };

/** Lines of a failed step that are shown. */
const LINES_SHOWN = 40;

/** Runs a step; its progress goes to `onLine`. Rejects if the step was stopped. */
export async function runStep(step: Step, clone: string, onLine: (line: string) => void): Promise<Ran> {
  const [command, ...args] = step.command;
  const child = spawn(command, args, {
    cwd: clone,
    env: { ...process.env, ...step.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lastLines: string[] = [];
  let lastPrinted = '';
  const note = (line: string) => {
    if (line.trim() === '') return;
    lastLines.push(line);
    if (lastLines.length > LINES_SHOWN) lastLines.shift();
    onLine(line);
  };
  createInterface({ input: child.stderr }).on('line', note);
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.trim() !== '') lastPrinted = line;
    note(line);
  });
  const { code, signal } = await new Promise<{ code: number | null; signal: NodeJS.Signals | null }>(
    (resolve, reject) => {
      child.on('error', reject);
      child.on('close', (exitCode, exitSignal) => resolve({ code: exitCode, signal: exitSignal }));
    },
  );
  if (signal !== null) throw new Error(`${step.name} was stopped by ${signal}`);
  const figures = readFigures(lastPrinted);
  return { isPassed: isPassed(step, code, figures), figures, lastLines };
}

/** The last line of proofs and benches is one JSON object. */
function readFigures(line: string): Figures {
  if (!line.startsWith('{')) return {};
  try {
    return JSON.parse(line) as Figures;
  } catch {
    return {};
  }
}

/** A planted bug passes when it is caught; everything else, when it ends well. */
export function isPassed(step: Pick<Step, 'kind'>, code: number | null, figures: Figures): boolean {
  if (step.kind === 'bug') return Number(figures['violations']) >= 1;
  if (step.kind === 'proof') return code === 0 && figures['violations'] === 0;
  return code === 0;
}
