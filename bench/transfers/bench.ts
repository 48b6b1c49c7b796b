// Transfers between two accounts, after the public benchmark tb-perf: skewed over many books. Ours
// beside plain tables with SELECT … FOR UPDATE, each one by one and in batches.
import { randomUUID } from 'node:crypto';
import { sizeOf } from '@cardwright/proofs/harness/proof.ts';
import { openBatcher } from '@cardwright/server/platform/db/batcher.ts';
import { openDb } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import type { Stack } from '@cardwright/stack/start.ts';
import pg from 'pg';
import {
  atLeast,
  atMost,
  type Bench,
  type Context,
  medianOf,
  type Result,
  ratioOf,
  rounded,
} from '../harness/bench.ts';
import { interleave, type Slot } from '../harness/interleave.ts';
import { onLedgerStack } from '../harness/ledger-stack.ts';
import { runPgbench } from '../harness/pgbench.ts';
import { countUnbalanced, makeTransfers, PICKS, type Transfer, type TransferWorld } from './world.ts';

/** Clients, few and many. */
const CLIENTS = [10, 64] as const;

/** Batches of the ledger reach this multiple of one transfer at a time in plain tables. */
const LEAST_RATIO = 1.5;

type Name = `${'ledgerBatched' | 'ledgerSingle' | 'plainBatched' | 'plainForUpdate'}${(typeof CLIENTS)[number]}`;

type Answered = { made: number; refused: number };

async function measure(context: Context, stack: Stack): Promise<Result> {
  const { sizes, seed, progress } = context;
  const [rounds, seconds] = [sizeOf(sizes, 'rounds'), sizeOf(sizes, 'seconds')];
  const database = new pg.Pool({ connectionString: stack.databaseUrl, max: 1 });
  const db = openDb({ url: stack.databaseUrl, name: 'bench', connections: 2, onError: () => undefined });
  try {
    const world = await makeTransfers(database, { books: sizeOf(sizes, 'books'), seed, progress });
    const answered: Answered = { made: 0, refused: 0 };
    const batched = (post: Post) => {
      const batcher = openBatcher<Posted, boolean>({
        run: (batch) => post(db, batch),
        ownerOf: ({ transfer }) => transfer.company,
        identityOf: ({ reference }) => reference,
      });
      return (clients: number) => () => drive(batcher, world, { clients, seconds, answered });
    };
    const [ledgerBatched, plainBatched] = [batched(postInLedger), batched(moveInPlain)];
    const pgbench = (script: string, clients: number) => () =>
      runPgbench(stack.databaseUrl, script, { clients, seconds });
    const slots = CLIENTS.flatMap((clients): Slot<Name>[] => [
      { name: `ledgerBatched${clients}`, run: ledgerBatched(clients) },
      { name: `plainForUpdate${clients}`, run: pgbench(plainScript, clients) },
      { name: `ledgerSingle${clients}`, run: pgbench(ledgerScript, clients) },
      { name: `plainBatched${clients}`, run: plainBatched(clients) },
    ]);
    const rates = await interleave(context, slots, {
      rounds,
      unit: 'transfers/s',
      isClear: (soFar) => ratiosOf(soFar).every(({ ratio }) => ratio >= LEAST_RATIO),
    });
    return judge(rates, { answered, unbalanced: await countUnbalanced(database) });
  } finally {
    await db.close();
    await database.end();
  }
}

type Posted = { transfer: Transfer; reference: string };

/** Makes a batch of transfers in one commit. False for one without sufficient funds. */
type Post = (db: ReturnType<typeof openDb>, batch: readonly Posted[]) => Promise<boolean[]>;

const postInLedger: Post = async (db, batch) => {
  const [row] = await db.query<{ numbers: (bigint | null)[] }>(sql`
    select ledger.post(${batch.map(({ transfer }) => transfer.company)}::uuid[],
                       ${batch.map(() => 'sandbox')}::environment[],
                       ${batch.map(({ transfer }) => (transfer.back ? 'release' : 'reservation'))}::ledger.entry_kind[],
                       ${batch.map(({ reference }) => reference)}::text[], ${batch.map(() => 'Bench')}::text[],
                       ${batch.map(({ transfer }) => transfer.amount)}::bigint[]) as numbers`);
  return (row?.numbers ?? []).map((number) => number !== null);
};

const moveInPlain: Post = async (db, batch) => {
  const [row] = await db.query<{ answers: boolean[] }>(sql`
    select plain.transfers(${batch.map(({ transfer }) => transfer.book)}::integer[],
                           ${batch.map(({ transfer }) => transfer.amount)}::bigint[],
                           ${batch.map(({ transfer }) => transfer.back)}::boolean[]) as answers`);
  return row?.answers ?? [];
};

const plainScript = `
\\set draw random(1, ${PICKS})
select plain.transfer(p.book, p.amount, p.back) from plain.picks p where p.draw = :draw;
`;

const ledgerScript = `
\\set draw random(1, ${PICKS})
select ledger.post_one(p.company, 'sandbox', case when p.back then 'release' else 'reservation' end::ledger.entry_kind,
                       'bench_' || gen_random_uuid(), 'Bench', p.amount)
  from plain.picks p where p.draw = :draw;
`;

/** Closed-loop clients: each makes its next transfer after the last answer. Returns answers per second. */
async function drive(
  batcher: (posted: Posted) => Promise<boolean>,
  { transfers }: TransferWorld,
  { clients, seconds, answered }: { clients: number; seconds: number; answered: Answered },
): Promise<number> {
  const started = performance.now();
  let next = Math.floor(Math.random() * PICKS);
  let count = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() - started < seconds * 1_000) {
        const transfer = transfers[next++ % PICKS];
        if (transfer === undefined) throw new Error('there is no transfer');
        const isMade = await batcher({ transfer, reference: `bench_${randomUUID()}` });
        answered[isMade ? 'made' : 'refused']++;
        count++;
      }
    }),
  );
  return (count / (performance.now() - started)) * 1_000;
}

const ratiosOf = (rates: Record<Name, number[]>) =>
  CLIENTS.map((clients) => ({
    clients,
    ratio: ratioOf(rates[`ledgerBatched${clients}`], rates[`plainForUpdate${clients}`]),
  }));

function judge(
  rates: Record<Name, number[]>,
  { answered, unbalanced }: { answered: Answered; unbalanced: number },
): Result {
  const found = ratiosOf(rates);
  return {
    figures: {
      transfersPerSecond: Object.fromEntries(
        Object.entries(rates).map(([name, all]) => [name, Math.round(medianOf(all))]),
      ),
      ratios: Object.fromEntries(found.map(({ clients, ratio }) => [`batched${clients}`, rounded(ratio)])),
      inBatches: answered,
      unbalanced,
    },
    bars: [
      ...found.map(({ clients, ratio }) =>
        atLeast(
          LEAST_RATIO,
          'x SELECT … FOR UPDATE in plain tables',
          `batches of the ledger, ${clients} clients`,
        )(ratio),
      ),
      atMost(0, 'books', 'the two accounts of a book do not hold together what they were given')(unbalanced),
    ],
  };
}

export const transfers: Bench = {
  measures: 'Transfers skewed over many books: the ledger beside SELECT … FOR UPDATE in plain tables.',
  sizes: { full: { books: 100_000, rounds: 6, seconds: 4 }, small: { books: 2_000, rounds: 2, seconds: 2 } },
  run: (context) => onLedgerStack(context, measure),
};
