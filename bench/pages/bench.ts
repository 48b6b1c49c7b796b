// Whether every page of the portal is usable within a second, for a company with a long history.

import { addresses } from '@cardwright/portal/addresses.ts';
import { sizeOf } from '@cardwright/proofs/harness/proof.ts';
import { toId } from '@cardwright/server/foundation/ids.ts';
import { DEMO_PASSWORD, demoPeople } from '@cardwright/server/identity/people/development.ts';
import { asAdministrator } from '@cardwright/server/platform/db/migrate.ts';
import { buildPages } from '@cardwright/stack/pages.ts';
import { NO_RATE_LIMITS, type Stack, startStack } from '@cardwright/stack/start.ts';
import { endWithStarter } from '@cardwright/stack/starter.ts';
import { atMost, type Bench, type Context, medianOf, type Result } from '../harness/bench.ts';
import { type Cluster, openCluster } from '../history/cluster.ts';
import type { History } from '../history/history.ts';
import { sealHistory } from '../history/verify-speed.ts';
import { fillPages, INVITATION_ID, pageHistoryOf } from './history.ts';
import { openVisitors, type Taken } from './rounds.ts';
import { furtherVisits, type Ids, pageVisits, type Visit } from './visits.ts';

/** Above this, people notice the wait. */
const MOST_MS = 1_000;

/** A round in which even the bare page took this much longer than usual shows the machine, not the page. */
const CALM_TIMES = 3;

const DATABASE = 'pages';

export const pages: Bench = {
  measures: 'the time until each page of the portal can be used, opened anew and walked to, after a long history',
  sizes: { full: { rows: 100_000, rounds: 5 }, small: { rows: 5_000, rounds: 1 } },
  run,
};

async function run({ version, sizes, seed, progress }: Context): Promise<Result> {
  const built = buildPages('production', () => progress('building the pages'));
  const history = pageHistoryOf(sizeOf(sizes, 'rows'), seed, new Date());
  const cluster = await openCluster(version, undefined);
  endWithStarter(() => cluster.end());
  try {
    const fillSeconds = await fill(cluster, history, progress);
    const stack = await startStack({
      adminUrl: await cluster.start('measuring'),
      database: DATABASE,
      sealsDirectory: cluster.headsOf(DATABASE),
      seed: false,
      issuer: true,
      portal: true,
      pages: built,
      env: NO_RATE_LIMITS, // the bench exceeds any human rate
    });
    try {
      const ids = await idsOf(stack, history);
      const visits = visitsOf(ids);
      const { taken, files } = await visitAll(stack, ids, { visits, rounds: sizeOf(sizes, 'rounds'), progress });
      return judge(visits, taken, { fillSeconds, files }, progress);
    } finally {
      await stack.stop();
    }
  } finally {
    await cluster.end();
  }
}

async function fill(cluster: Cluster, history: History, progress: Context['progress']): Promise<number> {
  const started = performance.now();
  const adminUrl = await cluster.start('loading');
  const stack = await startStack({ adminUrl, database: DATABASE, seed: false, api: 0, workers: 0 });
  await fillPages(stack.databaseUrl, history, progress);
  await sealHistory(stack, cluster.headsOf(DATABASE)); // otherwise the worker would do it during the measurement
  await stack.stop();
  return Math.round((performance.now() - started) / 1_000);
}

/** Objects from the middle of the history, which no cache holds. */
async function idsOf(stack: Stack, { measuredId, busiestCardId }: History): Promise<Ids> {
  return asAdministrator(stack.databaseUrl, async (client) => {
    const middle = async (table: 'operations' | 'holders' | 'invoices' | 'webhook_endpoints') => {
      const { rows } = await client.query<{ id: string }>(
        `select id from ${table} where company_id = $1
          order by created_at offset (select count(*) / 2 from ${table} where company_id = $1) limit 1`,
        [measuredId],
      );
      return rows[0]?.id ?? '';
    };
    return {
      company: toId('company', measuredId),
      operation: toId('operation', await middle('operations')),
      invoice: toId('invoice', await middle('invoices')),
      card: toId('card', busiestCardId),
      holder: toId('holder', await middle('holders')),
      webhook: toId('webhook', await middle('webhook_endpoints')),
      invitation: toId('invitation', INVITATION_ID),
    };
  });
}

/** Every address, in the order of the list; an address without a visit ends the bench. */
function visitsOf(ids: Ids): Visit[] {
  const known = pageVisits(ids);
  const pagesOfList = addresses.map(([, path]) => {
    const visit: Omit<Visit, 'name'> | undefined = known[path];
    if (visit === undefined) throw new Error(`there is no visit to the page ${path}`);
    return { name: path, ...visit };
  });
  return [...pagesOfList, ...furtherVisits(ids)];
}

type Visiting = { visits: readonly Visit[]; rounds: number; progress: Context['progress'] };

async function visitAll({ portalUrl = '' }: Stack, ids: Ids, { visits, rounds, progress }: Visiting) {
  const visitors = await openVisitors(portalUrl);
  try {
    await visitors.signIn({ email: demoPeople[0]?.email ?? '', password: DEMO_PASSWORD });
    const taken: Taken[] = [];
    for (let round = 1; round <= rounds; round++) {
      for (const visit of visits) taken.push(...(await visitors.visit(visit)));
      progress(`round ${round} of ${rounds}`);
    }
    const statements = `/c/${ids.company}/sandbox/statements?${lastMonth()}`;
    const files = await visitors.download(statements, ['Ledger entries (CSV)', 'Statement (PDF)']);
    return { taken, files };
  } finally {
    await visitors.close();
  }
}

/** The query for a whole month of entries. */
function lastMonth(): string {
  const now = new Date();
  const dayOf = (month: number, day: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), month, day)).toISOString().slice(0, 10);
  return new URLSearchParams({ from: dayOf(now.getUTCMonth() - 1, 1), to: dayOf(now.getUTCMonth(), 0) }).toString();
}

type Line = ReturnType<typeof lineOf> & { mostMs: number };

function judge(visits: readonly Visit[], taken: readonly Taken[], rest: object, progress: Context['progress']): Result {
  const mostOf = new Map(visits.map(({ name, mostMs = MOST_MS }) => [name, mostMs]));
  const bareMs = medianOf(taken.map((one) => one.bareMs));
  const lines = [...Map.groupBy(taken, ({ visit, how }) => `${visit}, ${how}`)].map(([name, all]) => ({
    ...lineOf(name, all, bareMs),
    mostMs: mostOf.get(all[0]?.visit ?? '') ?? MOST_MS,
  }));
  for (const line of tableOf(lines)) progress(line);
  return {
    figures: {
      ...rest,
      bareMs: Math.round(bareMs),
      worstMs: Math.max(...lines.map(({ worstMs }) => worstMs)),
      pages: lines,
    },
    // Usable in time, also in the worst calm round.
    bars: lines.map(({ page, worstMs, mostMs }) => atMost(mostMs, 'ms', page)(worstMs)),
  };
}

function lineOf(page: string, all: readonly Taken[], bareMs: number) {
  const calm = all.filter((one) => one.bareMs <= CALM_TIMES * bareMs);
  const times = (calm.length > 0 ? calm : all).map(({ ms }) => ms);
  const slowest = all.toSorted((one, other) => other.slowestMs - one.slowestMs)[0];
  const most = (figure: 'requests' | 'bytes' | 'nodes') => Math.max(...all.map((one) => one[figure]));
  return {
    page,
    medianMs: Math.round(medianOf(times)),
    worstMs: Math.round(Math.max(...times)),
    timesBare: Math.round((medianOf(times) / bareMs) * 10) / 10,
    calmRounds: calm.length,
    requests: most('requests'),
    kilobytes: Math.round(most('bytes') / 1_024),
    nodes: most('nodes'),
    slowestMs: Math.round(slowest?.slowestMs ?? 0),
    slowest: slowest?.slowest ?? '',
  };
}

/** The figures as a table, slowest first. */
function tableOf(lines: readonly Line[]): string[] {
  const heads = [
    'page',
    'medianMs',
    'worstMs',
    'timesBare',
    'calmRounds',
    'requests',
    'kilobytes',
    'nodes',
    'slowestMs',
    'slowest',
  ] as const;
  const cells = lines
    .toSorted((one, other) => other.medianMs - one.medianMs)
    .map((line) => heads.map((head) => String(line[head])));
  const widths = heads.map((head, column) => Math.max(head.length, ...cells.map((row) => row[column]?.length ?? 0)));
  return [[...heads], ...cells].map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}
