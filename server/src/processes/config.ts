// Process: explains the settings in force, and checks them without starting anything.
//   cardwrightd config --explain [process]
import { exitWithHelp, typedWrong } from '../foundation/command-line.ts';
import { type ProcessName, processNames } from '../foundation/configuration/declare.ts';
import { explain } from '../foundation/configuration/explain.ts';
import { ownEnvironment } from '../foundation/configuration/read.ts';

const help = `Explains the settings that this environment gives to a process, or to each of them.

Usage: cardwrightd config --explain [process]

  process   one of ${processNames.join(', ')}; all of them if left out

For each setting it prints its value in force, where that comes from (environment, file or default), and what it does.
Secrets appear as "set" or "not set". For one process the exit code is 1 if it would refuse to start with these settings,
and each problem is printed on stderr. All settings: docs/operate/configuration.md.`;

const args = process.argv.slice(2);
exitWithHelp(help, args);
const [option, name, ...rest] = args;
if (option !== '--explain' || rest.length > 0) typedWrong(help, 'Give --explain, and at most one process.');
if (name !== undefined && !isProcess(name)) typedWrong(help, `There is no process ${name}.`);

for (const each of name === undefined ? processNames : [name]) {
  const { lines, problems } = explain(each, ownEnvironment());
  console.log(`${lines.join('\n')}\n`);
  if (name === undefined || problems.length === 0) continue; // settings of all processes are seldom in one place
  console.error(`${each} would not start:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  process.exitCode = 1;
}

function isProcess(text: string): text is ProcessName {
  return (processNames as readonly string[]).includes(text);
}
