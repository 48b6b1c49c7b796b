// Where processor time goes: V8 profiles of every process by library and function, and Postgres's statements with their
// calls, time, blocks and WAL.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunningProcess } from '@cardwright/stack/processes.ts';
import type pg from 'pg';
import { rounded } from './bench.ts';

/** Rows of each table. What is left is one row, so that a table adds up to its total. */
const MOST_FUNCTIONS = 30;
const MOST_STATEMENTS = 40;

/** Characters of a statement in a table. */
const STATEMENT_WIDTH = 110;

/** Settings of a Postgres that keeps statistics of every statement, those inside functions included. */
export const PROFILED_POSTGRES = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'all',
  'pg_stat_statements.max': '5000',
  compute_query_id: 'on',
};

export type Profiling = {
  /** Arguments for Node that make a process write its profile when it ends. */
  nodeArguments: readonly string[];
  /** Remembers the role of each process, because a profile names only its process id. */
  note(processes: readonly RunningProcess[]): void;
  /** The profiles of ended processes, as tables. */
  tables(count: number): Promise<string>;
  remove(): Promise<void>;
};

/** Prepares a directory for the profiles of processes that start from now on. */
export async function openProfiling(): Promise<Profiling> {
  const directory = await mkdtemp(join(tmpdir(), 'cardwright-profiles-'));
  const roleOf = new Map<number, string>();
  return {
    nodeArguments: ['--cpu-prof', '--cpu-prof-dir', directory],
    note: (processes) => processes.forEach(({ pid, role }) => roleOf.set(pid, role)),
    async tables(count) {
      const times = new Map<string, Map<string, number>>();
      for (const file of await readdir(directory)) {
        const role = roleOf.get(Number(/^CPU\.\d+\.\d+\.(\d+)\./.exec(file)?.[1]));
        if (role === undefined) continue;
        const ofRole = times.get(role) ?? new Map<string, number>();
        times.set(role, ofRole);
        addTimes(ofRole, JSON.parse(await readFile(join(directory, file), 'utf8')) as V8Profile);
      }
      return [...times].map(([role, functions]) => tableOfRole(role, functions, count)).join('\n');
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

/** The parts of a V8 profile that are read: functions, and samples of them with the time since the sample before. */
type V8Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
};

/** V8's names for time in which the thread did nothing. */
const IDLE = new Set(['(idle)', '(root)']);

/** Adds the microseconds that each function itself took. */
function addTimes(times: Map<string, number>, { nodes, samples, timeDeltas }: V8Profile): void {
  const nameOf = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  for (const [index, id] of samples.entries()) {
    const frame = nameOf.get(id);
    if (frame === undefined || IDLE.has(frame.functionName)) continue;
    const name = `${libraryOf(frame)}  ${frame.functionName || '(anonymous)'}  ${placeOf(frame)}`;
    times.set(name, (times.get(name) ?? 0) + (timeDeltas[index] ?? 0));
  }
}

/** The library of a function: a package, Node, V8 or our own code. */
function libraryOf({ functionName, url }: V8Profile['nodes'][number]['callFrame']): string {
  if (url.startsWith('node:')) return 'node';
  if (url === '') return functionName.startsWith('(') ? functionName : 'native';
  return /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? 'cardwright';
}

const placeOf = ({ url, lineNumber }: V8Profile['nodes'][number]['callFrame']): string =>
  url.startsWith('file:') ? `${fileURLToPath(url).split('/').slice(-3).join('/')}:${lineNumber + 1}` : url;

/** Two tables of a role, in microseconds for each unit of work: by library, and the functions that took the most. */
function tableOfRole(role: string, functions: Map<string, number>, count: number): string {
  const byLibrary = new Map<string, number>();
  for (const [name, time] of functions) {
    const library = name.split('  ')[0] ?? '';
    byLibrary.set(library, (byLibrary.get(library) ?? 0) + time);
  }
  const total = [...functions.values()].reduce((sum, time) => sum + time, 0);
  const head = `\n${role}: ${Math.round(total / count)} µs each, all samples of its life`;
  return [head, ...rowsOf(byLibrary, count, 15), '', ...rowsOf(functions, count, MOST_FUNCTIONS)].join('\n');
}

/** The largest values, and the sum of the others. */
function rowsOf(times: Map<string, number>, count: number, atMost: number): string[] {
  const sorted = [...times].sort(([, a], [, b]) => b - a);
  const others = sorted.slice(atMost).reduce((sum, [, time]) => sum + time, 0);
  const row = ([name, time]: readonly [string, number]) => `${(time / count).toFixed(1).padStart(9)} µs  ${name}`;
  return [...sorted.slice(0, atMost), ...(others > 0 ? [['all others', others] as const] : [])].map(row);
}

type Statement = {
  toplevel: boolean;
  query: string;
  calls: string;
  total_exec_time: number;
  rows: string;
  blocks: string;
  wal_bytes: string;
};

/** Begins to count statements. Needs `PROFILED_POSTGRES`. */
export async function countStatements(database: pg.Pool): Promise<void> {
  await database.query('create extension if not exists pg_stat_statements');
  await database.query('select pg_stat_statements_reset()');
}

/**
 * The statements since `countStatements`, for each unit of work: those of clients, then those inside functions, whose
 * time is part of the first. Times include waiting for locks, the disk and the processor.
 */
export async function tableOfStatements(database: pg.Pool, count: number): Promise<string> {
  const { rows } = await database.query<Statement>(
    `select s.toplevel, s.query, s.calls, s.total_exec_time, s.rows, s.shared_blks_hit + s.shared_blks_read as blocks, s.wal_bytes
       from pg_stat_statements s
       join pg_database d on d.oid = s.dbid and d.datname = current_database()
      where s.query not like '%pg_stat_statements%'
      order by s.total_exec_time desc`,
  );
  const part = (title: string, of: Statement[]) => {
    const sum = (what: (row: Statement) => number) => rounded(of.reduce((all, row) => all + what(row), 0) / count);
    const line = (calls: number, us: number, blocks: number, wal: number, text: string) =>
      `${calls.toFixed(3).padStart(8)} ${us.toFixed(1).padStart(9)} ${blocks.toFixed(1).padStart(8)} ${wal.toFixed(0).padStart(7)}  ${text}`;
    return [
      `\n${title}\n   calls        µs   blocks     WAL  statement, for each`,
      ...of
        .slice(0, MOST_STATEMENTS)
        .map((row) =>
          line(
            Number(row.calls) / count,
            (row.total_exec_time * 1_000) / count,
            Number(row.blocks) / count,
            Number(row.wal_bytes) / count,
            row.query.replace(/\s+/g, ' ').trim().slice(0, STATEMENT_WIDTH),
          ),
        ),
      line(
        sum((row) => Number(row.calls)),
        sum((row) => row.total_exec_time * 1_000),
        sum((row) => Number(row.blocks)),
        sum((row) => Number(row.wal_bytes)),
        'all',
      ),
    ];
  };
  return [
    ...part(
      'Statements of clients',
      rows.filter(({ toplevel }) => toplevel),
    ),
    ...part(
      'Statements inside functions',
      rows.filter(({ toplevel }) => !toplevel),
    ),
  ].join('\n');
}
