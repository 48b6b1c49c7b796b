// Circuit breakers: when they close, which outcomes count, and which operation probes.
import { openBreaker, type Target } from '@cardwright/server/operations/run/breaker.ts';
import { beforeEach, expect, test } from 'vitest';

let seconds = 0;
const clock = { now: () => new Date(seconds * 1_000) };
const open = () => openBreaker(clock, 10);
const to = (companyId: string, more: Partial<Target> = {}): Target => ({
  address: '',
  companyId,
  isFaultAskedFor: false,
  ...more,
});

beforeEach(() => {
  seconds = 0;
});

test('three unknown outcomes in a row close a company; a definite one in between begins anew', () => {
  const breaker = open();
  for (const outcome of ['unknown', 'unknown', 'definite', 'unknown', 'unknown'] as const)
    breaker.note(to('a'), outcome);
  expect(breaker.admit(to('a'))).toBeUndefined();
  breaker.note(to('a'), 'unknown');
  expect(breaker.admit(to('a'))).toBe('unanswered');
  expect(breaker.admit(to('b'))).toBeUndefined();
  expect(breaker.closed()).toEqual({ refusing: [], unanswered: ['a'], probing: [] });
});

test('an address is closed when three companies had unknown outcomes, and two are not enough', () => {
  const breaker = open();
  for (const company of ['a', 'b', 'a', 'b']) breaker.note(to(company), 'unknown');
  expect(breaker.admit(to('c'))).toBeUndefined();
  breaker.note(to('c'), 'unknown');
  expect(breaker.admit(to('d'))).toBe('unanswered');
  breaker.note(to('d'), 'definite');
  expect(breaker.admit(to('d'))).toBeUndefined();
});

test('faults requested by a sandbox neither close the breaker nor wait', () => {
  const breaker = open();
  const asked = to('a', { isFaultAskedFor: true });
  for (let time = 0; time < 9; time++) breaker.note(asked, 'unknown');
  expect(breaker.admit(to('a'))).toBeUndefined();
  for (let time = 0; time < 3; time++) breaker.note(to('a'), 'unknown');
  expect(breaker.admit(asked)).toBeUndefined();
});

test('one probe goes out after the pause, another one only when it is back', () => {
  const breaker = open();
  for (let time = 0; time < 3; time++) breaker.note(to('a'), 'unknown');
  seconds = 10;
  expect(breaker.closed()).toMatchObject({ unanswered: ['a'], probing: ['a'] });
  expect(breaker.admit(to('a'))).toBeUndefined();
  expect(breaker.admit(to('a'))).toBe('unanswered');
  seconds = 60;
  expect(breaker.closed().probing).toEqual([]);
  breaker.note(to('a'), 'unknown');
  expect(breaker.admit(to('a'))).toBe('unanswered');
  seconds = 70;
  expect(breaker.admit(to('a'))).toBeUndefined();
  breaker.note(to('a'), 'definite');
  expect(breaker.admit(to('a'))).toBeUndefined();
});

test('after an inconclusive probe another operation probes next', () => {
  const breaker = open();
  breaker.note(to('a'), 'refused');
  expect(breaker.admit(to('b'))).toBe('refused');
  seconds = 10;
  expect(breaker.admit(to('a'))).toBeUndefined();
  breaker.note(to('a'), 'none');
  expect(breaker.admit(to('b'))).toBeUndefined();
  breaker.note(to('b'), 'unknown'); // it connected
  expect(breaker.closed().refusing).toEqual([]);
});
