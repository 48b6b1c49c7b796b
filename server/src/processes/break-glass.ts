// Process: adds an operator when too few are left to decide. Everyone is told, and it takes effect after a day.
//   CARDWRIGHT_OWNER_DATABASE_URL=postgres://cardwright_owner:…@host/cardwright cardwrightd break-glass --name …
import { holdsCardNumber } from '../foundation/card-numbers.ts';
import { readOptions, typedWrong } from '../foundation/command-line.ts';
import { isEmail, isName } from '../foundation/configuration/places.ts';
import { readSettings } from '../foundation/configuration/read.ts';
import { orExplain } from '../foundation/process.ts';
import { breakGlass } from '../identity/operators/owner.ts';

/** The limit for the reason of any proposal. */
const LONGEST_REASON = 200;

const help = `Adds an operator when fewer than two are left who can decide. Every operator gets an email, an alert is
raised, and the operator can sign in 24 hours later. Read docs/runbooks/operators.md#break-glass first.

Usage: CARDWRIGHT_OWNER_DATABASE_URL=postgres://cardwright_owner:…@host:5432/cardwright cardwrightd break-glass \\
         --name "Jane Doe" --email jane@example.com --reason "Joe and Ann have left"

Options:
  --name    Who it is, at most 200 characters.
  --email   Their address; no operator has had it before.
  --reason  Why, at most ${LONGEST_REASON} characters. Everybody reads it.`;

const {
  name = '',
  email = '',
  reason = '',
} = readOptions(help, {
  name: { type: 'string' },
  email: { type: 'string' },
  reason: { type: 'string' },
});
if (!isName(name)) typedWrong(help, '--name must have 1 to 200 characters.');
if (!isEmail(email)) typedWrong(help, '--email must be an address, for example jane@example.com.');
if (reason.trim() === '' || reason.length > LONGEST_REASON || /\p{C}/u.test(reason)) {
  typedWrong(help, `--reason must have 1 to ${LONGEST_REASON} characters on one line.`);
}
if (holdsCardNumber(`${name} ${reason}`)) {
  typedWrong(help, 'A text looks like a card number: write * in place of all but its last four digits.');
}
const { CARDWRIGHT_OWNER_DATABASE_URL } = orExplain(() => readSettings('break-glass'));
const broken = await breakGlass(CARDWRIGHT_OWNER_DATABASE_URL, { name, email, reason });
if (broken === undefined) {
  console.error(`An operator with the address ${email} exists already, maybe disabled: use another address.`);
  process.exit(1);
}
const told = broken.told === 1 ? '1 operator gets' : `${broken.told} operators get`;
console.log(`${name} <${email}> becomes an operator at ${broken.from.toISOString()}, and cannot sign in before.
${told} an email about it. It is in the audit log and its export, and the alert CardwrightGlassWasBroken is raised.
To stop it, another operator disables ${name} at the desk under Operators before then.
After that time, ${name} chooses a password at the desk: "First time here".`);
