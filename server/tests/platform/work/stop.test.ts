// The stop file as one process sees it: what counts as a file, failed checks, and one report per change.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStopFile, type Stop } from '@cardwright/server/platform/work/stop.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'cardwright-stop-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

let seconds = 0;
const clock = { now: () => new Date(++seconds * 1_000) };

/** A stop file in the directory, with all that was told of it. */
function open(...path: string[]) {
  const told: (Stop | undefined)[] = [];
  const onChange = (stop: Stop | undefined) => void told.push(stop);
  const file = join(directory, ...path);
  return { file, told, stop: openStopFile(file, { clock, onChange }) };
}

test('a file stops work from the next check on, and its removal resumes work; each change is reported once', () => {
  const { file, told, stop } = open('stop');
  expect([stop.isOn(), stop.check()]).toEqual([false, undefined]);
  writeFileSync(file, '');
  const stopped = { why: `the stop file ${file} exists`, since: expect.any(Date) };
  expect(stop.check()).toEqual(stopped);
  const since = stop.check()?.since;
  expect(stop.isOn()).toBe(true);
  expect(stop.check()?.since).toBe(since);
  rmSync(file);
  expect([stop.isOn(), stop.isOn()]).toEqual([false, false]);
  expect(told).toEqual([stopped, undefined]);
});

test('anything at the path is a stop, even a directory or a dangling link', () => {
  const asDirectory = open('directory');
  mkdirSync(asDirectory.file);
  expect(asDirectory.stop.isOn()).toBe(true);
  const asLink = open('link');
  symlinkSync(join(directory, 'nowhere'), asLink.file);
  expect(asLink.stop.isOn()).toBe(true);
});

test('a path in a directory that does not exist does not exist', () => {
  expect(open('nowhere', 'stop').stop.isOn()).toBe(false);
});

test('a path that cannot be checked is a stop, and says why', () => {
  const inLoop = open('loop', 'stop');
  symlinkSync(join(directory, 'loop'), join(directory, 'loop'));
  const inFile = open('file', 'stop');
  writeFileSync(join(directory, 'file'), '');
  const tooLong = open('x'.repeat(300));
  for (const [{ file, stop, told }, code] of [
    [inLoop, 'ELOOP'],
    [inFile, 'ENOTDIR'],
    [tooLong, 'ENAMETOOLONG'],
  ] as const) {
    for (let checks = 0; checks < 3; checks++) expect(stop.isOn(), code).toBe(true);
    expect(told).toEqual([{ why: `the stop file ${file} cannot be checked: ${code}`, since: expect.any(Date) }]);
  }
});

test('a stop that changes its reason is the same stop', () => {
  const { file, told, stop } = open('place', 'stop');
  mkdirSync(join(directory, 'place'));
  writeFileSync(file, '');
  const since = stop.check()?.since;
  rmSync(join(directory, 'place'), { recursive: true });
  symlinkSync(join(directory, 'place'), join(directory, 'place'));
  expect(stop.check()).toEqual({ why: expect.stringContaining('ELOOP'), since });
  expect(told).toHaveLength(2);
});
