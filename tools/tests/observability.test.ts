// Dashboards are valid for Prometheus: each query parses. That their metrics exist is tested with a running stack.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dashboards, expressionsOf } from '../observability/dashboards.ts';
import { dashboardFile } from '../observability/grafana.ts';

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

test.skipIf(!hasPromtool)('every query of a dashboard parses', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'cardwright-dashboards-'));
  try {
    const expressions = dashboards.flatMap(expressionsOf);
    const rules = expressions.map((expression, index) => ({
      record: `panel:${index}`,
      expr: expression.replaceAll('$__rate_interval', '5m'), // Grafana computes it
    }));
    const file = join(scratch, 'panels.rules.yml');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] })); // JSON is YAML
    const said = execFileSync('promtool', ['check', 'rules', file], { encoding: 'utf8' });
    expect(said).toContain(`SUCCESS: ${expressions.length} rules found`);
  } finally {
    rmSync(scratch, { recursive: true });
  }
});

test.each(dashboards)('$name has its panels in rows, each with a query', (dashboard) => {
  const { panels } = JSON.parse(dashboardFile(dashboard)) as { panels: { type: string; targets?: object[] }[] };
  const rows = panels.filter(({ type }) => type === 'row');
  expect(rows.length).toBe(Object.keys(dashboard.rows).length);
  for (const { type, targets } of panels) if (type !== 'row') expect(targets?.length).toBeGreaterThan(0);
});
