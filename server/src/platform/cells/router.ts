// The router's table of cells: one file for each, with a backend for each kind of process.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CellPlan } from './plan.ts';

const KINDS = ['api', 'portal', 'desk'] as const;

/** The file of a cell. `deploy/router/haproxy.cfg` has the checks and the limits of all cells. */
export function routerLines({ name, servers }: Pick<CellPlan, 'name' | 'servers'>): string {
  const backends = KINDS.flatMap((kind) => [
    `backend ${kind}-${name} from cell`,
    ...servers[kind].map((server, index) => `  server ${kind}-${index + 1} ${server}`),
  ]);
  return [
    `# Cell ${name}, written by \`cardwrightd cell new\`. A line for each process; every process of a cell has the same database.`,
    ...backends,
    '',
  ].join('\n');
}

/** The names in the table, in lower case. Throws if the directory holds no router. */
export async function namesInTable(router: string): Promise<Set<string>> {
  const directory = join(router, 'cells');
  const files = (await readdir(directory)).filter((file) => file.endsWith('.cfg'));
  const texts = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')));
  const named = texts.flatMap((text) => [...text.matchAll(/^backend \w+-([0-9A-Za-z]{2})\b/gm)]);
  return new Set(named.map(([, name = '']) => name.toLowerCase()));
}
