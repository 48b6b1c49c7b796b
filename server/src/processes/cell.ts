// Command: prepares a new cell.   cardwrightd cell new --name c2 …
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readOptions, typedWrong } from '../foundation/command-line.ts';
import { orExplainLater } from '../foundation/process.ts';
import { type CellPlan, problemsOf } from '../platform/cells/plan.ts';
import { namesInTable } from '../platform/cells/router.ts';
import { writeCell } from '../platform/cells/write.ts';

const help = `Prepares a new cell: fresh secrets, passwords of the database's roles, settings of every process, and the router's
lines. Nothing is started or changed. The steps after it: docs/operate/cells.md.

Usage: cardwrightd cell new --name c2 --router DIRECTORY --output DIRECTORY --domain example.com \\
         --database postgres://10.0.2.21:5432/cardwright --smtp smtp://10.0.2.9:587 [OPTIONS]

  --name NAME         two lower-case letters or digits, in every API key of the cell; refused if the router has it
  --router DIRECTORY  the router's directory, which has its table in cells/
  --output DIRECTORY  where to write; it must not exist
  --domain DOMAIN     parent of the host names: api.DOMAIN, portal.NAME.DOMAIN, desk.NAME.DOMAIN, issuer.NAME.DOMAIN
  --database URL      the cell's own database, without user and password; several hosts follow a failover
  --smtp URL          mail server
  --mail-from TEXT    sender of emails; Cardwright <no-reply@DOMAIN> unless given
  --redis URL         the cell's own Redis, with more than one API process
  --seals DIRECTORY   exported heads and marks; /var/lib/cardwright/seals unless given, which only one machine can use
  --proxies LIST      addresses of the router, as the processes see it; loopback unless given
  --operators LIST    the first operators: Jane Doe <jane@example.com>, Joe Doe <joe@example.com>
  --installed DIR     where the processes find the output; the output itself unless given
  --api, --portal, --desk, --issuer HOST:PORT[,HOST:PORT]
                      where the processes listen; ports 3000, 3001, 3002 and 3100 of 127.0.0.1 unless given

Every file has the mode 0600. Keep a copy of the secrets where you keep those of other cells: without them no key works.`;

const text = { type: 'string' } as const;
const [, , action = ''] = process.argv;
if (action !== '--help' && action !== '-h') {
  if (action !== 'new') typedWrong(help, action === '' ? 'Say new.' : `There is no "cell ${action}".`);
  process.argv.splice(2, 1);
}
const given = readOptions(help, {
  name: text,
  router: text,
  output: text,
  domain: text,
  database: text,
  smtp: text,
  'mail-from': text,
  redis: text,
  seals: text,
  proxies: text,
  operators: text,
  installed: text,
  api: text,
  portal: text,
  desk: text,
  issuer: text,
});

const listOf = (servers: string) => servers.split(',').map((server) => server.trim());
const { name = '', router = '', output = '', domain = '' } = given;
const plan: CellPlan = {
  name,
  domain,
  database: given.database ?? '',
  servers: {
    api: listOf(given.api ?? '127.0.0.1:3000'),
    portal: listOf(given.portal ?? '127.0.0.1:3001'),
    desk: listOf(given.desk ?? '127.0.0.1:3002'),
    issuer: listOf(given.issuer ?? '127.0.0.1:3100'),
  },
  proxies: given.proxies ?? 'loopback',
  smtp: given.smtp ?? '',
  mailFrom: given['mail-from'] ?? `Cardwright <no-reply@${domain}>`,
  seals: given.seals,
  redis: given.redis,
  operators: given.operators,
};
const problems = problemsOf(plan);
if (output === '') problems.push('--output must name a directory that does not exist yet.');
if (!existsSync(resolve(router, 'cells')) || router === '') {
  problems.push("--router must name the router's directory, such as deploy/router: its table is in cells/.");
}
if (problems.length > 0) typedWrong(help, problems.join('\n'));
if ((await namesInTable(router)).has(name)) stop(`The router already has a cell ${name}. Choose another name.`);
if (existsSync(output)) stop(`${output} exists already. Secrets of a cell are never written over.`);
await orExplainLater(writeCell(plan, resolve(output), resolve(given.installed ?? output)));
console.log(`Cell ${name} is prepared in ${output}. Next, as docs/operate/cells.md explains:
  psql --file server/database/roles.sql --file ${output}/database.sql   on the cell's own server, as its administrator
  cardwrightd migrate, and migrate-issuer-sandbox                       with ${output}/migrate/cardwright-migrate.env
  start its processes                                                   each with its own directory of ${output}
  copy ${output}/router/${name}.cfg to cells/ of the router, check it with haproxy -c, and reload`);

function stop(why: string): never {
  console.error(why);
  process.exit(1);
}
