// Takes one cell away in three ways, again and again, and compares the other cell's times with those around it.
import { toId } from '@cardwright/server/foundation/ids.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { administratorDb } from '../harness/companies.ts';
import { type Counts, sizeOf } from '../harness/proof.ts';
import { openWindows, type Times, type Windows } from './windows.ts';
import { untilUsable, type World } from './world.ts';

/** Rounds more when a time is beyond the bar. A delay by the lost cell recurs in each, one by the machine does not. */
const MORE_ROUNDS = 3;

const statistics = ['p50', 'p95'] as const;

type Outage = { name: string; lose(world: World): Promise<void>; mend?(world: World): Promise<void> };

const killed: Outage = {
  name: 'processes killed',
  async lose({ lost }) {
    for (const { child } of [lost.api, lost.worker]) child.kill('SIGKILL');
  },
  mend: ({ lost }) => lost.restart(),
};
const hanging: Outage = {
  name: 'database hangs',
  lose: ({ home, folder }) => home.freeze(folder),
  mend: async ({ home, folder }) => home.thaw(folder),
};
const gone: Outage = {
  name: 'database lost',
  lose: ({ home, folder }) => home.kill(folder),
};

type Measured = { name: string; before: Times; during: Times; after: Times };

/** Runs the rounds, and loses the database for good at the end. */
export async function loseCell(world: World): Promise<Counts> {
  const { context } = world;
  const windows = openWindows(world);
  const windowMs = sizeOf(context.sizes, 'windowMs');
  const bar = { ratio: sizeOf(context.sizes, 'allowedPercent') / 100, slackMs: sizeOf(context.sizes, 'slackMs') };
  await windows.measure(false, windowMs); // warm-up
  const measured: Measured[] = [];
  const alive: Times[] = [await windows.measure(false, windowMs)];
  const lose = async (outage: Outage) => {
    const before = alive.at(-1) as Times;
    await outage.lose(world);
    const during = await windows.measure(true, windowMs);
    if (outage.mend !== undefined) {
      await outage.mend(world);
      await untilUsable(world, world.lost);
      await windows.measure(false, windowMs / 2); // new processes compile and connect, which would count as slow
      alive.push(await windows.measure(false, windowMs));
    }
    const each = { name: outage.name, before, during, after: alive.at(-1) as Times };
    measured.push(each);
    show(each);
  };
  const rounds = sizeOf(context.sizes, 'rounds');
  const isBeyond = () => compare(measured, alive).some((each) => isSlower(each, bar));
  for (let round = 0; round < rounds || (round < rounds + MORE_ROUNDS && isBeyond()); round++) {
    for (const outage of [killed, hanging]) await lose(outage);
    context.progress(round + 1, rounds, 'rounds');
  }
  await lose(gone);
  for (let again = 0; again < MORE_ROUNDS && isBeyond(); again++) {
    const during = await windows.measure(true, windowMs);
    measured.push({ name: gone.name, before: alive.at(-1) as Times, during, after: alive.at(-1) as Times });
  }
  const compared = compare(measured, alive);
  for (const each of compared) if (isSlower(each, bar)) context.violation('the other cell became slower', each);
  await checkKept(world, windows);
  return { ...toCounts(windows), ...ratiosOf(compared) };
}

type Compared = { name: string; statistic: (typeof statistics)[number]; ratio: number; moreMs: number };

/** Whether a time is beyond the bar. A time that is missing is. */
const isSlower = ({ ratio, moreMs }: Compared, bar: { ratio: number; slackMs: number }): boolean =>
  !(ratio <= bar.ratio) && !(moreMs <= bar.slackMs);

/** Of several rounds the lower median counts. */
function compare(measured: readonly Measured[], alive: readonly Times[]): Compared[] {
  return [...Map.groupBy(measured, ({ name }) => name)].flatMap(([name, own]) =>
    statistics.map((statistic) => {
      const usual = medianOf(alive.map((times) => times[statistic]));
      const goods = own.map(({ before, after }) => medianOf([before[statistic], after[statistic], usual]));
      const ratio = medianOf(own.map(({ during }, index) => during[statistic] / (goods[index] ?? 0)));
      const moreMs = medianOf(own.map(({ during }, index) => during[statistic] - (goods[index] ?? 0)));
      return { name, statistic, ratio, moreMs };
    }),
  );
}

/** The middle one, or the lower of two. */
const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;

/** Everything that the other cell acknowledged meanwhile is in its database. */
async function checkKept({ context, other }: World, { acknowledged }: Windows): Promise<void> {
  const db = administratorDb(other, 1);
  const rows = await db.query<{ id: string }>(sql`select id from operations`);
  await db.close();
  const kept = new Set(rows.map(({ id }) => toId('operation', id)));
  for (const id of acknowledged) if (!kept.has(id)) context.violation('an acknowledged order is missing', { id });
}

const toCounts = ({ answers }: Windows): Counts => ({
  answersBeside: answers.other,
  answersOfLost: answers.lost,
  unansweredOfLost: answers.unanswered,
});

const ratiosOf = (compared: readonly Compared[]): Counts =>
  Object.fromEntries(
    compared.map(({ name, statistic, ratio }) => [`${name} ${statistic}`, Math.round(ratio * 100) / 100]),
  );

function show({ name, before, during, after }: Measured): void {
  const toText = ({ p50, p95 }: Times) => `${Math.round(p50 * 10) / 10}/${Math.round(p95 * 10) / 10}`;
  process.stderr.write(`cells: ${name}: ${toText(before)} > ${toText(during)} > ${toText(after)} ms\n`);
}
