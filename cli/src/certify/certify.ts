// Tests a webhook receiver against duplicate, concurrent, out-of-order, late, forged and altered deliveries of real
// events. Reports each failure with a fix.
import type { Command } from 'commander';
import pc from 'picocolors';
import { requireSandbox } from '../ask.ts';
import { connect, type Globals } from '../connect.ts';
import { print } from '../print.ts';
import { FAILED, UsageProblem } from '../problem.ts';
import { type Finding, testReceiver } from './checks.ts';
import { makeEvents } from './events.ts';

type Given = Globals & { applied?: string };

/** Adds `certify`. */
export function addCertifyCommand(program: Command): void {
  program
    .command('certify')
    .argument('<url>', 'URL of your receiver')
    .option('--applied <url>', 'URL that returns what your receiver applied; without it, four checks are skipped')
    .summary('Test your webhook receiver.')
    .description(
      'Test your webhook receiver, and report each failure with a fix.\n\n' +
        'Places orders in the sandbox, one for each fault of the issuer. Sends their events to your receiver twice,\n' +
        'concurrently, out of order, late, forged and altered, signed with CARDWRIGHT_WEBHOOK_SECRET.\n\n' +
        'Only your own data shows whether an event was applied twice. --applied is a URL of yours that returns\n' +
        '  {"events":["evt_…"],"objects":{"op_…":"completed"}}\n' +
        'with the ids of the events you applied, and the status you have for each object.',
    )
    .action(async (url: string, _given: unknown, command: Command) => certify(url, command.optsWithGlobals<Given>()));
}

async function certify(target: string, given: Given): Promise<void> {
  const { client, profile } = connect(given);
  requireSandbox(profile);
  const secret = process.env['CARDWRIGHT_WEBHOOK_SECRET'];
  if (secret === undefined || secret === '')
    throw new UsageProblem('Set CARDWRIGHT_WEBHOOK_SECRET to the signing secret of your receiver.');
  const events = await makeEvents(client, (words) => console.error(`${words} …`));
  console.error(`testing the receiver with ${events.length} events …`);
  const show = given.json === true ? () => undefined : (finding: Finding) => console.log(inWords(finding));
  const findings = await testReceiver({ target, secret, applied: given.applied, events }, show);
  const failed = findings.filter(({ problem }) => problem !== undefined);
  const skipped = findings.filter(({ isSkipped }) => isSkipped);
  if (given.json === true) print(findings, given);
  else {
    const more = skipped.length === 0 ? '' : `, ${skipped.length} skipped. Pass --applied to run them`;
    console.log(`\n${findings.length - failed.length - skipped.length} passed, ${failed.length} failed${more}.`);
  }
  if (failed.length > 0) process.exitCode = FAILED;
}

function inWords({ check, problem, remedy, isSkipped = false }: Finding): string {
  if (isSkipped) return `${pc.yellow('skipped')}  ${check}`;
  if (problem === undefined) return `${pc.green('passed')}   ${check}`;
  return `${pc.red('failed')}   ${check}\n         ${problem}\n         ${remedy}`;
}
