// Commands about webhook endpoints: the API's functions on behalf of an operator.

import { eventTypes } from '@cardwright/server/events/log/types.ts';
import type { Environment } from '@cardwright/server/foundation/scope.ts';
import type { Delivery, Replayed, Webhook } from '@cardwright/server/surfaces/desk/webhook-routes.ts';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import type { Static } from 'typebox';
import { companyArgument, limitOption, readId, wholeNumber, words } from './arguments.ts';
import { noCompany } from './companies.ts';
import { atDesk, type Desk } from './desk.ts';
import { type Shown, secret } from './output.ts';
import { queryOf } from './pages.ts';
import { UsageProblem } from './problem.ts';
import { showDeliveries, showWebhook, showWebhooks } from './webhook-words.ts';

const exampleCompany = 'com_01jcp4vsb0e5d8zq6m5k1n7x2t';
const exampleWebhook = 'whe_01jcp4vsb0e5d8zq6m5k1n7x2t';

type Place = { environment: Environment };
type Webhook = Static<typeof Webhook>;
type Delivery = Static<typeof Delivery>;

/** Adds every `webhook …` command. */
export function addWebhookCommands(program: Command): void {
  const webhook = program.command('webhook').description('webhook endpoints of companies');
  addReading(webhook);
  addChanging(webhook);
  addSending(webhook);
}

const example = (line: string) => `\nExample:\n  cardwright-admin webhook ${line}`;

const of = (command: Command, { endpoint }: { endpoint: boolean }): Command => {
  command.addArgument(companyArgument());
  if (endpoint)
    command.addArgument(new Argument('<endpoint>', 'its id (whe_…)').argParser(readId('webhook', exampleWebhook)));
  return command.addOption(
    new Option('--environment <environment>', 'where it is').choices(['sandbox', 'live']).makeOptionMandatory(),
  );
};

function addReading(webhook: Command): void {
  of(webhook.command('list').description('List the endpoints of a company, newest first.'), { endpoint: false })
    .addHelpText('after', example(`list ${exampleCompany} --environment live`))
    .action(atDesk(list));
  of(webhook.command('deliveries').description('List deliveries to an endpoint with their results.'), {
    endpoint: true,
  })
    .addOption(new Option('--status <status>', 'only these').choices(['pending', 'delivered', 'failed', 'canceled']))
    .addOption(limitOption())
    .addHelpText('after', example(`deliveries ${exampleCompany} ${exampleWebhook} --environment live --status failed`))
    .action(atDesk(deliveries));
}

function addChanging(webhook: Command): void {
  of(webhook.command('create').description('Register an endpoint. Its secret is printed once and stored encrypted.'), {
    endpoint: false,
  })
    .requiredOption('--url <url>', 'public and https')
    .option('--events <types>', 'comma-separated event types, or `all`', readEvents, ['*'])
    .option('--description <text>', 'label of the endpoint', words, '')
    .addHelpText('after', `\nTypes:\n  ${eventTypes.join('\n  ')}`)
    .addHelpText('after', example(`create ${exampleCompany} --environment live --url https://example.com/webhooks`))
    .action(atDesk(create));
  of(webhook.command('update').description('Change an endpoint. Omitted options keep their values.'), {
    endpoint: true,
  })
    .option('--url <url>', 'public and https')
    .option('--events <types>', 'comma-separated event types, or `all`', readEvents)
    .option('--description <text>', 'label of the endpoint', words)
    .addOption(new Option('--status <status>', 'whether it receives events').choices(['enabled', 'disabled']))
    .addHelpText('after', example(`update ${exampleCompany} ${exampleWebhook} --environment live --status enabled`))
    .action(atDesk(update));
  of(webhook.command('delete').description('Delete an endpoint. Pending deliveries are canceled.'), {
    endpoint: true,
  })
    .addHelpText('after', example(`delete ${exampleCompany} ${exampleWebhook} --environment live`))
    .action(atDesk(remove));
  of(webhook.command('rotate-secret').description('Create a second secret. It replaces the first within 24 hours.'), {
    endpoint: true,
  })
    .addHelpText('after', example(`rotate-secret ${exampleCompany} ${exampleWebhook} --environment live`))
    .action(atDesk(rotate));
  of(webhook.command('confirm-secret').description('Complete a rotation: only the new secret signs from now on.'), {
    endpoint: true,
  })
    .addHelpText('after', example(`confirm-secret ${exampleCompany} ${exampleWebhook} --environment live`))
    .action(atDesk(confirm));
}

function addSending(webhook: Command): void {
  of(webhook.command('test').description('Send a `webhook.test` event to an endpoint.'), { endpoint: true })
    .addHelpText('after', example(`test ${exampleCompany} ${exampleWebhook} --environment live`))
    .action(atDesk(test));
  of(webhook.command('replay').description('Replay the events of a time range: first counts them, then sends them.'), {
    endpoint: true,
  })
    .requiredOption('--from <moment>', 'inclusive, such as 2026-11-15T09:30:00Z', readMoment)
    .requiredOption('--to <moment>', 'exclusive', readMoment)
    .option('--count <number>', 'the shown number of events, to confirm', wholeNumber({ from: 0, to: 10_000 }))
    .addHelpText(
      'after',
      example(
        `replay ${exampleCompany} ${exampleWebhook} --environment live --from 2026-11-15T09:00:00Z --to 2026-11-15T12:00:00Z`,
      ),
    )
    .action(atDesk(replay));
}

/** The path of a company's endpoints, of one endpoint, or of a resource of it. */
const pathOf = (company: string, place: Parameters<typeof queryOf>[0] & Place, ...inside: string[]): string =>
  `/companies/${[company, 'webhooks', ...inside].join('/')}${queryOf(place)}`;

async function list(desk: Desk, company: string, place: Place): Promise<Shown> {
  const { data } = await desk.get<{ data: Webhook[] }>(pathOf(company, place), noCompany(company));
  return showWebhooks(data, place.environment);
}

async function deliveries(
  desk: Desk,
  company: string,
  id: string,
  { environment, limit, status }: Place & { status?: string; limit: number },
): Promise<Shown> {
  const path = pathOf(company, { environment, limit, status }, id, 'deliveries');
  return showDeliveries(
    await desk.get<{ data: Delivery[] }>(path, {
      ...noCompany(company),
      webhook_not_found: `There is no ${environment} endpoint ${id}: see \`webhook list\`, or try the other --environment.`,
    }),
  );
}

async function create(
  desk: Desk,
  company: string,
  { environment, ...wanted }: Place & { url: string; events: string[]; description: string },
): Promise<Shown> {
  const made = await desk.post<Webhook>(pathOf(company, { environment }), wanted, noCompany(company));
  return withSecret(`Registered ${made.id}. It receives events from now on.`, made);
}

type Changes = { url?: string; events?: string[]; description?: string; status?: string };

async function update(
  desk: Desk,
  company: string,
  id: string,
  { environment, ...changes }: Place & Changes,
): Promise<Shown> {
  if (Object.keys(changes).length === 0) throw new UsageProblem('Give at least one change: see --help.');
  return showWebhook(await desk.patch<Webhook>(pathOf(company, { environment }, id), changes, noCompany(company)));
}

async function remove(desk: Desk, company: string, id: string, place: Place): Promise<Shown> {
  const json = await desk.delete<{ id: string }>(pathOf(company, place, id), noCompany(company));
  return { json, text: `Deleted ${id}. It receives no more events.` };
}

async function rotate(desk: Desk, company: string, id: string, place: Place): Promise<Shown> {
  const made = await desk.post<Webhook>(pathOf(company, place, id, 'rotate-secret'), undefined, noCompany(company));
  const sentence = `${id} has a second secret, which replaces the first when it is confirmed, or after 24 hours.`;
  return withSecret(sentence, made);
}

async function confirm(desk: Desk, company: string, id: string, place: Place): Promise<Shown> {
  const path = pathOf(company, place, id, 'confirm-secret');
  return showWebhook(await desk.post<Webhook>(path, undefined, noCompany(company)));
}

async function test(desk: Desk, company: string, id: string, place: Place): Promise<Shown> {
  const path = pathOf(company, place, id, 'test');
  const json = await desk.post<{ eventId: string }>(path, undefined, noCompany(company));
  return {
    json,
    text: `${json.eventId} is queued. To see the result: cardwright-admin webhook deliveries --help`,
  };
}

async function replay(
  desk: Desk,
  company: string,
  id: string,
  { environment, ...range }: Place & { from: Date; to: Date; count?: number },
): Promise<Shown> {
  const path = pathOf(company, { environment }, id, 'replay');
  const told = await desk.post<Static<typeof Replayed>>(path, range, noCompany(company));
  const text = told.replayed
    ? `${told.count} events are being sent again.`
    : `There are ${told.count} events. To send them again, repeat the command with --count ${told.count}.`;
  return { json: told, text };
}

/** A new secret. Only this output contains it. */
const withSecret = (sentence: string, made: Webhook): Shown => ({
  json: made,
  text: [`${sentence} Its secret; it is not shown again:`, secret(made.secret ?? '')].join('\n'),
});

function readEvents(typed: string): string[] {
  if (typed === 'all') return ['*'];
  const asked = [...new Set(typed.split(',').map((name) => name.trim()))];
  const known: readonly string[] = eventTypes;
  if (!asked.every((name) => known.includes(name))) {
    throw new InvalidArgumentError(`Choose from ${eventTypes.join(', ')}, or give all.`);
  }
  return asked;
}

function readMoment(typed: string): Date {
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(typed);
  if (!isWhole || Number.isNaN(Date.parse(typed))) {
    throw new InvalidArgumentError('Give a time with its time zone, such as 2026-11-15T09:30:00Z.');
  }
  return new Date(typed);
}
