// The samples of the guides run against a real stack, one after another as a reader pastes them, and print what the pages
// show. `CARDWRIGHT_KEEP_OUTPUT=1` writes the output instead of comparing it.
import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../../server/tests/world.ts';
import { guidesIn, outputOf } from '../build/samples.ts';

const samples = join(import.meta.dirname, '../samples');
const KEEPS = process.env['CARDWRIGHT_KEEP_OUTPUT'] === '1';

/** Printed between two steps. */
const BETWEEN = '=== next ===';

/** The first guide, where every other goes on. */
const FIRST = 'quickstart';

let world: World;
beforeAll(async () => {
  world = await startWorld({ issuer: true, workers: 1 });
});
afterAll(() => world?.stop());

type Program = { command: string; args: string[] };

/** The steps of a guide as one program, as if typed into one session. */
const programs: Record<string, (files: readonly string[]) => Program> = {
  sh: (files) => ({
    command: 'bash',
    args: ['-c', files.map((file) => `. '${file}'; echo; echo '${BETWEEN}'`).join('\n')],
  }),
  ts: (files) => ({
    command: process.execPath,
    args: [
      '--input-type=module-typescript',
      '--eval',
      files.map((file) => `${readFileSync(file, 'utf8')}\nconsole.log('${BETWEEN}');`).join('\n'),
    ],
  }),
  py: (files) => ({
    command: 'python3',
    args: ['-c', files.map((file) => `exec(open('${file}').read()); print('${BETWEEN}')`).join('\n')],
  }),
};

const guides = Object.keys(programs).flatMap((ending) =>
  [...guidesIn(ending)].map(([guide, steps]) => ({ guide, ending, steps })),
);

/** What differs in every run, as the pages show it. */
const volatile: readonly (readonly [RegExp, string])[] = [
  [/\b([a-z]{2,8})_[a-z0-9]{20,}/g, '$1_…'],
  [/\btx_[0-9a-f-]{36}/g, 'tx_…'],
  [/\b20\d\d-\d\d-\d\dT[\d:.]+Z/g, '2026-11-18T09:30:00.000Z'],
  [/\b20\d\d-\d\d-\d\d\b(?!T)/g, '2026-11-18'],
  [/"last4":"\d{4}"/g, '"last4":"4242"'],
  [/"receipt":"[^"]+"/g, '"receipt":"R-7F3K2M"'],
  [/"address":"T[^"]+"/g, '"address":"TJYeasTPa6gpBZWPYnWGUWz1kqZqEbPFxT"'],
  [/"(payAmount|amount)":"(\d+)\.\d{6}"/g, '"$1":"$2.004217"'],
  [/"(before|after)":(null|"[0-9a-f]+")/g, '"$1":"1c04f0b1…"'],
  [/"sealedThrough":(null|"[^"]*")/g, '"sealedThrough":"le_…"'],
];

/** Printed lines in a form that is the same in every run and in every language. */
function normal(printed: string): string {
  const lines = printed
    .trim()
    .split('\n')
    .map((line) => (/^[{[]/.test(line) ? JSON.stringify(JSON.parse(line)) : line))
    .join('\n');
  return volatile.reduce((text, [pattern, shown]) => text.replace(pattern, shown), lines);
}

/** The files of a guide, after those of the first one. */
function filesOf(guide: string, steps: readonly string[], ending: string): string[] {
  const before = guide === FIRST ? [] : (guidesIn(ending).get(FIRST) ?? []);
  const names = [...before.map((step) => `${FIRST}/${step}`), ...steps.map((step) => `${guide}/${step}`)];
  return names.map((name) => join(samples, `${name}.${ending}`));
}

async function run({ guide, ending, steps }: (typeof guides)[number]): Promise<string[]> {
  const { key } = await world.company({ name: 'Acme' });
  const files = filesOf(guide, steps, ending);
  const { command, args } = (programs[ending] as (typeof programs)['sh'])(files);
  const env = { ...process.env, CARDWRIGHT_URL: world.stack.baseUrl, CARDWRIGHT_API_KEY: key };
  const { stdout } = await promisify(execFile)(command, args, { env, cwd: samples });
  return stdout
    .split(`${BETWEEN}\n`)
    .slice(files.length - steps.length, files.length)
    .map(normal);
}

describe.concurrent('every sample prints what its page shows', () => {
  test.each(guides)('$guide in $ending', async (guide) => {
    const printed = await run(guide);
    for (const [index, step] of guide.steps.entries()) {
      const name = `${guide.guide}/${step}`;
      if (KEEPS && printed[index] !== '') writeFileSync(join(samples, `${name}.out`), `${printed[index]}\n`);
      else expect(printed[index], name).toBe(outputOf(name));
    }
  });
});

test('the samples in TypeScript pass a strict type check', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'cardwright-samples-'));
  try {
    const modules = join(import.meta.dirname, '../../node_modules');
    symlinkSync(modules, join(directory, 'node_modules'));
    writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
    const typed = guides.filter(({ ending }) => ending === 'ts');
    for (const { guide, steps } of typed) {
      const texts = filesOf(guide, steps, 'ts').map((file) => readFileSync(file, 'utf8'));
      writeFileSync(join(directory, `${guide}.ts`), texts.join('\n'));
    }
    const options = '--noEmit --strict --skipLibCheck --module nodenext --target es2024 --types node'.split(' ');
    const args = [join(modules, 'typescript/bin/tsc'), ...options, '--allowImportingTsExtensions'];
    const names = typed.map(({ guide }) => `${guide}.ts`);
    const checked = promisify(execFile)(process.execPath, [...args, ...names], { cwd: directory });
    expect(await checked.catch(({ stdout }: { stdout: string }) => ({ stdout }))).toMatchObject({ stdout: '' });
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test('every sample is shown on a page, and nothing else is', () => {
  const pages = join(import.meta.dirname, '../src/content/docs');
  const shown = globSync('**/*.mdx', { cwd: pages }).flatMap((path) =>
    Array.from(readFileSync(join(pages, path), 'utf8').matchAll(/<Sample name="([^"]+)"/g), ([, name = '']) => name),
  );
  const written = guides.flatMap(({ guide, steps }) => steps.map((step) => `${guide}/${step}`));
  expect(shown.toSorted()).toEqual([...new Set(written)].toSorted());
});
