// Writes the figures of a commit into docs/promises.md and docs/capacity.md. The sentences of both pages stay.
import type { Bar } from '@cardwright/bench/harness/bench.ts';
import type { StepResult } from './results.ts';

/** The results of a commit, by step. */
export type Found = ReadonlyMap<string, StepResult>;

/** Figures that say nothing about what was tried. */
const NOT_SHOWN = new Set(['proof', 'seed', 'violations', 'seconds']);

/** A promise with its proof, as on the page: the promise is not changed. */
const ROW = /^\| (.+) \| \[([a-z-]+)\]\(#[a-z-]+\) \| .+ \| .+ \|$/gm;

/** The command of a proof and its figures, up to the end of the paragraph. */
const FIGURES = /`npm run prove -- ([a-z-]+)[^`]*`: [^#]*?\n(?=\n##|\n?$)/g;

/** When the figures were found. */
const WHEN = /The figures below are from [^#]*?\n(?=\n##)/;

/** The page of promises with the figures of a commit. `bugsOf` names the planted bugs of each proof. */
export function withProofs(
  page: string,
  found: Found,
  { commit, bugsOf }: { commit: string; bugsOf: (proof: string) => readonly string[] },
): string {
  return page
    .replace(WHEN, `${wrap(whenOf(found, commit))}\n`)
    .replace(ROW, (_row, promise: string, proof: string) => {
      const result = found.get(`prove ${proof}`);
      const bugs = bugsOf(proof);
      const caught = bugs.filter((bug) => found.get(`bug ${proof}/${bug}`)?.isPassed);
      const violations = result === undefined ? 'not run' : violationsOf(result);
      return `| ${promise} | [${proof}](#${proof}) | ${violations} | ${caught.length} of ${bugs.length} |`;
    })
    .replace(FIGURES, (_text, proof: string) => `${wrap(figuresOf(proof, found))}\n`);
}

function violationsOf({ figures }: StepResult): string {
  const { violations } = figures;
  return typeof violations === 'number' ? String(violations) : 'unknown';
}

function whenOf(found: Found, commit: string): string {
  const last =
    [...found.values()]
      .map(({ at }) => at)
      .toSorted()
      .at(-1) ?? '';
  return `The figures below are those of commit ${commit.slice(0, 12)}, ${last.slice(0, 10)}, with seed 1, on two shared cores with Postgres 18. They count attempts, not speed.`;
}

function figuresOf(proof: string, found: Found): string {
  const command = `\`npm run prove -- ${proof}\``;
  const result = found.get(`prove ${proof}`);
  if (result === undefined) return `${command}: not run on this commit.`;
  const counts = Object.entries(result.figures).filter(
    ([name, value]) => !NOT_SHOWN.has(name) && (typeof value === 'number' || typeof value === 'string'),
  );
  const words = counts
    .map(([name, value]) => `${name} ${(value as number | string).toLocaleString('en-US')}`)
    .join(', ');
  return `${command}: ${words}; **${violationsOf(result)} violations** (${result.seconds.toLocaleString('en-US')} s).`;
}

/** The heading of the part that is written here, and the part. */
const BARS = /\n## Bars\n[^]*?(?=\n## )/;

/** The page of capacity with the bars of a commit: each figure beside its bar. */
export function withBars(page: string, found: Found, { commit }: { commit: string }): string {
  const rows = [...found.values()].flatMap(({ step, figures }) => {
    const bars = (figures['bars'] ?? []) as readonly Bar[];
    return bars.map(
      ({ what, found: value, bar, isMet }) =>
        `| ${step.replace(/^bench /, '')} | ${what} | ${value} | ${bar} | ${isMet ? '' : '**missed**'} |`,
    );
  });
  const when = wrap(`Every bench at its full size on commit ${commit.slice(0, 12)}, with Postgres 18.`);
  const part = `\n## Bars\n\n${when}\n\n| Bench | What | Found | Bar | |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
  if (BARS.test(page)) return page.replace(BARS, () => part);
  const first = page.indexOf('\n## ');
  return page.slice(0, first) + part + page.slice(first);
}

/** Lines of the documentation are this long. */
const WIDTH = 120;

function wrap(text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}
