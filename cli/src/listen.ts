// Forwards events to a receiver on this machine, in order, until each one is accepted. The feed is pulled, so nothing
// has to reach this machine from outside, and what happened while nobody listened comes later.
import { randomBytes } from 'node:crypto';
import type { Client } from '@cardwright/sdk';
import { type Command, Option } from 'commander';
import pc from 'picocolors';
import { connect, type Globals } from './connect.ts';
import { deliver } from './deliver.ts';
import { type FeedEvent, newest, readFeed } from './feed.ts';
import { EVENT_TYPES } from './generated/commands.ts';
import { type Position, positionAt } from './position.ts';
import { inOneLine } from './print.ts';
import { UsageProblem } from './problem.ts';

/** How long to wait for new events when there are none. */
const POLL_MS = 1_000;

/** Between attempts at one event: doubles from the first to the longest. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

type Given = Globals & { forwardTo?: string; events?: string[]; from?: string; skipAfter?: string };

/** Adds `listen` and `resend`. */
export function addListenCommands(program: Command): void {
  program
    .command('listen')
    .summary('Forward events to a receiver on your machine.')
    .description(
      'Forwards events to a receiver on your machine, signed as webhooks are.\n\n' +
        'Events are taken from the feed in order. One that the receiver does not accept is repeated before the next\n' +
        'is sent. The position is kept on disk: a restart goes on where it stopped, and an event may come twice.',
    )
    .option('--forward-to <url>', 'where events are sent; without it they are only shown')
    .addOption(new Option('--events <type...>', 'only these types').choices(EVENT_TYPES))
    .option('--from <sequence>', '`start`, `now`, or the sequence of the last event that you have')
    .option('--skip-after <attempts>', 'give an event up after this many attempts; `resend` sends it later')
    .action(async (_given: unknown, command: Command) => listen(command.optsWithGlobals<Given>()));
  program
    .command('resend')
    .argument('<id>', 'of the event')
    .requiredOption('--forward-to <url>', 'where it is sent')
    .description('Send one event again to a receiver on your machine, in the same bytes.')
    .action(async (id: string, _given: unknown, command: Command) => resend(id, command.optsWithGlobals<Given>()));
}

async function listen(given: Given): Promise<void> {
  const { client, profile } = connect(given);
  const { company, environment } = await client.capabilities.get();
  const target = given.forwardTo === undefined ? undefined : toUrl(given.forwardTo);
  const position = positionAt([profile.url, company.id, environment, target ?? '']);
  let after = await begin(client, position, given.from);
  position.save(after); // before the first event: a restart must not begin later
  const secret = position.secret(() => `whsec_${randomBytes(32).toString('base64url')}`);
  console.error(`Events of ${inOneLine(company.name)}, ${environment}, after number ${after}.`);
  if (target !== undefined) console.error(`Forwarding to ${target}, signed with ${pc.bold(secret)}`);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  while (!stop.signal.aborted) {
    const events = await readFeed(client, { after, types: given.events, signal: stop.signal });
    for (const event of events) {
      const { id, type, sequence, text } = event;
      if (target === undefined) console.log(given.json === true ? text : `${sequence}  ${type}  ${id}`);
      else if (!(await forward(event, { target, secret, given, signal: stop.signal }))) break;
      after = sequence;
      position.save(after); // only now: a crash before this sends the event again
    }
    if (events.length === 0) await pause(POLL_MS, stop.signal);
  }
}

/** The kept position, unless another one is asked for. Without either it begins now. */
async function begin(client: Client, position: Position, from: string | undefined): Promise<number> {
  if (from === undefined) return position.saved() ?? (await newest(client));
  if (from === 'now') return await newest(client);
  const sequence = from === 'start' ? 0 : Number(from);
  if (!Number.isSafeInteger(sequence) || sequence < 0)
    throw new UsageProblem('--from takes `start`, `now` or the sequence of an event.');
  return sequence;
}

/** Sends one event until it is accepted. False when the command is stopped first. */
async function forward(
  event: FeedEvent,
  { target, secret, given, signal }: { target: string; secret: string; given: Given; signal: AbortSignal },
): Promise<boolean> {
  const most = given.skipAfter === undefined ? Number.POSITIVE_INFINITY : Number(given.skipAfter);
  for (let attempt = 1; ; attempt++) {
    const { isAccepted, words } = await deliver(target, { id: event.id, body: event.text, secret, signal });
    if (signal.aborted && !isAccepted) return false;
    const color = isAccepted ? pc.green : pc.red;
    console.log(
      given.json === true
        ? JSON.stringify({
            id: event.id,
            type: event.type,
            sequence: event.sequence,
            attempt,
            isAccepted,
            result: words,
          })
        : `${event.sequence}  ${event.type}  ${event.id}  ${color(words)}`,
    );
    if (isAccepted) return true;
    if (attempt >= most) {
      console.error(`Given up. Later: cardwright resend ${event.id} --forward-to ${target}`);
      return true;
    }
    await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)), signal);
    if (signal.aborted) return false;
  }
}

async function resend(id: string, given: Given): Promise<void> {
  const { client, profile } = connect(given);
  const target = toUrl(given.forwardTo ?? '');
  const { company, environment } = await client.capabilities.get();
  const { text } = await client.events.get(id).withResponse();
  const secret = positionAt([profile.url, company.id, environment, target]).secret(() => {
    throw new UsageProblem(
      `Nothing was forwarded to ${target} yet, so there is no secret. Begin with: cardwright listen`,
    );
  });
  const { isAccepted, words } = await deliver(target, { id, body: text, secret });
  console.log(words);
  if (!isAccepted) process.exitCode = 1;
}

function toUrl(text: string): string {
  try {
    return new URL(/^[a-z]+:\/\//.test(text) ? text : `http://${text}`).href;
  } catch {
    throw new UsageProblem('--forward-to takes a URL, such as http://127.0.0.1:4000/webhooks.');
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(end, ms);
    function end(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    }
    signal.addEventListener('abort', end, { once: true });
  });
