// Commands about webhook endpoints: the same that clients do by the API, in the name of an operator.
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { eventTypes } from '../events/types.ts';
import { fromId, toId } from '../ids.ts';
import { Refusal } from '../refusals.ts';
import type { Environment, Scope } from '../scope.ts';
import {
  changeWebhook,
  confirmSecret,
  deleteWebhook,
  registerWebhook,
  replayEvents,
  rotateSecret,
  testWebhook,
  type WebhookTools,
} from '../webhooks/manage.ts';
import { companyArgument, limitOption, wholeNumber, words } from './arguments.ts';
import { getCompany } from './companies.ts';
import { type Shown, secret } from './output.ts';
import { Problem, UsageProblem } from './problem.ts';
import { asOperator, type Session } from './session.ts';
import { showDeliveries, showWebhook, showWebhooks } from './webhook-words.ts';

const exampleCompany = 'com_01jcp4vsb0e5d8zq6m5k1n7x2t';
const exampleWebhook = 'whe_01jcp4vsb0e5d8zq6m5k1n7x2t';

type Place = { environment: Environment };

/** Adds every `webhook …` command. */
export function addWebhookCommands(program: Command): void {
  const webhook = program.command('webhook').description('where companies are told of their events');
  addReading(webhook);
  addChanging(webhook);
  addSending(webhook);
}

const example = (line: string) => `\nExample:\n  npm run admin -- webhook ${line}`;

const of = (command: Command, { endpoint }: { endpoint: boolean }): Command => {
  command.addArgument(companyArgument());
  if (endpoint) command.addArgument(new Argument('<endpoint>', 'its id (whe_…)').argParser(readWebhookId));
  return command.addOption(
    new Option('--environment <environment>', 'where it is').choices(['sandbox', 'live']).makeOptionMandatory(),
  );
};

function addReading(webhook: Command): void {
  of(webhook.command('list').description('List the endpoints of a company, newest first.'), { endpoint: false })
    .addHelpText('after', example(`list ${exampleCompany} --environment live`))
    .action(asOperator(list));
  of(webhook.command('deliveries').description('List what was sent to an endpoint, and what came back.'), {
    endpoint: true,
  })
    .addOption(new Option('--status <status>', 'only these').choices(['pending', 'delivered', 'failed', 'canceled']))
    .addOption(limitOption())
    .addHelpText('after', example(`deliveries ${exampleCompany} ${exampleWebhook} --environment live --status failed`))
    .action(asOperator(deliveries));
}

function addChanging(webhook: Command): void {
  of(webhook.command('create').description('Register an endpoint. Its secret is printed once and kept sealed.'), {
    endpoint: false,
  })
    .requiredOption('--url <url>', 'public and https')
    .option('--events <types>', 'what it is told of, parted by commas, or `all`', readEvents, ['*'])
    .option('--description <text>', 'so that people can tell endpoints apart', words, '')
    .addHelpText('after', `\nTypes:\n  ${eventTypes.join('\n  ')}`)
    .addHelpText('after', example(`create ${exampleCompany} --environment live --url https://example.com/webhooks`))
    .action(asOperator(create));
  of(webhook.command('update').description('Change an endpoint: only what is given changes.'), { endpoint: true })
    .option('--url <url>', 'public and https')
    .option('--events <types>', 'what it is told of, parted by commas, or `all`', readEvents)
    .option('--description <text>', 'so that people can tell endpoints apart', words)
    .addOption(new Option('--status <status>', 'whether it is told anything').choices(['enabled', 'disabled']))
    .addHelpText('after', example(`update ${exampleCompany} ${exampleWebhook} --environment live --status enabled`))
    .action(asOperator(update));
  of(webhook.command('delete').description('Delete an endpoint: what was not sent to it yet never is.'), {
    endpoint: true,
  })
    .addHelpText('after', example(`delete ${exampleCompany} ${exampleWebhook} --environment live`))
    .action(asOperator(remove));
  of(webhook.command('rotate-secret').description('Make a second secret, which replaces the first within a day.'), {
    endpoint: true,
  })
    .addHelpText('after', example(`rotate-secret ${exampleCompany} ${exampleWebhook} --environment live`))
    .action(asOperator(rotate));
  of(webhook.command('confirm-secret').description('End a rotation: from now on the new secret alone signs.'), {
    endpoint: true,
  })
    .addHelpText('after', example(`confirm-secret ${exampleCompany} ${exampleWebhook} --environment live`))
    .action(asOperator(confirm));
}

function addSending(webhook: Command): void {
  of(webhook.command('test').description('Send a `webhook.test` to an endpoint.'), { endpoint: true })
    .addHelpText('after', example(`test ${exampleCompany} ${exampleWebhook} --environment live`))
    .action(asOperator(test));
  of(webhook.command('replay').description('Tell an endpoint again of a time range: first the number, then it.'), {
    endpoint: true,
  })
    .requiredOption('--from <moment>', 'inclusive, such as 2026-11-15T09:30:00Z', readMoment)
    .requiredOption('--to <moment>', 'exclusive', readMoment)
    .option('--count <number>', 'the number that was shown', wholeNumber({ from: 0, to: 10_000 }))
    .addHelpText(
      'after',
      example(
        `replay ${exampleCompany} ${exampleWebhook} --environment live --from 2026-11-15T09:00:00Z --to 2026-11-15T12:00:00Z`,
      ),
    )
    .action(asOperator(replay));
}

async function list(session: Session, companyId: string, { environment }: Place): Promise<Shown> {
  await getCompany(session, companyId);
  return showWebhooks(session, { companyId, environment });
}

async function deliveries(
  session: Session,
  companyId: string,
  webhookId: string,
  { environment, ...asked }: Place & { status?: string; limit: number },
): Promise<Shown> {
  await getCompany(session, companyId);
  return showDeliveries(session, { companyId, environment }, { webhookId, ...asked });
}

async function create(
  session: Session,
  companyId: string,
  { environment, url, events, description }: Place & { url: string; events: string[]; description: string },
): Promise<Shown> {
  const made = await acting(session, { companyId, environment }, (tools, scope, by) =>
    registerWebhook(tools, scope, by, { url, events, description }),
  );
  return withSecret(`Registered ${made.webhook.id}, which is told of everything from now on.`, made);
}

async function update(
  session: Session,
  companyId: string,
  id: string,
  { environment, ...changes }: Place & Partial<Parameters<typeof changeWebhook>[3]>,
): Promise<Shown> {
  const scope = { companyId, environment };
  if (Object.keys(changes).length === 0) throw new UsageProblem('Nothing is to be changed: add --help.');
  await acting(session, scope, (tools, _, by) => changeWebhook(tools, scope, by, { ...changes, id }));
  return showWebhook(session, scope, id);
}

async function remove(session: Session, companyId: string, id: string, { environment }: Place): Promise<Shown> {
  await acting(session, { companyId, environment }, (tools, scope, by) => deleteWebhook(tools, scope, by, id));
  const shownId = toId('webhook', id);
  return { json: { id: shownId, deleted: true }, text: `Deleted ${shownId}: nothing is sent to it any more.` };
}

async function rotate(session: Session, companyId: string, id: string, { environment }: Place): Promise<Shown> {
  const made = await acting(session, { companyId, environment }, (tools, scope, by) =>
    rotateSecret(tools, scope, by, id),
  );
  const sentence = `${made.webhook.id} has a second secret, which replaces the first when it is confirmed, or after 24 hours.`;
  return withSecret(sentence, made);
}

async function confirm(session: Session, companyId: string, id: string, { environment }: Place): Promise<Shown> {
  const scope = { companyId, environment };
  await acting(session, scope, (tools, _, by) => confirmSecret(tools, scope, by, id));
  return showWebhook(session, scope, id);
}

async function test(session: Session, companyId: string, id: string, { environment }: Place): Promise<Shown> {
  const eventId = await acting(session, { companyId, environment }, (tools, scope, by) =>
    testWebhook(tools, scope, by, id),
  );
  return {
    json: { eventId },
    text: `${eventId} is on its way. What comes back: npm run admin -- webhook deliveries --help`,
  };
}

async function replay(
  session: Session,
  companyId: string,
  id: string,
  { environment, ...range }: Place & { from: Date; to: Date; count?: number },
): Promise<Shown> {
  const told = await acting(session, { companyId, environment }, (tools, scope, by) =>
    replayEvents(tools, scope, by, { id, ...range }),
  );
  const text = told.replayed
    ? `${told.count} events are being sent again.`
    : `There are ${told.count} events. To send them again, repeat it with --count ${told.count}.`;
  return { json: told, text };
}

/** Does something in the name of the operator; a refusal becomes a sentence of its own. */
async function acting<Result>(
  session: Session,
  scope: Scope,
  work: (tools: WebhookTools, scope: Scope, by: Session['actor']) => Promise<Result>,
): Promise<Result> {
  await getCompany(session, scope.companyId);
  const tools = { db: session.db, clock: session.clock, ...session.webhooks() };
  return work(tools, scope, session.actor).catch((error: unknown) => {
    if (error instanceof Refusal) throw new Problem(error.message);
    throw error;
  });
}

/** A secret at the one moment when it is known. */
const withSecret = (sentence: string, made: { webhook: object; secret: string }): Shown => ({
  json: { ...made.webhook, secret: made.secret },
  text: [`${sentence} Its secret, shown only now:`, secret(made.secret)].join('\n'),
});

function readWebhookId(typed: string): string {
  const id = fromId('webhook', typed);
  if (id === undefined) throw new InvalidArgumentError(`An endpoint id looks like ${exampleWebhook}.`);
  return id;
}

function readEvents(typed: string): string[] {
  if (typed === 'all') return ['*'];
  const asked = [...new Set(typed.split(',').map((name) => name.trim()))];
  const known: readonly string[] = eventTypes;
  if (!asked.every((name) => known.includes(name))) {
    throw new InvalidArgumentError(`Choose from ${eventTypes.join(', ')}, or say all.`);
  }
  return asked;
}

function readMoment(typed: string): Date {
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(typed);
  if (!isWhole || Number.isNaN(Date.parse(typed))) {
    throw new InvalidArgumentError('Give a moment with its time zone, such as 2026-11-15T09:30:00Z.');
  }
  return new Date(typed);
}
