// Causes an event in the sandbox, or simulates a fault of the issuer, with the requests that a client would send.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@cardwright/sdk';
import { Argument, type Command } from 'commander';
import { requireSandbox } from './ask.ts';
import { connect, type Globals } from './connect.ts';
import { newest, readFeed } from './feed.ts';
import { SCENARIOS } from './generated/commands.ts';
import { invoice, issue, newCard, newHolder, POLL_MS, pay, type Scenario } from './orders.ts';
import { print } from './print.ts';

/** Invoices expire after an hour. */
const PAST_AN_INVOICE_SECONDS = 3_700;

/** The longest wait for the event after its cause. */
const EVENT_WITHIN_MS = 60_000;

/** The requests that cause each type. */
const CAUSES: Record<string, (client: Client) => Promise<unknown>> = {
  'holder.created': (client) => newHolder(client),
  'holder.updated': async (client) =>
    client.holders.change((await newHolder(client)).id, { metadata: { triggered: 'yes' } }),
  'card.created': (client) => issue(client),
  'card.updated': async (client) => pay(client, await newCard(client)),
  'operation.completed': (client) => issue(client),
  'operation.failed': (client) => issue(client, 'rejected'),
  'operation.manual_review': (client) => issue(client, 'timeout_after_effect'),
  'transaction.created': async (client) => pay(client, await newCard(client)),
  'invoice.pending': (client) => invoice(client),
  'invoice.completed': async (client) => client.sandbox.completeInvoice((await invoice(client)).id),
  'invoice.expired': async (client) => {
    await invoice(client);
    await client.sandbox.advanceClock({ seconds: PAST_AN_INVOICE_SECONDS });
  },
};

/** Adds `trigger` and `scenario`. */
export function addTriggerCommands(program: Command): void {
  program
    .command('trigger')
    .addArgument(new Argument('<event>', 'event type').choices(Object.keys(CAUSES)))
    .description('Cause an event in the sandbox, with the requests that a client would send, and print it.')
    .action(async (type: string, _given: unknown, command: Command) =>
      trigger(type, command.optsWithGlobals<Globals>()),
    );
  program
    .command('scenario')
    .addArgument(new Argument('<name>', 'fault to simulate').choices(SCENARIOS))
    .description('Issue a card in the sandbox while the issuer simulates a fault, and print the operation.')
    .action(async (name: Scenario, _given: unknown, command: Command) => {
      const given = command.optsWithGlobals<Globals>();
      const { client, profile } = connect(given);
      requireSandbox(profile);
      print(await issue(client, name), given);
    });
}

async function trigger(type: string, given: Globals): Promise<void> {
  const { client, profile } = connect(given);
  requireSandbox(profile);
  const before = await newest(client);
  await CAUSES[type]?.(client);
  const end = performance.now() + EVENT_WITHIN_MS;
  while (performance.now() < end) {
    const [event] = await readFeed(client, { after: before, types: [type], limit: 1 });
    if (event !== undefined) return print(JSON.parse(event.text), given);
    await sleep(POLL_MS);
  }
  throw new Error(`No ${type} event arrived within ${EVENT_WITHIN_MS / 1_000} s. Is a worker running?`);
}
