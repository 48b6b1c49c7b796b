// Writes everything that a new cell needs into a directory: secrets as files, settings, statements, router's lines.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSettings } from '../../foundation/configuration/read.ts';
import { declaredSettings } from '../../foundation/configuration/settings.ts';
import { databaseStatements, newPasswords } from './database.ts';
import { type CellPlan, databaseName } from './plan.ts';
import { routerLines } from './router.ts';
import { cellSettings, preparedProcesses, type Settings } from './settings.ts';

/** Only the owner reads what is written here. */
const PRIVATE_FILE = 0o600;
const PRIVATE_DIRECTORY = 0o700;

/**
 * Writes a new cell. `installed` is the directory in which the processes find their secrets. Throws before anything is
 * written if a process would refuse its settings, and if the directory exists.
 */
export async function writeCell(plan: CellPlan, output: string, installed: string): Promise<void> {
  const passwords = newPasswords();
  const settings = cellSettings(plan, passwords);
  for (const process of preparedProcesses) readSettings(process, settings[process]);
  await mkdir(output, { mode: PRIVATE_DIRECTORY }); // not recursive: an existing directory may hold a cell
  const write = (file: string, text: string) => writeFile(join(output, file), text, { mode: PRIVATE_FILE, flag: 'wx' });
  for (const process of preparedProcesses) {
    await mkdir(join(output, process), { mode: PRIVATE_DIRECTORY });
    const { lines, secrets } = filesOf(settings[process], join(installed, process));
    await write(join(process, `cardwright-${process}.env`), `${lines.join('\n')}\n`);
    for (const [name, secret] of secrets) await write(join(process, name), `${secret}\n`);
  }
  await write('database.sql', databaseStatements(databaseName(plan), passwords));
  await mkdir(join(output, 'router'), { mode: PRIVATE_DIRECTORY });
  await write(join('router', `${plan.name}.cfg`), routerLines(plan));
}

/** Lines of an environment file, and the secrets that they name, each for a file of its own. */
function filesOf(settings: Settings, directory: string): { lines: string[]; secrets: [name: string, text: string][] } {
  const all = Object.entries(settings);
  const secrets = all.filter(([name]) => declaredSettings.get(name)?.secret);
  const lines = all.map(([name, text]) =>
    declaredSettings.get(name)?.secret ? `${name}_FILE=${join(directory, name)}` : `${name}=${text}`,
  );
  return { lines: lines.toSorted(), secrets };
}
