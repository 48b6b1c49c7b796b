// Process: brings the database of a deployment up to date, before its other processes are started.
//   CARDWRIGHT_OWNER_DATABASE_URL=postgres://cardwright_owner:…@host/cardwright cardwrightd migrate
import { readOptions } from '../foundation/command-line.ts';
import { orExplain } from '../foundation/process.ts';
import { type Installed, installOperators, readFirstOperators } from '../identity/operators/owner.ts';
import { countUsers } from '../platform/db/migrate.ts';
import type { Step } from '../platform/db/migrations.ts';
import { install } from '../platform/install.ts';

const help = `Brings the database of a deployment up to date, before its other processes are started.

Usage: CARDWRIGHT_OWNER_DATABASE_URL=postgres://cardwright_owner:…@host:5432/cardwright cardwrightd migrate [--rehearse]

  --rehearse  on a restored copy: also print how long each step took, and the locks that it held. Refused while
              processes are connected

Settings:
  CARDWRIGHT_FIRST_OPERATORS      Jane Doe <jane@example.com>, Joe Doe <joe@example.com>
                                  At least two; they are added once, where there are no operators.
  CARDWRIGHT_OPERATOR_WAIT_HOURS  Hours before a new operator can propose and approve; 24 unless set.

It may run again at any time: what is applied already is left alone.`;

const { rehearse = false } = readOptions(help, { rehearse: { type: 'boolean' } });
const { ownerUrl: url, ...first } = orExplain(() => readFirstOperators()); // before anything changes
if (rehearse) await refuseUsed();
await install(url, rehearse ? (step) => console.log(describe(step).join('\n')) : undefined);
console.log('The database is up to date.');
console.log(inWords(await installOperators(url, first), first.people.length));

async function refuseUsed(): Promise<void> {
  const users = await countUsers(url);
  if (users === 0) return;
  console.error(`${users} connections of our processes are open: this is no copy. Rehearse on a restored one.`);
  process.exit(1);
}

/** A step, and below it the locks that kept others waiting, largest table first. */
function describe({ file, ms, waits, locks }: Step): string[] {
  const waited = waits === 0 ? '' : `, after waiting for a lock ${waits} times`;
  const held = locks.map(({ table, mode, rows }) => `    ${mode} on ${table}, about ${rows.toLocaleString('en')} rows`);
  return [`  ${file}: ${ms.toLocaleString('en')} ms${waited}`, ...held];
}

function inWords({ added, active }: Installed, asked: number): string {
  if (added > 0) return `${added} operators were added. Each chooses a password at the desk: "First time here".`;
  if (active === 0) return 'There are no operators: set CARDWRIGHT_FIRST_OPERATORS and run this again.';
  const few = active < 2 ? ' Decisions need two: docs/runbooks/operators.md#fewer-than-two-operators' : '';
  const left = asked > 0 ? ', so CARDWRIGHT_FIRST_OPERATORS was left alone' : '';
  return `There ${active === 1 ? 'is 1 operator' : `are ${active} operators`} already${left}.${few}`;
}
