// The table of settings: what a process reads, from where, and everything that is wrong with it at once.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ConfigError, processNames } from '@cardwright/server/foundation/configuration/declare.ts';
import { toPage } from '@cardwright/server/foundation/configuration/explain.ts';
import { inspect, readSettings } from '@cardwright/server/foundation/configuration/read.ts';
import { declaredSettings } from '@cardwright/server/foundation/configuration/settings.ts';
import { afterAll, describe, expect, test } from 'vitest';

const HEX = '0f'.repeat(32);
const base = {
  CARDWRIGHT_DATABASE_URL: 'postgres://cardwright_api:hunter2@host/db',
  CARDWRIGHT_PEPPERS: `1:${HEX}`,
  CARDWRIGHT_WEBHOOK_KEYS: `1:${HEX}`,
};
const directory = mkdtempSync(join(tmpdir(), 'settings-'));
afterAll(() => rmSync(directory, { recursive: true }));
const fileWith = (content: string) => {
  const path = join(directory, String(Math.random()));
  writeFileSync(path, content);
  return path;
};
const problemsOf = (env: NodeJS.Dict<string>) => inspect('api', env).problems;

describe('a declared setting', () => {
  test.each([...declaredSettings])('%s has a sentence, readers and a default of its own type', (name, setting) => {
    expect(setting.about).toMatch(/^[A-Z].*\.$/);
    expect(setting.by.length).toBeGreaterThan(0);
    expect(toPage()).toContain(`| \`${name}\``);
    expect(setting.needed.every((process) => setting.by.includes(process))).toBe(true);
    // What may be left out says what happens then.
    if (setting.default === undefined && setting.needed.length < setting.by.length) expect(setting.unset).toBeTruthy();
    const { problems } = inspect(setting.by[0] ?? 'api', {});
    if (setting.default !== undefined) expect(problems.filter((problem) => problem.includes(`${name} `))).toEqual([]);
    // An address can hold a password, and a key is one.
    if (/_(DATABASE|SMTP|REDIS)_URL$|(?<!PUBLIC)_KEYS?$|_TOKEN$|_SECRET$|PEPPERS/.test(name))
      expect(setting.secret).toBe(true);
  });
});

test('every problem is reported at once, with what was given and never with a secret', () => {
  const read = () =>
    readSettings('api', {
      CARDWRIGHT_PEPPERS: '1:hunter2',
      CARDWRIGHT_WEBHOOK_KEYS: `1:${HEX},1:${HEX}`,
      CARDWRIGHT_PORT: '70000',
      CARDWRIGHT_LOG_LEVEL: 'loud',
      CARDWRIGHT_TRUSTED_PROXIES: '10.0.0.0/8,proxy',
      CARDWRIGHT_ISSUER_LIVE_URL: 'http://user:hunter2@host',
      CARDWRIGHT_SEALS_BUCKET: 'https://s3.example.com/seals',
      CARDWRIGHT_CRASH_AT: 'nowhere',
      CARDWRIGHT_PROT: '1',
    });
  expect(read).toThrow(ConfigError);
  expect(read).not.toThrow(/hunter2|0f0f/);
  let message = '';
  try {
    read();
  } catch (error) {
    ({ message } = error as Error);
  }
  expect(message.split('\n').map((line) => line.slice(0, 96))).toEqual([
    'Set CARDWRIGHT_DATABASE_URL, for example: postgres://cardwright_api:…@host:5432/cardwright',
    'CARDWRIGHT_PORT must be a whole number from 0 to 65535; it is "70000"',
    'CARDWRIGHT_TRUSTED_PROXIES must list addresses, ranges such as 10.0.0.0/8, or loopback; "proxy" '.slice(0, 96),
    'CARDWRIGHT_LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent; it is "loud"',
    'CARDWRIGHT_PEPPERS must look like 1:<64 hex digits>,2:<64 hex digits>',
    'CARDWRIGHT_WEBHOOK_KEYS has version 1 twice',
    'CARDWRIGHT_ISSUER_LIVE_URL must be a URL without path, query or credentials, such as https://hos',
    'Set CARDWRIGHT_SEALS_BUCKET_KEY, for example: <access key id>:<secret access key>',
    'Set CARDWRIGHT_ISSUER_LIVE_KEY, for example: k1:<64 hex digits>',
    'Set CARDWRIGHT_ISSUER_LIVE_PUBLIC_KEY, for example: n1:<base64 of 32 bytes>',
    'CARDWRIGHT_CRASH_AT names no crash point of api, such as name:3; there are: after-notification, ',
    'CARDWRIGHT_PROT is no setting. The nearest one is CARDWRIGHT_PORT',
  ]);
});

describe('an unknown name', () => {
  test.each([
    ['CARDWRIGHT_DATABASE_CONECTIONS', 'CARDWRIGHT_DATABASE_CONNECTIONS'],
    ['CARDWRIGHT_ISSUER_LIVE_ADDRESSES', 'CARDWRIGHT_ISSUER_SANDBOX_ADDRESSES'], // only a sandbox has scenarios
    ['ISSUER_SANDBOX_PROT', 'ISSUER_SANDBOX_PORT'],
  ])('%s is refused, and the nearest is %s', (name, nearest) => {
    expect(problemsOf({ ...base, [name]: '1' })).toEqual([`${name} is no setting. The nearest one is ${nearest}`]);
  });

  test('of a file is refused for what is no secret', () => {
    expect(problemsOf({ ...base, CARDWRIGHT_PORT_FILE: '/port' })).toEqual([
      'CARDWRIGHT_PORT_FILE is no setting: only secrets are read from files. Set CARDWRIGHT_PORT',
    ]);
  });

  test('nor value of another process is checked', () => {
    const others = { CARDWRIGHT_ISSUER_LIVE_URL: 'x', CARDWRIGHT_SEALS_BUCKET: 'x', CARDWRIGHT_PORT: 'x' };
    const owner = { CARDWRIGHT_OWNER_DATABASE_URL: 'postgres://owner@host/db' };
    expect(inspect('migrate', { ...owner, ...others }).problems).toEqual([]);
  });

  test('of another process of ours, of Kubernetes or of somebody else is none of our business', () => {
    const others = { CARDWRIGHT_STOP_FILE: 'relative', CARDWRIGHT_AUTH_SECRET_FILE: '/none', ISSUER_SANDBOX_PORT: 'x' };
    const links = {
      CARDWRIGHT_API_SERVICE_HOST: '10.0.0.1',
      CARDWRIGHT_API_SERVICE_PORT_HTTP: '3000',
      CARDWRIGHT_API_PORT: 'tcp://10.0.0.1:3000',
      CARDWRIGHT_API_PORT_3000_TCP_ADDR: '10.0.0.1',
    };
    expect(problemsOf({ ...base, ...others, ...links, PORT: 'x', MY_CARDWRIGHT_PORT: 'x' })).toEqual([]);
  });
});

describe('a secret in a file', () => {
  const { CARDWRIGHT_PEPPERS: text, ...rest } = base;

  test.each(['', '\n', '\r\n'])('is read without the line break at its end (%j)', (end) => {
    const { CARDWRIGHT_PEPPERS } = readSettings('api', { ...rest, CARDWRIGHT_PEPPERS_FILE: fileWith(text + end) });
    expect(CARDWRIGHT_PEPPERS.byVersion.get(1)?.toString('hex')).toBe(HEX);
  });

  test('is refused where both are set, and where the file cannot be read or is empty', () => {
    const problems = (file: string, more = {}) => problemsOf({ ...rest, ...more, CARDWRIGHT_PEPPERS_FILE: file });
    expect(problems(fileWith(text), { CARDWRIGHT_PEPPERS: text })).toEqual([
      'CARDWRIGHT_PEPPERS and CARDWRIGHT_PEPPERS_FILE are both set: set one of them',
    ]);
    expect(problems('/no/such/file')).toEqual([
      'CARDWRIGHT_PEPPERS_FILE names /no/such/file, which cannot be read (ENOENT)',
    ]);
    const empty = fileWith('\n');
    expect(problems(empty)).toEqual([`CARDWRIGHT_PEPPERS_FILE names ${empty}, which is empty`]);
    expect(problems(fileWith('hunter2'))).toEqual([
      'CARDWRIGHT_PEPPERS must look like 1:<64 hex digits>,2:<64 hex digits>',
    ]);
  });
});

describe('the command', () => {
  const program = createRequire(import.meta.url).resolve('@cardwright/server/processes/config.ts');
  const run = (args: string[], env: NodeJS.Dict<string>) =>
    promisify(execFile)(process.execPath, [program, ...args], { env: { PATH: process.env['PATH'], ...env } }).catch(
      (error: { stdout: string; stderr: string; code: number }) => error,
    );

  test('explains one process: values, sources, and no secret', async () => {
    const file = fileWith(base.CARDWRIGHT_PEPPERS);
    const { CARDWRIGHT_PEPPERS: _, ...env } = base;
    const ran = await run(['--explain', 'api'], { ...env, CARDWRIGHT_PEPPERS_FILE: file, CARDWRIGHT_PORT: '4000' });
    expect(ran.stdout).toMatch(/CARDWRIGHT_PORT +4000 +environment +Port on which/);
    expect(ran.stdout).toMatch(/CARDWRIGHT_HOST +127\.0\.0\.1 +default /);
    expect(ran.stdout).toMatch(/CARDWRIGHT_DATABASE_URL +set +environment /);
    expect(ran.stdout).toMatch(new RegExp(`CARDWRIGHT_PEPPERS +set +file ${file} `));
    expect(ran.stdout).toMatch(/CARDWRIGHT_REDIS_URL +not set +not set /);
    expect(ran.stdout + ran.stderr).not.toMatch(/hunter2|0f0f/);
    expect(ran.stderr).toBe('');
  });

  test('says with exit code 1 what a process would refuse, and explains all without one', async () => {
    expect(await run(['--explain', 'portal'], base)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Set CARDWRIGHT_PORTAL_DATABASE_URL, for example'),
    });
    const { stdout } = await run(['--explain'], {});
    for (const name of processNames) expect(stdout).toMatch(new RegExp(`^${name}$`, 'm'));
    expect(await run(['--explain', 'nobody'], {})).toMatchObject({ code: 2 });
  });
});
