// What operators see of reconciliations: the command, its exit code, one run, the status and the metrics.
import { readFacts } from '@cardwright/server/oversight/status/facts.ts';
import { judge } from '@cardwright/server/oversight/status/judge.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommandLine } from '../../../../admin-cli/tests/process.ts';
import { operatorOf } from '../../operator-of.ts';
import { type Company, startWorld, type World } from '../../world.ts';
import { makeTraffic, type Traffic } from './traffic.ts';

let world: World;
let company: Company;
let traffic: Traffic;
let jane: CommandLine;
beforeAll(async () => {
  world = await startWorld({ issuer: true, desk: true, metrics: true });
  await world.stack.spawn('worker');
  company = await world.company({ available: '500.00' });
  traffic = await makeTraffic(world, company);
  jane = await operatorOf(world, 'Jane Roe');
});
afterAll(() => world?.stop());

type Run = { id: string; breaks: number; compared: number; data: { kind: string; ways: string[] }[] };

const atOnce = ['--settled-seconds', '0'];
const plant = (cents: number) =>
  world.admin.query('update issuer_sandbox.cards set balance_cents = balance_cents + $2 where account = $1', [
    company.id,
    cents,
  ]);
const sandboxFacts = async () =>
  (await readFacts(world.tools.db)).reconciled.find((row) => row.environment === 'sandbox');
const breaksOfWorker = async () => {
  const url = world.stack.processes.find(({ role }) => role === 'worker')?.metricsUrl ?? '';
  const text = await (await fetch(url)).text();
  return Number(/^cardwright_reconciliation_breaks\{environment="sandbox"\} (\d+)$/m.exec(text)?.[1]);
};

describe('admin reconcile', () => {
  test('of everything says that there is no difference, and the status knows when that was', async () => {
    const nobody = await jane.run(['reconcile', ...atOnce], { CARDWRIGHT_OPERATOR_TOKEN: undefined });
    expect(nobody).toMatchObject({ code: 1, stdout: '' });
    const { code, stdout } = await jane.run(['reconcile', ...atOnce]);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('Zero differences.') });
    expect(await sandboxFacts()).toMatchObject({ breaks: 0n, unread: 0n, has_run: true });
    expect((await jane.run(['status'])).stdout).toContain('differences from the issuer');
  });

  test('of one company shows the break with both sides and two resolutions; exit code 1, and an alert', async () => {
    await plant(-1);
    const ran = await jane.run(['reconcile', '--company', company.id, ...atOnce, '--json']);
    expect(ran.code).toBe(1);
    const run = JSON.parse(ran.stdout) as Run;
    expect(run).toMatchObject({
      breaks: 1,
      data: [
        {
          company: company.id,
          environment: 'sandbox',
          kind: 'card_balance',
          rule: 'a card has the same balance at the issuer',
          subject: traffic.card,
          ours: '87.66',
          theirs: '87.65',
        },
      ],
    });
    expect(run.data[0]?.ways).toHaveLength(2);

    const { code, stdout } = await jane.run(['reconcile', 'show', run.id]);
    expect(code).toBe(1);
    for (const words of [
      run.id,
      'card_balance',
      traffic.card,
      'resolution 1',
      'resolution 2',
      'on their way',
      '1 difference.',
    ])
      expect(stdout).toContain(words);
    expect(stdout).toMatch(/^ *card +87\.66$/m);
    expect(stdout).toMatch(/^ *issuer +87\.65$/m);
    expect(await sandboxFacts()).toMatchObject({ breaks: 1n, oldest_at: expect.any(Date) });
    expect(judge(await readFacts(world.tools.db))).toContainEqual(
      expect.objectContaining({ problem: '1 difference from the issuer in sandbox' }),
    );
    expect(await breaksOfWorker()).toBe(1);

    await plant(1);
    const again = await jane.run([
      'reconcile',
      '--company',
      company.id,
      '--environment',
      'sandbox',
      ...atOnce,
      '--json',
    ]);
    expect({ code: again.code, ...JSON.parse(again.stdout) }).toMatchObject({ code: 0, breaks: 0, data: [] });
    expect(await sandboxFacts()).toMatchObject({ breaks: 0n, oldest_at: null });
    expect(await breaksOfWorker()).toBe(0);
  });

  test('lists what was reconciled, and knows only what there is', async () => {
    const { data } = await jane.json<{ data: Run[] }>(['reconcile', 'list', '--limit', '2']);
    expect(data).toMatchObject([{ breaks: 0, company: company.id }, { breaks: 1 }]);
    const unknown = 'run_01jcp4vsb0e5d8zq6m5k1n7x2t';
    expect(await jane.run(['reconcile', 'show', unknown])).toMatchObject({ code: 1, stdout: '' });
    expect(await jane.run(['reconcile', 'show', 'run'])).toMatchObject({ code: 2 });
    expect(await jane.run(['reconcile', '--company', 'com_01jcp4vsb0e5d8zq6m5k1n7x2t'])).toMatchObject({ code: 1 });
  });
});

test('runs and breaks are append-only, and no process writes them but through the functions', async () => {
  for (const table of ['reconciliation_runs', 'reconciliation_breaks']) {
    await expect(world.admin.query(`delete from ${table}`)).rejects.toMatchObject({ code: 'CW002' });
    const { rows } = await world.admin.query(
      `select r.rolname from unnest(array['cardwright_api', 'cardwright_worker', 'cardwright_admin']) as r (rolname)
        where has_table_privilege(r.rolname, $1, 'insert, update, delete')`,
      [table],
    );
    expect(rows).toEqual([]);
  }
});
