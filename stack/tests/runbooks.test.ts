// The runbooks of the database, followed word by word on a real cluster: every command in them is run, in order.
import { type SpawnOptions, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Home, openHome, serverEnvironment } from '@cardwright/stack/cluster/home.ts';
import { isInstalled, POSTGRES_BIN, patroniOf } from '@cardwright/stack/cluster/programs.ts';
import { type Cluster, type ClusterNode, startCluster } from '@cardwright/stack/cluster/start.ts';
import { operatorToken } from '@cardwright/stack/operators.ts';
import { serverIdentity } from '@cardwright/stack/postgres.ts';
import { type Stack, startStack } from '@cardwright/stack/start.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../server/tests/until.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

type Block = { page: string; section: string; text: string; isRun: boolean };

/** The shell commands of a page, by section, in order. Those in a list are indented. */
function blocksOf(page: string): Block[] {
  const text = readFileSync(join(root, 'docs/runbooks', page), 'utf8');
  return text.split(/^## /m).flatMap((part) => {
    const section = part.slice(0, part.indexOf('\n'));
    return [...part.matchAll(/^( *)```sh\n(.*?)^\1```$/gms)].map(([, indent = '', code = '']) => ({
      page,
      section,
      text: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      isRun: false,
    }));
  });
}

/** One row of a query as administrator. */
async function ask<Row extends object>({ url }: ClusterNode, query: string): Promise<Row | undefined> {
  const client = new pg.Client(url.replace(/[^/]*$/, 'cardwright'));
  await client.connect();
  const { rows } = await client.query<Row>(query);
  await client.end();
  return rows[0];
}

/** Why the database is fenced; empty if it is not. */
const whyFenced = async (node: ClusterNode): Promise<string> =>
  (await ask<{ why: string }>(node, 'select fenced_why as why from verified_timeline'))?.why ?? '';

describe.skipIf(!isInstalled())('the runbooks', () => {
  const blocks = [...blocksOf('failover.md'), ...blocksOf('backup-and-restore.md')];
  let home: Home;
  let cluster: Cluster;
  let stack: Stack;

  beforeAll(async () => {
    home = await openHome('runbooks');
    for (const folder of ['repository', 'lock', 'log', 'spool', 'scratch']) await home.folder(folder);
    cluster = await startCluster({ nodes: 2 });
    stack = await startStack({ adminUrl: cluster.hostsUrl, desk: true });
  });
  afterAll(async () => {
    await stack?.stop();
    await cluster?.stop();
    await home?.remove();
  });

  /** The variables that the runbook names, on the server of a node. */
  const variablesOn = (node: ClusterNode): Record<string, string> => {
    const { port, password } = new URL(node.url);
    return {
      ...serverEnvironment(home.directory),
      ...patroniOf('sound'),
      PATH: `${POSTGRES_BIN}:/usr/bin:/bin`,
      PGDATA: `${node.directory}/data`,
      PGHOST: '127.0.0.1',
      PGPORT: port,
      PGUSER: 'postgres',
      PGDATABASE: 'postgres',
      PGPASSWORD: password,
      PGBACKREST_CONFIG: `${home.directory}/pgbackrest.conf`,
      PGBACKREST_STANZA: 'cardwright',
      PGBACKREST_LOCK_PATH: `${home.directory}/lock`,
      PGBACKREST_LOG_PATH: `${home.directory}/log`,
      PGBACKREST_SPOOL_PATH: `${home.directory}/spool`,
      REPOSITORY: `${home.directory}/repository`,
      PATRONICTL_CONFIG_FILE: `${node.directory}/patroni.yml`,
      CLUSTER: 'cardwright',
      SCRATCH: `${home.directory}/scratch`,
    };
  };

  const shell = (text: string, options: SpawnOptions): Promise<{ code: number | null; said: string }> =>
    new Promise((resolve) => {
      const child = spawn('/bin/bash', ['-euo', 'pipefail', '-c', text], {
        ...options,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => {
          said += chunk.toString();
        });
      child.once('exit', (code) => setTimeout(() => resolve({ code, said }), 100)); // servers keep the output open
    });

  /** Runs the next commands of a section on a node: one block unless told. Returns all that they said. */
  const follow = async (
    page: string,
    section: string,
    node: ClusterNode,
    { count = 1, names = {} }: { count?: number; names?: Record<string, string> } = {},
  ): Promise<string> => {
    const next = blocks.filter((block) => block.page === page && block.section === section && !block.isRun);
    expect(next.length, section).toBeGreaterThanOrEqual(count);
    let all = '';
    for (const block of next.slice(0, count)) {
      block.isRun = true;
      // Operators' commands run where the repository is; all others run on the server, as the user of Postgres.
      const env = { ...variablesOn(node), ...names };
      const isOurs = block.text.startsWith('cardwright-admin ');
      const path = { PATH: `${join(root, 'node_modules/.bin')}:${env['PATH']}` };
      const { code, said } = await shell(
        block.text,
        isOurs
          ? { cwd: root, env: { ...env, ...path, ...stack.adminSettings() } }
          : { cwd: home.directory, env, ...serverIdentity() },
      );
      expect({ code, said }, block.text).toMatchObject({ code: 0 });
      all += said;
    }
    return all;
  };
  const standbyOf = (primary: ClusterNode): ClusterNode => {
    const other = cluster.nodes.find(({ name }) => name !== primary.name);
    if (other === undefined) throw new Error('there is no standby');
    return other;
  };
  type Answer = { status: number; code?: string; proposal?: { id: string } };
  const post = async (url: string, token: string | undefined, body: object): Promise<Answer> => {
    const headers = {
      authorization: `Bearer ${token}`,
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
    };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    return { ...((await response.json()) as Answer), status: response.status };
  };
  const asCompany = (path: string, body: object) =>
    post(`${stack.baseUrl}/api/v1/${path}`, stack.demo?.companies[0]?.keys.sandbox, body);
  const fund = () => asCompany('sandbox/funding', { amount: '100.00' });
  const order = async () => {
    const headers = { authorization: `Bearer ${stack.demo?.companies[0]?.keys.sandbox}` };
    const response = await fetch(`${stack.baseUrl}/api/v1/products`, { headers });
    const { data } = (await response.json()) as { data: { id: string; kind: string }[] };
    const productId = data.find(({ kind }) => kind === 'service')?.id;
    return asCompany('operations', { type: 'service', productId, amount: '25.00', recipient: '+49 40 123456' });
  };
  /** A step of the recovery, by the first or the second operator. */
  const recover = (by: 0 | 1, path: string, body = {}) =>
    post(`${stack.deskUrl}/desk/v1/${path}`, operatorToken(stack.secrets.peppers, by), body);

  test('failover.md: a switchover, and what follows a failover', async () => {
    const page = 'failover.md';
    const old = await cluster.primary();
    const other = standbyOf(old);
    expect(await follow(page, 'What to do first', old)).toMatch(/Leader .*running/);
    const names = { LEADER: old.name, CANDIDATE: other.name, SERVER: other.name, PROCESS: stack.baseUrl };
    expect(await follow(page, 'Switch over on purpose', old, { names })).toContain('Successfully switched over');
    await cluster.settled();
    const back = { ...names, CANDIDATE: old.name };
    expect(await follow(page, 'No leader', old, { names: back })).toContain('Successfully failed over');
    await cluster.settled();
    const said = await follow(page, 'After a failover', old, { names, count: 2 });
    expect(said).toMatch(/Leader .*running/);
    await cluster.settled();
    await until(fund, ({ status }) => status === 200);
    expect(await follow(page, 'After a failover', old, { names })).toMatch(/writable.*\n200/);
    expect(await follow(page, 'After a failover', old)).toContain('The ledger adds up');
  });

  test('backup-and-restore.md: what to set and to watch, and a drill', async () => {
    const page = 'backup-and-restore.md';
    let primary = await cluster.primary();
    await follow(page, 'What to set', primary, { count: 2 });
    await cluster.settled();
    primary = await cluster.primary();
    await follow(page, 'What to set', primary, { count: 2 });
    const watched = await follow(page, 'What to watch', primary);
    expect(watched).toMatch(/failed_count +\| 0/);
    expect(watched).toContain('full backup');
    const drilled = await follow(page, 'Drill', primary);
    expect(
      JSON.parse(
        drilled
          .trim()
          .split('\n')
          .find((line) => line.startsWith('{')) ?? '',
      ),
    ).toMatchObject({ ok: true });
  });

  test('backup-and-restore.md: the database is lost, restored, and fenced', async () => {
    const page = 'backup-and-restore.md';
    const section = 'The database is lost';
    await until(fund, ({ status }) => status === 200);
    const first = await cluster.primary();
    await ask(first, 'select pg_switch_wal()'); // the WAL of what follows is archived a minute later
    expect(await order(), 'a process remembers it').toMatchObject({ status: 201 });
    await sleep(2_500); // a mark of it is exported
    const other = standbyOf(first);
    await Promise.all(cluster.nodes.map((node) => node.kill())); // stops Patroni, and takes the last WAL with it
    await follow(page, section, first, { count: 3 });
    first.start();
    await follow(page, section, first);
    await follow(page, section, other);
    other.start();
    await cluster.settled();
    const listed = await follow(page, section, first, { count: 2 });
    expect(listed).toMatch(/Sync Standby/);
    await until(fund, ({ code }) => code === 'recovering');
    await until(
      () => whyFenced(first),
      (why) => why !== '', // until then, processes still compare what they acknowledged
    );
    const status = await follow(page, section, first);
    expect(status).toContain('Recovering: nothing is accepted or sent');
    expect(status).toMatch(
      /mark \d+ of .* was exported and is not in this database|acknowledged operations are not in/,
    );
  });

  test('two operators recover it, while the processes run that remember what is lost', async () => {
    expect(await recover(0, 'recovery/replay')).toMatchObject({ status: 200 });
    const { status, proposal } = await recover(0, 'recovery', { reason: 'the archive has nothing newer' });
    expect(status).toBe(202);
    expect(await recover(1, `proposals/${proposal?.id}/approve`)).toMatchObject({ status: 200 });
    await until(fund, (answer) => answer.status === 200);
    await sleep(3_000); // each process checks it again meanwhile
    expect(await whyFenced(await cluster.primary())).toBe('');
    expect(await fund()).toMatchObject({ status: 200 });
  });

  test('no command is left', () => {
    expect(blocks.length).toBeGreaterThan(12);
    expect(blocks.filter(({ isRun }) => !isRun)).toEqual([]);
  });
});
