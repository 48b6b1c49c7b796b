// Tries a receiver of webhooks as the world will: duplicates, disorder, late, forged and replayed deliveries, and the
// events of every fault of the issuer. Says what it got wrong, and how to mend it.
import type { Command } from 'commander';
import pc from 'picocolors';
import { requireSandbox } from '../ask.ts';
import { connect, type Globals } from '../connect.ts';
import { print } from '../print.ts';
import { FAILED, UsageProblem } from '../problem.ts';
import { type Finding, tryReceiver } from './checks.ts';
import { makeEvents } from './events.ts';

type Given = Globals & { applied?: string };

/** Adds `certify`. */
export function addCertifyCommand(program: Command): void {
  program
    .command('certify')
    .argument('<url>', 'of your receiver')
    .option('--applied <url>', 'where your receiver says what it applied; without it some checks are skipped')
    .summary('Try your receiver of webhooks, and report what it gets wrong.')
    .description(
      'Try your receiver of webhooks, and report what it gets wrong.\n\n' +
        'Orders are made in the sandbox under every fault of the issuer. Their events are sent to your receiver\n' +
        'twice, at once, in disorder, late, forged and changed. It verifies them with CARDWRIGHT_WEBHOOK_SECRET.\n\n' +
        'Whether an event counted twice shows only in your own data. --applied names an address of yours that\n' +
        'answers\n' +
        '  {"events":["evt_…"],"objects":{"op_…":"completed"}}\n' +
        'with the events that had an effect, in order, and the status that you have of each object.',
    )
    .action(async (url: string, _given: unknown, command: Command) => certify(url, command.optsWithGlobals<Given>()));
}

async function certify(target: string, given: Given): Promise<void> {
  const { client, profile } = connect(given);
  requireSandbox(profile);
  const secret = process.env['CARDWRIGHT_WEBHOOK_SECRET'];
  if (secret === undefined || secret === '')
    throw new UsageProblem('Set CARDWRIGHT_WEBHOOK_SECRET to the secret that your receiver verifies with.');
  const events = await makeEvents(client, (words) => console.error(`${words} …`));
  console.error(`trying the receiver with ${events.length} events …`);
  const show = given.json === true ? () => undefined : (finding: Finding) => console.log(inWords(finding));
  const findings = await tryReceiver({ target, secret, applied: given.applied, events }, show);
  const wrong = findings.filter((finding) => finding.wrong !== undefined);
  const skipped = findings.filter(({ isSkipped }) => isSkipped);
  if (given.json === true) print(findings, given);
  else {
    const more = skipped.length === 0 ? '' : ` ${skipped.length} were skipped: add --applied.`;
    console.log(`\n${findings.length - wrong.length - skipped.length} right, ${wrong.length} wrong.${more}`);
  }
  if (wrong.length > 0) process.exitCode = FAILED;
}

function inWords({ check, wrong, remedy, isSkipped = false }: Finding): string {
  if (isSkipped) return `${pc.yellow('skipped')}  ${check}`;
  if (wrong === undefined) return `${pc.green('right')}    ${check}`;
  return `${pc.red('wrong')}    ${check}\n           ${wrong}\n           ${remedy}`;
}
