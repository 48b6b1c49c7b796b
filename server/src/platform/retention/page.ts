// The page about the life of data, made from the table of retention.

import { settings } from '../../foundation/configuration/settings.ts';
import { type Retention, retentionTopics } from './tables.ts';

const HEAD = `# Life of data

How long rows are kept, why, and what removes them. Every table of the schema is on this page. Four periods are
[settings of the worker](configuration.md#retention), with a lower bound where clients were promised one. The others
follow from what the rows are for, and are fixed.

- **Small batches.** The nightly job deletes 1,000 to 2,000 rows of a kind per commit, oldest first, through an index.
  A job that dies begins again and finds less to do.
- **Months.** Some tables are [split by month](../decisions/0023-partitions.md) and lose a whole month at once, so their
  rows live up to 31 days longer than their setting. The job adds the parts of the next three months as well.
- **Persons.** Two people erase the words about a cardholder on request
  ([erase a cardholder](../runbooks/erase-cardholder.md)).
- **Backups** hold deleted rows until they expire ([backups](../runbooks/backup-and-restore.md#what-to-set)).
- **Exports** of chain heads, audit entries and marks live outside of the database; a bucket with object lock keeps them
  for \`CARDWRIGHT_SEALS_BUCKET_RETENTION_DAYS\`, and marks for a day. They name no cardholder.
- **Logs** hold ids, never names of cardholders; their collector decides how long.

This page is generated from \`server/src/platform/retention/\` by \`npm run generate\`. A test compares it with the
schema.
`;

const TAIL = `
## Schemas of others

| Schema | Kept | Why |
|---|---|---|
| \`pgboss\` | finished jobs 10 minutes, failed ones 30 days | the queue's own tables; it deletes by itself, and its jobs name no person |
| \`issuer_sandbox\` | as the simulated issuer decides | the simulated issuer's own record; a live issuer keeps its own elsewhere |
`;

/** The page, in Markdown. */
export function toLifecyclePage(): string {
  const head = '| Tables | Kept | Why | Removed by |\n|---|---|---|---|';
  const parts = Object.entries(retentionTopics).map(
    ([topic, rows]) => `\n## ${topic}\n\n${head}\n${rows.map(toRow).join('\n')}\n`,
  );
  return HEAD + parts.join('') + TAIL;
}

function toRow({ tables, kept, why, removedBy = 'nothing' }: Retention): string {
  const names = tables.map((table) => `\`${table.replace(/^public\./, '')}\``);
  return `| ${[names.join(', '), typeof kept === 'string' ? kept : inDays(kept.setting), why, removedBy].join(' | ')} |`;
}

const inDays = (name: Exclude<Retention['kept'], string>['setting']): string =>
  `${settings[name].default} days, or \`${name}\` (${settings[name].must.replace(/^be /, '')})`;
