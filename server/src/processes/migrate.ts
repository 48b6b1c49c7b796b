// Process: brings the database of a deployment up to date, before its other processes are started.
//   CARDWRIGHT_OWNER_DATABASE_URL=postgres://cardwright_owner:…@host/cardwright npm run migrate
import { readOptions } from '../foundation/command-line.ts';
import { orExplain } from '../foundation/process.ts';
import { type Installed, installOperators, readFirstOperators } from '../identity/operators/owner.ts';
import { install } from '../platform/install.ts';

const help = `Brings the database of a deployment up to date, before its other processes are started.

Usage: CARDWRIGHT_OWNER_DATABASE_URL=postgres://cardwright_owner:…@host:5432/cardwright npm run migrate

Settings:
  CARDWRIGHT_FIRST_OPERATORS      Jane Doe <jane@example.com>, Joe Doe <joe@example.com>
                                  At least two; they are added once, where there are no operators.
  CARDWRIGHT_OPERATOR_WAIT_HOURS  Hours before a new operator can propose and approve; 24 unless set.

It takes no options. It may run again at any time: what is applied already is left alone.`;

readOptions(help, {});
const { ownerUrl: url, ...first } = orExplain(() => readFirstOperators()); // before anything changes
await install(url);
console.log('The database is up to date.');
console.log(inWords(await installOperators(url, first), first.people.length));

function inWords({ added, active }: Installed, asked: number): string {
  if (added > 0) return `${added} operators were added. Each chooses a password at the desk: "First time here".`;
  if (active === 0) return 'There are no operators: set CARDWRIGHT_FIRST_OPERATORS and run this again.';
  const few = active < 2 ? ' Decisions need two: docs/runbooks/operators.md#fewer-than-two-operators' : '';
  const left = asked > 0 ? ', so CARDWRIGHT_FIRST_OPERATORS was left alone' : '';
  return `There ${active === 1 ? 'is 1 operator' : `are ${active} operators`} already${left}.${few}`;
}
