// The metrics of a running stack: the facts of the status and request counts, on separate ports, without names or ids.
// Every metric used by an alert exists.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import type { Drill } from '@cardwright/server/ledger/seals/drills.ts';
import { openHeadFiles } from '@cardwright/server/ledger/seals/head-files.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dashboards, expressionsOf } from '../../../../tools/observability/dashboards.ts';
import { sloRules } from '../../../../tools/observability/slos.ts';
import { until } from '../../until.ts';
import { type Company, startWorld, type World } from '../../world.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const rules = readFileSync(join(root, 'docs/alerts/cardwright.rules.yml'), 'utf8');

const drill: Drill = {
  at: '2026-11-17T05:47:31.500Z',
  ok: true,
  failure: null,
  restoreSeconds: 12.5,
  lossSeconds: 20.5,
  restoredTo: '2026-11-17T05:46:58.000Z',
  books: 1,
  ledgerEntries: 1,
  auditEntries: 1,
  lostLedgerEntries: 0,
  lostAuditEntries: 0,
};

let world: World;
let company: Company;
let holderId: string;
beforeAll(async () => {
  world = await startWorld({ metrics: true, env: { CARDWRIGHT_WRITES_PER_SECOND: '1' } });
  await openHeadFiles(world.stack.sealsDirectory, systemClock).appendDrill(drill);
  await world.stack.spawn('worker');
  company = await world.company();
  holderId = await company.insertHolder();
});
afterAll(() => world?.stop());

const metricsUrlOf = (role: 'api' | 'worker'): string =>
  world.stack.processes.find((process) => process.role === role)?.metricsUrl ?? '';

async function scrape(role: 'api' | 'worker'): Promise<string> {
  const response = await fetch(metricsUrlOf(role));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  return response.text();
}

/** The value of a sample, by name and labels. */
const valueOf = (text: string, sample: string): number | undefined => {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${sample} `));
  return line === undefined ? undefined : Number(line.slice(sample.length + 1));
};

describe('the API', () => {
  test('counts requests by route, method and class of status, and refusals by code', async () => {
    await company.get('/api/v1/balance');
    await company.get(`/api/v1/holders/${holderId}`);
    await company.get('/api/v1/cards/card_01jcp4vsb0e5d8zq6m5k1n7x2t');
    await world.ask(`/nowhere/${holderId}`);
    await Promise.all(Array.from({ length: 8 }, () => company.post('/api/v1/sandbox/funding', { amount: '1.00' })));
    const text = await scrape('api');
    const requests = (labels: string) => valueOf(text, `cardwright_http_requests_total{${labels}}`);
    expect(requests('route="/api/v1/holders/:id",method="GET",status="2xx"')).toBe(1);
    expect(requests('route="/api/v1/cards/:id",method="GET",status="4xx"')).toBe(1);
    expect(requests('route="unknown",method="any",status="4xx"')).toBe(1);
    const funded = requests('route="/api/v1/sandbox/funding",method="POST",status="2xx"') ?? 0;
    const limited = valueOf(text, 'cardwright_http_refusals_total{code="rate_limited"}') ?? 0;
    expect(limited).toBeGreaterThan(0);
    expect(funded + limited).toBe(8);
    expect(valueOf(text, 'cardwright_http_refusals_total{code="card_not_found"}')).toBe(1);
    expect(valueOf(text, 'cardwright_http_refusals_total{code="internal"}')).toBe(0);
    expect(valueOf(text, 'cardwright_http_request_seconds_count{route="/api/v1/balance",method="GET"}')).toBe(1);
    for (const batcher of ['accept', 'fund'])
      expect(valueOf(text, `cardwright_batcher_waiting{batcher="${batcher}"}`)).toBe(0);
    expect(valueOf(text, 'cardwright_database_waiting')).toBe(0);
  });

  test('serves them nowhere but on their own port, and nothing else there', async () => {
    expect((await world.ask('/metrics')).status).toBe(404);
    const elsewhere = metricsUrlOf('api').replace('/metrics', '/api/v1/balance');
    expect((await fetch(elsewhere)).status).toBe(404);
    expect((await fetch(metricsUrlOf('api'), { method: 'POST' })).status).toBe(404);
  });
});

describe('the worker', () => {
  test('exports the facts of the status', async () => {
    await company.insertHolder({ status: 'pending' }); // for whom no issuer is configured
    await company.insertHolder({ status: 'pending' });
    await world.admin.query(
      `update holders set next_at = now() - interval '1 hour', parked_at = case id when (select max(id::text)::uuid from holders) then now() end`,
    );
    const text = await scrape('worker');
    expect(valueOf(text, 'cardwright_status_up')).toBe(1);
    expect(valueOf(text, 'cardwright_stopped')).toBe(0);
    expect(valueOf(text, 'cardwright_work_due{kind="holder",environment="sandbox"}')).toBe(1);
    expect(valueOf(text, 'cardwright_work_parked{kind="holder",environment="sandbox"}')).toBe(1);
    expect(valueOf(text, 'cardwright_work_failing{kind="holder",environment="sandbox"}')).toBe(0);
    expect(valueOf(text, 'cardwright_work_parked{kind="mail",environment="live"}')).toBe(0);
    const oldest = valueOf(text, 'cardwright_work_due_oldest_seconds{kind="holder",environment="sandbox"}') ?? 0;
    expect(Math.round(oldest / 60)).toBeCloseTo(60, -1);
    for (const reason of ['paused', 'suspended', 'unreachable', 'waiting'])
      expect(valueOf(text, `cardwright_operations_waiting{environment="live",reason="${reason}"}`)).toBe(0);
    for (const subject of ['operation', 'invoice'])
      expect(valueOf(text, `cardwright_reviews{environment="live",subject="${subject}"}`)).toBe(0);
    for (const state of ['creating', 'paused', 'suspended', 'sent', 'due', 'review'])
      expect(valueOf(text, `cardwright_invoices{environment="live",state="${state}"}`)).toBe(0);
    expect(valueOf(text, 'cardwright_held_cents{environment="sandbox",by="ledger"}')).toBe(0);
    expect(valueOf(text, 'cardwright_wal_archived')).toBe(0);
    expect(valueOf(text, 'cardwright_drill_last_success_timestamp_seconds')).toBe(Date.parse(drill.at) / 1_000);
    expect(valueOf(text, 'cardwright_drill_loss_seconds')).toBe(20.5);
    expect(valueOf(text, 'cardwright_drill_restore_seconds')).toBe(12.5);
    for (const subject of ['ledger', 'audit']) {
      expect(valueOf(text, `cardwright_verification_bad{subject="${subject}"}`)).toBe(0);
      expect(valueOf(text, `cardwright_verification_age_seconds{subject="${subject}"}`)).toBeGreaterThan(0);
    }
  });

  test('exports that a verification found a wrong row', async () => {
    await world.admin.query(
      `insert into history_verifications (job_id, subject, entries, compared_with_heads, bad)
       values (gen_random_uuid(), 'audit', 1, true, '{"row": "entry 1"}')`,
    );
    const text = await scrape('worker');
    expect(valueOf(text, 'cardwright_verification_bad{subject="audit"}')).toBe(1);
    expect(valueOf(text, 'cardwright_verification_bad{subject="ledger"}')).toBe(0);
    expect(valueOf(text, 'cardwright_verification_age_seconds{subject="audit"}')).toBeLessThan(60);
  });

  test('reports that it cannot read them, and exports no stale figures', async () => {
    await world.admin.query('revoke execute on function count_held(integer) from cardwright_worker');
    const blind = await scrape('worker');
    await world.admin.query('grant execute on function count_held(integer) to cardwright_worker');
    expect(valueOf(blind, 'cardwright_status_up')).toBe(0);
    expect(blind).not.toMatch(/^cardwright_operations_waiting\{/m);
    expect(valueOf(await scrape('worker'), 'cardwright_status_up')).toBe(1);
  });

  test('counts the jobs of every queue within seconds', async () => {
    const counted = () =>
      scrape('worker').then((text) => valueOf(text, 'cardwright_queue_counted_seconds{queue="verify-ledger"}'));
    await until(counted, (seconds) => seconds !== undefined && seconds < 60);
  });
});

test('no label names a company, an id or a key', async () => {
  const text = `${await scrape('api')}\n${await scrape('worker')}`;
  const labels = [...text.matchAll(/[a-z_]+="([^"]*)"/g)].map(([, value = '']) => value);
  expect(labels.length).toBeGreaterThan(100);
  for (const value of labels) {
    expect(value).not.toMatch(/[0-9a-hjkmnp-tv-z]{26}|[0-9a-f]{8}-[0-9a-f]{4}|cw_(sandbox|live)/);
    expect(value).not.toContain(company.id);
  }
});

/** Every series that an alert, an objective or a dashboard asks for, such as `name{label="value"}`. */
const asked = [
  ...[rules, sloRules()].flatMap((text) =>
    [...text.matchAll(/^\s+expr: (.+)$/gm)].map(([, expression = '']) => expression),
  ),
  ...dashboards.flatMap(expressionsOf),
].flatMap((expression) =>
  [...expression.matchAll(/(cardwright_[a-z_]+)(\{[^}]*\})?/g)].map(([, name = '', labels = '']) => ({ name, labels })),
);

describe('an alert, an objective or a dashboard', () => {
  test('is about metrics that are there, with the labels that it asks for', async () => {
    const lines = `${await scrape('api')}\n${await scrape('worker')}`.split('\n');
    expect(asked.length).toBeGreaterThan(15);
    for (const { name, labels } of asked) {
      const wanted = [...labels.matchAll(/[a-z]+="[^"]*"/g)].map(([label]) => label);
      const found = lines.some(
        (line) => /^\w+/.exec(line)?.[0] === name && wanted.every((label) => line.includes(label)),
      );
      expect(found, `${name}${labels}`).toBe(true);
    }
  });

  test('says what happened, why it matters, and which section of the runbook helps', () => {
    const anchors = globSync('*.md', { cwd: join(root, 'docs/runbooks') }).flatMap((page) => {
      const headings = readFileSync(join(root, 'docs/runbooks', page), 'utf8').match(/^#+ .+$/gm) ?? [];
      return headings.map((heading) => `${page}#${heading.replace(/^#+ /, '').toLowerCase().replaceAll(' ', '-')}`);
    });
    const alerts = (rules + sloRules()).split(/^ {6}- alert: /m).slice(1);
    expect(alerts.length).toBeGreaterThan(10);
    for (const alert of alerts) {
      for (const part of ['severity: ', 'summary: ', 'why: ']) expect(alert).toContain(part);
      expect(anchors).toContain(/runbook_url: docs\/runbooks\/([a-z-]+\.md#[a-z-]+)$/m.exec(alert)?.[1]);
    }
    const judge = readFileSync(join(root, 'server/src/oversight/status/judge.ts'), 'utf8');
    for (const [, section] of judge.matchAll(/\brunbook\('([a-z-]+)'\)/g))
      expect(anchors).toContain(`operations.md#${section}`);
    for (const [, section] of judge.matchAll(/\bfundingRunbook\('([a-z-]+)'\)/g))
      expect(anchors).toContain(`funding.md#${section}`);
    for (const page of ['webhooks', 'work']) {
      const judging = readFileSync(join(root, `server/src/oversight/status/judge-${page}.ts`), 'utf8');
      for (const [, section] of judging.matchAll(/\brunbook\('([a-z-]+)'\)/g))
        expect(anchors).toContain(`${page}.md#${section}`);
    }
    const ofHistory = readFileSync(join(root, 'server/src/oversight/status/judge-history.ts'), 'utf8');
    for (const [, section] of ofHistory.matchAll(/\/(operations\.md#[a-z-]+)/g)) expect(anchors).toContain(section);
    const ofWorkers = readFileSync(join(root, 'server/src/oversight/status/judge-workers.ts'), 'utf8');
    for (const [, section] of ofWorkers.matchAll(/\/(stop\.md#[a-z-]+)/g)) expect(anchors).toContain(section);
  });

  test('has a test of its own', () => {
    const tested = globSync('docs/alerts/*.test.yml', { cwd: root })
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n');
    for (const [, name] of rules.matchAll(/- alert: (\w+)/g))
      expect(tested.match(new RegExp(`alertname: ${name}\\n +exp_alerts:\\n`))?.length, name).toBe(1);
  });
});
