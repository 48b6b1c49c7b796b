// Heads, audit entries, marks and drills as objects of a bucket. Objects are written once and never changed.
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../foundation/clock.ts';
import type { BucketSettings } from '../../foundation/export-config.ts';
import { fromMarkLine, type Mark, newestOf, toMarkLine } from '../../platform/fence/marks.ts';
import { openBucket } from './bucket.ts';
import { type Drill, fromDrillLine, toDrillLine } from './drills.ts';
import { DamagedHeads, type ExportStore, fromAnyLine, type Line } from './heads.ts';

const DAY_MS = 86_400_000;

/** Only the newest mark counts; a day is time to notice that somebody deletes them. */
const MARKS_RETENTION_DAYS = 1;

/** Objects read concurrently: a year of an object every ten seconds, at 20 ms each, takes about half an hour. */
const READS = 32;

/** Keys of one listing. The first is the newest; marks have several with its number if two servers wrote it. */
const MOST_NEWEST = 8;

/** Above every epoch and number, so that the newest mark is the first in the order of keys. */
const MOST_EPOCHS = 999_999;
const MOST_MARKS = 999_999_999_999_999;

/** Above every time in milliseconds, for the same order of drills. */
const MOST_MS = 999_999_999_999_999;

/** Stores heads, audit entries, marks and drills in a bucket, which must exist. */
export function openHeadObjects(settings: BucketSettings, clock: Clock): ExportStore {
  const bucket = openBucket(settings);
  const until = (days: number) => new Date(clock.now().getTime() + days * DAY_MS);
  return {
    async append(lines) {
      if (lines.length === 0) return;
      // One object: a stored head implies its stored entries.
      const at = clock.now().toISOString();
      const key = `lines/${at.slice(0, 7)}/${at.replaceAll(':', '-')}-${randomBytes(6).toString('hex')}.jsonl`;
      await bucket.put(key, `${lines.join('\n')}\n`, until(settings.retentionDays));
    },
    async *read() {
      for await (const keys of bucket.list('lines/')) {
        for (let start = 0; start < keys.length; start += READS) {
          const some = keys.slice(start, start + READS);
          const texts = await Promise.all(some.map((key) => bucket.get(key)));
          for (const [index, text] of texts.entries()) yield* linesOf(some[index] ?? '', text);
        }
      }
    },
    appendMark: (mark) => bucket.put(keyOf(mark), `${toMarkLine(mark)}\n`, until(MARKS_RETENTION_DAYS)),
    async newestMarks() {
      const keys: string[] = [];
      for await (const page of bucket.list('marks/', MOST_NEWEST)) keys.push(...page);
      const newest = keys.filter((key) => numberOf(key) === numberOf(keys[0] ?? ''));
      return newestOf(await Promise.all(newest.map(async (key) => markOf(key, await bucket.get(key)))));
    },
    appendDrill: (drill) => bucket.put(keyOfDrill(drill), `${toDrillLine(drill)}\n`, until(settings.retentionDays)),
    async newestGoodDrill() {
      for await (const [key] of bucket.list(GOOD_DRILLS, MOST_NEWEST)) {
        if (key === undefined) return undefined;
        const drill = fromDrillLine((await bucket.get(key)).trimEnd());
        if (drill === undefined) throw new DamagedHeads(`The exported drills are damaged: ${key}.`);
        return drill;
      }
      return undefined;
    },
  };
}

const GOOD_DRILLS = 'good-drills/';

/** Keys count down, so the newest good drill is the first of a listing. */
const keyOfDrill = ({ at, ok }: Drill): string =>
  `${ok ? GOOD_DRILLS : 'failed-drills/'}${String(MOST_MS - Date.parse(at)).padStart(15, '0')}-${randomBytes(6).toString('hex')}.json`;

const keyOf = ({ epoch, number, token }: Mark): string =>
  `marks/${String(MOST_EPOCHS - epoch).padStart(6, '0')}-${String(MOST_MARKS - number).padStart(15, '0')}-${token}.json`;

/** Epoch and number of a mark's key. */
const numberOf = (key: string): string => key.slice(0, 'marks/'.length + 6 + 1 + 15);

function markOf(key: string, text: string): Mark {
  const mark = fromMarkLine(text.trimEnd());
  if (mark === undefined || keyOf(mark) !== key) throw new DamagedHeads(`The exported marks are damaged: ${key}.`);
  return mark;
}

function* linesOf(key: string, text: string): Iterable<Line> {
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '') continue;
    const kept = fromAnyLine(line);
    if (kept === undefined) throw new DamagedHeads(`The exported heads are damaged: ${key}, line ${index + 1}.`);
    yield kept;
  }
}
