// Explains settings: those in force in a process, and all of them as a reference page.
import { type ProcessName, processNames, type Setting } from './declare.ts';
import { type Environment, type Found, inspect, masked } from './read.ts';
import { topics } from './settings.ts';

/** The settings of a process in force, a line each, and its problems. */
export function explain(process: ProcessName, env: Environment): { lines: string[]; problems: string[] } {
  const { found, problems } = inspect(process, env);
  const rows = found.map((each) => [each.name, shownValue(each), shownSource(each), each.setting.about] as const);
  const widthOf = (column: 0 | 1 | 2) => Math.max(0, ...rows.map((row) => row[column].length));
  const widths = [widthOf(0), widthOf(1), widthOf(2)] as const;
  const lines = rows.map(
    ([name, value, source, about]) =>
      `  ${name.padEnd(widths[0])}  ${value.padEnd(widths[1])}  ${source.padEnd(widths[2])}  ${about}`,
  );
  return { lines: [process, ...lines], problems };
}

function shownValue({ setting, text }: Found): string {
  if (setting.secret) return text === undefined ? 'not set' : 'set';
  return text === undefined ? '-' : masked(text);
}

const shownSource = ({ source, file }: Found): string => (file === undefined ? source : `file ${file}`);

const HEAD = `# Configuration

Every process reads its settings from environment variables when it starts. Defaults suit one machine; what has no
default and no consequence in the table must be set. An empty variable counts as not set.

- **All problems together.** A process that cannot use its settings lists every problem and exits with 1. Values of
  secrets are never printed.
- **Misspelt names are refused.** A variable that begins with \`CARDWRIGHT_\` or \`ISSUER_SANDBOX_\` and is no setting
  stops the process, which names the nearest one. Settings of our other processes may be present.
- **Secrets as files.** Each secret \`NAME\` can be given as \`NAME_FILE\`, the path of a file with the secret. A line
  break at its end is removed. Setting both is refused.
- **Explained.** \`cardwrightd config --explain [process]\` prints the settings in force: each value, where it comes from
  (environment, file or default), and what it does. Secrets appear as \`set\` or \`not set\`.
- **Connections.** A process adds up its pools when it starts and compares them with the server's limit; see
  [connections](#connections).

In Kubernetes, a service named \`cardwright\` would set \`CARDWRIGHT_PORT\` in every pod: set \`enableServiceLinks: false\`.

This page is generated from \`server/src/foundation/configuration/\` by \`npm run generate\`.
`;

const CONNECTIONS = `
## Connections

A process does not start if its pools do not fit into the database server: it would fail later, under load. It counts
its own pools at their full size, those of other running processes as each has announced them, and any other
connection of ours. The sum must not exceed \`max_connections - superuser_reserved_connections\`. If it does, lower
\`CARDWRIGHT_DATABASE_CONNECTIONS\`, run fewer processes, or raise \`max_connections\`. Leave room for one more process
if a release starts the new one before it stops the old one. While the server does not answer, the process starts
without the check, because it must be able to start during a failover.

With the default of 10, an API process needs 12 connections, a worker 26, a portal 30 and a desk 25. Each list of
several hosts adds one.
`;

/** The reference page, in Markdown. */
export function toPage(): string {
  const tables = Object.entries(topics).map(([topic, settings]) => {
    const rows = Object.entries<Setting>(settings).map(([name, setting]) => toRow(name, setting));
    const head = '| Setting | Read by | Type | Default | What it does |\n|---|---|---|---|---|';
    return `\n## ${topic}\n\n${head}\n${rows.join('\n')}\n`;
  });
  return HEAD + tables.join('') + CONNECTIONS;
}

function toRow(name: string, setting: Setting): string {
  const readers = processNames.filter((process) => setting.by.includes(process));
  const form = `${setting.unit === undefined ? '' : `${setting.unit}; `}must ${setting.must}`;
  const cells = [
    `\`${name}\`${setting.secret ? ' (secret)' : ''}`,
    readers.join(', '),
    form,
    otherwise(setting),
    setting.about,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('<', '&lt;')).join(' | ')} |`;
}

function otherwise({ default: value, needed, by, unset }: Setting): string {
  if (value !== undefined) return `\`${value}\``;
  if (needed.length === by.length) return '**must be set**';
  const words = `not set: ${unset ?? ''}`;
  return needed.length === 0 ? words : `**must be set** in ${needed.join(', ')}; ${words}`;
}
