// A new cell from the output of `cardwrightd cell new`, and the router of deploy/router in front of it.
import { execFile, execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CellPlan, problemsOf } from '@cardwright/server/platform/cells/plan.ts';
import { routerLines } from '@cardwright/server/platform/cells/router.ts';
import { type Home, openHome } from '@cardwright/stack/cluster/home.ts';
import { HAPROXY } from '@cardwright/stack/cluster/programs.ts';
import { type Router, startRouter } from '@cardwright/stack/cluster/router.ts';
import { seedOperators } from '@cardwright/stack/operators.ts';
import { freePorts } from '@cardwright/stack/ports.ts';
import { type Postgres, startPostgres } from '@cardwright/stack/postgres.ts';
import { type Role, type RunningProcess, startProcess } from '@cardwright/stack/processes.ts';
import { seedDemo } from '@cardwright/stack/seed.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../server/tests/until.ts';

const root = join(import.meta.dirname, '../..');
const cardwrightd = join(root, 'server/src/processes/cardwrightd.ts');
const deployed = join(root, 'deploy/router');

const PSQL = '/usr/bin/psql';

type Ran = { code: number; text: string };
type Answer = { status: number | undefined; headers: Record<string, unknown>; text: string };

/** Runs cardwrightd to its end. */
const run = (args: string[], env: Record<string, string> = {}): Promise<Ran> =>
  new Promise((resolve) => {
    const options = { env: { PATH: process.env['PATH'] ?? '', ...env } };
    execFile(process.execPath, [cardwrightd, ...args], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), text: stdout + stderr }),
    );
  });

/** One request, with any headers: a list sends a header twice. */
const ask = (
  url: string,
  path: string,
  { body, ...options }: { method?: string; headers?: Record<string, string | string[]>; body?: object } = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest(url + path, { ...options, agent: false }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
    });
    sent.on('error', reject);
    if (body !== undefined) sent.setHeader('content-type', 'application/json');
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });

const plan: CellPlan = {
  name: 'c2',
  domain: 'example.com',
  database: 'postgres://one:5432,two:5432/cardwright?sslmode=verify-full',
  servers: { api: ['[fd00::1]:3000'], portal: ['one:1', 'two:1'], desk: ['one:2'], issuer: ['one:3'] },
  proxies: 'loopback',
  smtp: '',
  mailFrom: '',
  seals: '/var/lib/cardwright/seals',
  redis: undefined,
  operators: undefined,
};

test('a plan with several servers of each kind is possible', () => {
  expect(problemsOf(plan)).toEqual([]);
});

test('processes on several machines need a directory of heads that all of them share', () => {
  const problems = [expect.stringContaining('--seals must name a directory that all machines of the cell share')];
  expect(problemsOf({ ...plan, seals: undefined })).toEqual(problems);
  const one = { api: ['one:1'], portal: ['one:2'], desk: ['one:3'], issuer: ['two:4'] }; // the issuer reads none
  expect(problemsOf({ ...plan, servers: one, seals: undefined })).toEqual([]);
  expect(problemsOf({ ...plan, servers: { ...one, desk: ['two:3'] }, seals: undefined })).toEqual(problems);
});

/** An answer without what differs between any two requests. */
function comparable({ status, headers, text }: Answer): object {
  const { date, 'request-id': id, connection, 'keep-alive': _, ...rest } = headers;
  expect(id).toMatch(/^req_[0-9a-f]{32}$/);
  expect(Date.parse(String(date))).not.toBeNaN();
  expect(connection).not.toBe('');
  return { status, rest, text: text.replace(String(id), 'ID') };
}

describe.skipIf(!existsSync(HAPROXY) || !existsSync(PSQL))('a new cell', () => {
  let home: Home;
  let scratch: string;
  let postgres: Postgres;
  let router: Router;
  let key: string;
  let direct: string;
  let newCell: (...changed: string[]) => Promise<Ran>;
  const processes: RunningProcess[] = [];
  const at = (file: string) => join(scratch, 'c2', file);
  const secret = (file: string) => readFileSync(at(file), 'utf8').trim();

  /** The environment that a file of the output describes. */
  const settingsOf = (process: string) =>
    Object.fromEntries(
      readFileSync(at(`${process}/cardwright-${process}.env`), 'utf8')
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    ) as Record<string, string>;

  const start = async (role: Role, process: string, metricsPort?: number) => {
    const metrics = metricsPort === undefined ? {} : { CARDWRIGHT_METRICS_PORT: String(metricsPort) };
    processes.push(await startProcess(role, { env: { ...settingsOf(process), ...metrics }, log: 'ignore' }));
  };

  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'cardwright-cell-'));
    home = await openHome('cell');
    postgres = await startPostgres({ version: '18', settings: { fsync: 'off' } });
    const ports = await freePorts(8);
    const { host } = new URL(postgres.url);
    const [api, portal, desk, issuer] = ports.map((port) => `127.0.0.1:${port}`);
    direct = `http://${api}`;
    newCell = (...changed) =>
      run(
        Object.entries({
          name: 'c2',
          router: deployed,
          output: at(''),
          domain: 'example.com',
          database: `postgres://${host}/cardwright`,
          smtp: 'smtp://127.0.0.1:1',
          seals: at('seals'),
          api,
          portal,
          desk,
          issuer,
        })
          .flatMap(([option, value]) => [`--${option}`, value ?? ''])
          .toSpliced(0, 0, 'cell', 'new')
          .concat(changed),
      );
    const made = await newCell();
    expect(made, made.text).toMatchObject({ code: 0 });
    const first = 'create role cardwright_owner login'; // as CloudNativePG has created it, with INHERIT
    const statements = ['-f', join(root, 'server/database/roles.sql'), '-f', at('database.sql')];
    execFileSync(PSQL, [postgres.url, '-q', '-c', first, ...statements]);
    for (const name of ['migrate', 'migrate-issuer-sandbox']) {
      const migrated = await run([name], settingsOf('migrate'));
      expect(migrated, migrated.text).toMatchObject({ code: 0 });
    }
    const peppers = secret('api/CARDWRIGHT_PEPPERS');
    await seedOperators(`${postgres.url.replace(/[^/]*$/, '')}cardwright`, peppers);
    const demo = await seedDemo({ adminRoleUrl: secret('desk/CARDWRIGHT_ADMIN_DATABASE_URL'), peppers, cell: 'c2' });
    key = demo.companies[0]?.keys.sandbox ?? '';
    await start('issuer', 'issuer-sandbox');
    const names = ['api', 'worker', 'portal', 'desk'] as const;
    await Promise.all(names.map((name, index) => start(name, name, ports[4 + index])));
    const cells = { c2: readFileSync(at('router/c2.cfg'), 'utf8') };
    router = await startRouter(home, { cells, settings: { ROUTER_REFUSALS: '100' } });
    await until(
      () => router.usable().catch((): string[] => []),
      (usable) => ['api-c2', 'portal-c2', 'desk-c2'].every((name) => usable.includes(name)),
    );
  });
  afterAll(async () => {
    await Promise.all(
      processes.map(async (each) => {
        each.child.kill('SIGKILL');
        await each.stop();
      }),
    );
    await postgres?.stop();
    await home?.remove();
    rmSync(scratch, { recursive: true, force: true });
  });

  const asCompany = (path: string, body?: object) =>
    ask(router.url, `/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'idempotency-key': randomUUID() }) },
      ...(body === undefined ? {} : { body }),
    });

  test('issues a card through the router, and its keys name it', async () => {
    expect(key).toMatch(/^cw_sandbox_c2/);
    expect(await asCompany('/sandbox/funding', { amount: '200.00' })).toMatchObject({ status: 200 });
    const { data } = JSON.parse((await asCompany('/products')).text) as { data: { id: string; name: string }[] };
    const productId = data.find(({ name }) => name === 'Business card')?.id;
    const holder = await asCompany('/holders', { name: 'Ada Lovelace', email: 'ada@example.com', kind: 'individual' });
    const { id: holderId } = JSON.parse(holder.text) as { id: string };
    const order = { type: 'issue', productId, holderId, amount: '100.00', expectedTotal: '103.20' };
    const accepted = await until(
      () => asCompany('/operations', order), // refused until the issuer has confirmed the cardholder
      ({ status }) => status === 201,
    );
    const { id } = JSON.parse(accepted.text) as { id: string };
    const done = JSON.parse((await asCompany(`/operations/${id}?wait=30`)).text) as { status: string };
    expect(done.status).toBe('completed');
  });

  test('an unknown cell, a missing key and a malformed one get the answer to an unknown key', async () => {
    const other = (cell: string) => key.replace('_c2', `_${cell}`);
    const path = '/api/v1/balance';
    const cells = comparable(await ask(direct, path, { headers: { authorization: `Bearer ${other('c3')}` } }));
    expect(cells).toMatchObject({ status: 401 });
    const refused = [
      undefined,
      '',
      key,
      `Basic ${key}`,
      `Bearer ${other('c3')}`,
      `Bearer ${other('C2')}`,
      `Bearer ${other('__')}`,
      `Bearer ${key}x`,
      `Bearer ${key.slice(0, -1)}`,
      `Bearer ${key.slice(0, -1)}-`,
      `Bearer ${key}, Bearer ${key}`,
      [`Bearer ${key}`, `Bearer ${other('c3')}`],
      [`Bearer ${other('c3')}`, `Bearer ${key}`],
    ];
    for (const authorization of refused) {
      const headers = authorization === undefined ? {} : { authorization };
      expect(comparable(await ask(router.url, path, { headers })), String(authorization)).toEqual(cells);
      const written = await ask(router.url, '/api/v1/operations', { method: 'POST', headers, body: {} });
      expect(comparable(written), String(authorization)).toEqual(cells);
    }
    // The cell itself refuses a key of its own that it does not know, in the same words.
    const unknown = await ask(router.url, path, { headers: { authorization: `Bearer ${key.slice(0, -7)}0000000` } });
    expect(comparable(unknown)).toEqual(cells);
    expect(await ask(router.url, path, { headers: { authorization: `bearer  ${key}` } })).toMatchObject({
      status: 200,
    });
  });

  test('an address that is refused again and again is told to wait', async () => {
    const burst = () => Promise.all(Array.from({ length: 120 }, () => ask(router.url, '/api/v1/balance')));
    const late = await until(
      async () => (await burst()).find(({ status }) => status === 429),
      (found) => found !== undefined,
    );
    expect(late).toMatchObject({ headers: { 'retry-after': '5' } });
    expect(JSON.parse(late?.text ?? '')).toMatchObject({ statusCode: 429, code: 'rate_limited', retry: 'same_key' });
    expect(await asCompany('/balance')).toMatchObject({ status: 200 }); // a valid key is not held up
  });

  test('hosts lead to the portal, the desk and the issuer of their cell, and to nothing else', async () => {
    const on = (host: string, path: string, url = router.url) =>
      ask(url, path, { headers: { host, 'x-forwarded-for': '192.0.2.1' } });
    expect(await on('portal.c2.example.com', '/health/ready')).toMatchObject({ status: 200 });
    expect(await on('PORTAL.C2.example.com:443', '/health/ready')).toMatchObject({ status: 200 });
    expect(await on('desk.c2.example.com', '/health/ready', router.operatorsUrl)).toMatchObject({ status: 200 });
    const notification = await ask(router.url, '/issuer/sandbox/notifications', {
      method: 'POST',
      headers: { host: 'issuer.c2.example.com' },
      body: {},
    });
    expect(JSON.parse(notification.text)).not.toMatchObject({ code: 'path_not_found' }); // an unsigned one is refused
    const nowhere = comparable(await ask(direct, '/nothing'));
    for (const [host, path] of [
      ['desk.c2.example.com', '/health/ready'], // not at the public address
      ['portal.c3.example.com', '/health/ready'],
      ['portal.c2.example.com.evil.com', '/health/ready'],
      ['portal.c2.evil.com', '/health/ready'],
      ['issuer.c2.example.com', '/api/v1/balance'],
      ['issuer.c3.example.com', '/issuer/sandbox/notifications'],
      ['elsewhere.example.com', '/api/v1/balance'],
      ['127.0.0.1', '/issuer/sandbox/notifications'],
      ['127.0.0.1', '/health/ready'],
    ] as const) {
      expect(comparable(await on(host, path)), host).toEqual(nowhere);
    }
    expect(await on('portal.c2.example.com', '/health/ready', router.operatorsUrl)).toMatchObject({ status: 404 });
    expect(await on('127.0.0.1', '/openapi.json')).toMatchObject({ status: 200 });
    expect(await on('127.0.0.1', '/health/live')).toMatchObject({ status: 200 });
  });

  test('every file is private, and no two processes share a secret that only one needs', async () => {
    const files = readdirSync(at(''), { recursive: true, withFileTypes: true }).filter(
      ({ parentPath }) => !parentPath.startsWith(at('seals')),
    );
    for (const each of files) {
      const mode = statSync(join(each.parentPath, each.name)).mode & 0o777;
      if (each.name !== 'seals') expect(mode, each.name).toBe(each.isDirectory() ? 0o700 : 0o600);
    }
    expect(secret('portal/CARDWRIGHT_AUTH_SECRET')).not.toBe(secret('desk/CARDWRIGHT_AUTH_SECRET'));
    expect(secret('portal/CARDWRIGHT_PEPPERS')).toBe(secret('api/CARDWRIGHT_PEPPERS'));
    expect(existsSync(at('portal/CARDWRIGHT_ADMIN_DATABASE_URL'))).toBe(false);
    const passwords = ['api', 'worker'].map((name) => new URL(secret(`${name}/CARDWRIGHT_DATABASE_URL`)).password);
    for (const password of passwords) expect(readFileSync(at('database.sql'), 'utf8')).not.toContain(password);
  });

  test('the owner of the schema does not inherit from the role that writes money', () => {
    const granted = "select inherit_option from pg_auth_members where member = 'cardwright_owner'::regrole";
    expect(execFileSync(PSQL, [postgres.url, '-Atc', granted], { encoding: 'utf8' })).toBe('f\n');
  });

  test('a name that the router has, an existing directory and a wrong setting are refused, and nothing is written', async () => {
    expect(await newCell('--name', '00', '--output', at('../c00'))).toMatchObject({
      code: 1,
      text: expect.stringContaining('already has a cell 00'),
    });
    const peppers = secret('api/CARDWRIGHT_PEPPERS');
    expect(await newCell()).toMatchObject({ code: 1, text: expect.stringContaining('exists already') });
    expect(secret('api/CARDWRIGHT_PEPPERS')).toBe(peppers);
    const mail = await newCell('--output', at('../other'), '--smtp', 'http://mail');
    expect(mail).toMatchObject({ code: 1, text: expect.stringContaining('CARDWRIGHT_SMTP_URL') });
    const named = await newCell('--output', at('../other'), '--name', 'C2', '--api', 'one:3000,two:3001');
    expect(named).toMatchObject({ code: 2, text: expect.stringMatching(/--api must be.*\n--name must be/) });
    const wrong = ['postgres://user:password@host/cardwright', 'postgres://host/card-wright', 'host'].map((database) =>
      problemsOf({ ...plan, database }),
    );
    expect(wrong.map(({ length }) => length)).toEqual([1, 1, 1]);
    expect(readdirSync(scratch)).toEqual(['c2']);
  });

  test("the router's files are valid as they are deployed, and its first row is what the command writes", () => {
    const [api, portal, desk] = [3000, 3001, 3002].map((port) => [`127.0.0.1:${port}`]);
    const servers = { api: api ?? [], portal: portal ?? [], desk: desk ?? [], issuer: [] };
    expect(readFileSync(join(deployed, 'cells/00.cfg'), 'utf8')).toBe(routerLines({ name: '00', servers }));
    const binds = { ROUTER_BIND: '127.0.0.1:1443', ROUTER_OPERATORS_BIND: '127.0.0.1:8443' }; // without certificates
    const args = ['-c', '-f', join(deployed, 'haproxy.cfg'), '-f', join(deployed, 'cells')];
    expect(execFileSync(HAPROXY, args, { env: binds, encoding: 'utf8' })).toContain('Configuration file is valid');
  });

  test('without its processes, the cell answers 503 in the shape of the API, and strangers notice nothing', async () => {
    for (const { role, child } of processes) if (role === 'api') child.kill('SIGKILL');
    const lost = await until(
      () => asCompany('/balance'),
      ({ status }) => status === 503,
    );
    expect(JSON.parse(lost.text)).toEqual({
      statusCode: 503,
      message: 'The service is busy. Wait as long as Retry-After says, then repeat with the same Idempotency-Key.',
      code: 'overloaded',
      requestId: lost.headers['request-id'],
      retry: 'same_key',
    });
    expect(lost.headers).toMatchObject({ 'retry-after': '1', 'content-type': 'application/json; charset=utf-8' });
    await until(
      () => router.usable(),
      (usable) => !usable.includes('api-c2'),
    );
    expect(await asCompany('/balance')).toMatchObject({ status: 503 });
    expect(await ask(router.url, '/health/live')).toMatchObject({ status: 200 });
  });
});
