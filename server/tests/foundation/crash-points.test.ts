// Crash points: a process dies where it was told to, and nowhere else.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { ConfigError } from '@cardwright/server/foundation/config.ts';
import { armCrashPoint, type CrashPoint, crashPoint, crashPoints } from '@cardwright/server/foundation/crash-points.ts';
import { watchStall } from '@cardwright/stack/stalls.ts';
import { describe, expect, test } from 'vitest';
import { until } from '../until.ts';

const { resolve: fileOf } = createRequire(import.meta.url);

const settings = {
  CARDWRIGHT_DATABASE_URL: 'postgres://host/db',
  CARDWRIGHT_PEPPERS: `1:${'0'.repeat(64)}`,
  CARDWRIGHT_WEBHOOK_KEYS: `1:${'0'.repeat(64)}`,
};

/** A program of the service, started with this crash point. */
const start = (role: 'api' | 'worker', point: string) =>
  spawnSync(process.execPath, [fileOf(`@cardwright/server/processes/${role}.ts`)], {
    env: { ...settings, CARDWRIGHT_CRASH_AT: point },
    encoding: 'utf8',
  });

/** A process that passes a point `times` times and reports each. */
const programOf = (times: number) => `
    import { armCrashPoint, crashPoint } from ${JSON.stringify(fileOf('@cardwright/server/foundation/crash-points.ts'))};
    import { writeSync } from 'node:fs';
    armCrashPoint('worker', process.env);
    for (let time = 1; time <= ${times}; time++) {
      crashPoint('after-settle');
      crashPoint('after-claim');
      writeSync(1, 'passed ' + time + '\\n');
    }`;

const pass = (times: number, env: Record<string, string>) =>
  spawnSync(process.execPath, ['--input-type=module', '--eval', programOf(times)], { env, encoding: 'utf8' });

describe('a name that is not known', () => {
  test.each([
    ['api', 'nowhere'],
    ['worker', 'after-accept:2'], // only the API passes it
  ] as const)('%s does not start with %s, and says what there is', (role, point) => {
    const { status, signal, stderr } = start(role, point);
    expect({ status, signal }).toEqual({ status: 1, signal: null });
    expect(stderr).toContain(`CARDWRIGHT_CRASH_AT names no crash point of ${role}`);
    for (const known of Object.keys(crashPoints[role])) expect(stderr).toContain(known);
  });

  test.each(['nowhere', 'after-accept', 'after-claim:0', 'after-claim:', 'after-claim:x', 'constructor', ' '])(
    '"%s" is no crash point of a worker',
    (point) => {
      expect(() => armCrashPoint('worker', { CARDWRIGHT_CRASH_AT: point })).toThrow(ConfigError);
    },
  );
});

describe('passing a point', () => {
  test('does nothing without the variable', () => {
    for (const role of ['api', 'worker'] as const) {
      armCrashPoint(role, {});
      armCrashPoint(role, { CARDWRIGHT_CRASH_AT: '' });
      for (const point of Object.keys(crashPoints[role])) crashPoint(point as CrashPoint);
    }
    expect(pass(3, {})).toMatchObject({ status: 0, stdout: 'passed 1\npassed 2\npassed 3\n', stderr: '' });
  });

  test('kills the process at once, the time that was asked for', () => {
    expect(pass(5, { CARDWRIGHT_CRASH_AT: 'after-claim:3' })).toMatchObject({
      signal: 'SIGKILL',
      stdout: 'passed 1\npassed 2\n',
      stderr: 'crash point after-claim\n',
    });
    expect(pass(5, { CARDWRIGHT_CRASH_AT: 'after-claim' })).toMatchObject({ signal: 'SIGKILL', stdout: '' });
  });

  test('stalls the process instead, until it is continued', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', programOf(3)], {
      env: { CARDWRIGHT_STALL_AT: 'after-claim:2' },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const stall = watchStall(child, 'after-claim');
    await until(stall.hasBegun, Boolean);
    expect(said).not.toContain('passed 2');
    const ended = once(child, 'exit');
    await stall.goOn();
    expect(await ended).toEqual([0, null]);
    expect(said).toContain('passed 3');
  });
});
