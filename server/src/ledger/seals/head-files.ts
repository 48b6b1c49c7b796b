// Heads, audit entries, marks and drills in append-only files. The directory belongs on another machine or in an
// immutable store.
import { constants, createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Clock } from '../../foundation/clock.ts';
import { fromMarkLine, type Mark, newestOf, toMarkLine } from '../../platform/fence/marks.ts';
import { type Drill, fromDrillLine, toDrillLine } from './drills.ts';
import { DamagedHeads, type ExportStore, fromAnyLine, isEntry, type Line } from './heads.ts';

const fileName = /^(heads|audit)-\d{4}-\d{2}\.jsonl$/;

const marksFileName = /^marks-\d{4}-\d{2}-\d{2}\.jsonl$/;

const drillsFileName = /^drills-\d{4}\.jsonl$/;

/** The end of a file that is read for its newest mark: hundreds of lines, and workers export out of order by a few. */
const TAIL_BYTES = 65_536;

/** Stores heads, audit entries, marks and drills in a directory, which is created if missing. */
export function openHeadFiles(directory: string, clock: Clock): ExportStore {
  return {
    async append(lines) {
      await mkdir(directory, { recursive: true });
      const month = clock.now().toISOString().slice(0, 7);
      // Entries first: a stored head implies its stored entries.
      await appendTo(join(directory, `audit-${month}.jsonl`), lines.filter(isEntry));
      await appendTo(
        join(directory, `heads-${month}.jsonl`),
        lines.filter((line) => !isEntry(line)),
      );
      await syncDirectory(directory); // a new file's name must survive a crash too
    },
    read: () => readAll(directory),
    async appendMark(mark) {
      await mkdir(directory, { recursive: true });
      const isNew = await appendTo(join(directory, `marks-${mark.at.slice(0, 10)}.jsonl`), [toMarkLine(mark)]);
      if (isNew) await syncDirectory(directory);
    },
    newestMarks: () => readNewestMarks(directory),
    async appendDrill(drill) {
      await mkdir(directory, { recursive: true });
      await appendTo(join(directory, `drills-${drill.at.slice(0, 4)}.jsonl`), [toDrillLine(drill)]);
      await syncDirectory(directory);
    },
    newestGoodDrill: () => readNewestGoodDrill(directory),
  };
}

/** Reads all files, newest first: a drill is one line, and a year has some hundred of them. */
async function readNewestGoodDrill(directory: string): Promise<Drill | undefined> {
  const names = (await namesIn(directory)).filter((name) => drillsFileName.test(name)).toSorted();
  for (const name of names.toReversed()) {
    const lines = (await readFile(join(directory, name), 'utf8')).split('\n');
    const good = lines.flatMap((line) => fromDrillLine(line) ?? []).filter(({ ok }) => ok);
    const newest = good.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1);
    if (newest !== undefined) return newest;
  }
  return undefined;
}

/** Reads the end of the two newest files: the marks of a midnight may be exported out of order. */
async function readNewestMarks(directory: string): Promise<Mark[]> {
  const names = (await namesIn(directory)).filter((name) => marksFileName.test(name)).toSorted();
  const marks: Mark[] = [];
  let hasLines = false;
  for (const name of names.slice(-2)) {
    const file = await open(join(directory, name), 'r');
    try {
      const { size } = await file.stat();
      const length = Math.min(size, TAIL_BYTES);
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
      const text = buffer.toString('utf8');
      hasLines ||= text.includes('\n');
      for (const line of text.split('\n')) marks.push(...[fromMarkLine(line) ?? []].flat());
    } finally {
      await file.close();
    }
  }
  // Without a whole line, the very first mark is just being written.
  if (hasLines && marks.length === 0) throw new DamagedHeads('The exported marks are damaged: none is left.');
  return newestOf(marks);
}

/** Appends lines and waits for the disk. True if the file was empty: its name must reach the disk too. */
async function appendTo(path: string, lines: readonly string[]): Promise<boolean> {
  if (lines.length === 0) return false;
  const file = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND, 0o640);
  try {
    const { size } = await file.stat();
    const begin = (await endsInLine(file, size)) ? '' : '\n'; // keeps a line torn by a crash separate
    await file.appendFile(`${begin}${lines.join('\n')}\n`);
    await file.sync();
    return size === 0;
  } finally {
    await file.close();
  }
}

async function endsInLine(file: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return true;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString() === '\n';
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const namesIn = (directory: string): Promise<string[]> =>
  readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []; // nothing was ever stored
    throw error;
  });

/** Heads are written after their entries and read before them: a concurrent reader finds both or none. */
const headsFirst = (a: string, b: string): number => {
  const kinds = Number(a.startsWith('audit')) - Number(b.startsWith('audit'));
  return kinds === 0 ? a.localeCompare(b) : kinds;
};

/**
 * Reads every file, oldest first. A crash tears a line before it is acknowledged, so the line is written again: a torn
 * line is accepted only at the end of a file, or if the complete line follows later.
 */
async function* readAll(directory: string): AsyncIterable<Line> {
  const torn = new Map<string, string>(); // by text, with the error message
  const names = await namesIn(directory);
  for (const name of names.filter((name) => fileName.test(name)).toSorted(headsFirst)) {
    const kind = name.startsWith('audit') ? 'entry' : 'head';
    let number = 0;
    let last = '';
    for await (const line of createInterface({ input: createReadStream(join(directory, name)) })) {
      number++;
      last = line;
      if (line === '') continue;
      const kept = isEntry(line) === (kind === 'entry') ? fromAnyLine(line) : undefined;
      if (kept === undefined) {
        torn.set(line, `${name}, line ${number} is no ${kind}`);
        continue;
      }
      for (const part of torn.keys()) if (line.startsWith(part)) torn.delete(part);
      yield kept;
    }
    torn.delete(last);
  }
  for (const where of torn.values()) throw new DamagedHeads(`The exported heads are damaged: ${where}.`);
}
