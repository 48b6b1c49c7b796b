// Forwards events to a receiver on this machine, in order, and retries each until it is accepted. It polls the feed, so
// the machine needs no public address, and events that happen while it is stopped are not lost.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
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

/** Poll interval for new events. */
const POLL_MS = 1_000;

/** Between attempts at one event: doubles from the first to the longest pause. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

type Given = Globals & { forwardTo?: string; events?: string[]; from?: string; skipAfter?: string };

/** Adds `listen` and `resend`. */
export function addListenCommands(program: Command): void {
  program
    .command('listen')
    .summary('Forward events to a receiver on your machine.')
    .description(
      'Forward events to a receiver on your machine, signed like webhooks.\n\n' +
        'Reads events from the feed in order. If the receiver does not accept an event, retries it before sending\n' +
        'the next one. Saves the position on disk, so a restart skips no event. An event can arrive twice.',
    )
    .option('--forward-to <url>', 'URL of the receiver; without it, events are only printed')
    .addOption(new Option('--events <type...>', 'forward only these types').choices(EVENT_TYPES))
    .option('--from <sequence>', '`start`, `now`, or the sequence of the last event you have')
    .option('--skip-after <attempts>', 'skip an event after this many attempts; `resend` can send it later')
    .action(async (_given: unknown, command: Command) => listen(command.optsWithGlobals<Given>()));
  program
    .command('resend')
    .argument('<id>', 'id of the event')
    .requiredOption('--forward-to <url>', 'URL of the receiver')
    .description('Send one event to a receiver on your machine again, with the same body.')
    .action(async (id: string, _given: unknown, command: Command) => resend(id, command.optsWithGlobals<Given>()));
}

async function listen(given: Given): Promise<void> {
  const most = attemptsOf(given);
  const { client, profile } = connect(given);
  const { company, environment } = await client.capabilities.get();
  const target = given.forwardTo === undefined ? undefined : toUrl(given.forwardTo);
  // What another filter has passed over is not what this one has forwarded.
  const types = given.events === undefined ? [] : [given.events.toSorted().join(',')];
  const receiver = [profile.url, company.id, environment, target ?? ''];
  const position = positionAt([...receiver, ...types]);
  let after = await begin(client, position, given.from);
  position.save(after); // before the first event: a restart must not begin later
  const secrets = types.length === 0 ? position : positionAt(receiver); // one secret of a receiver, as `resend` signs
  const secret = secrets.secret(() => `whsec_${randomBytes(32).toString('base64url')}`);
  console.error(`Listening for events of ${inOneLine(company.name)}, ${environment}, after sequence ${after}.`);
  if (target !== undefined) console.error(`Forwarding to ${target}, signed with ${pc.bold(secret)}`);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  while (!stop.signal.aborted) {
    const events = await readFeed(client, { after, types: given.events, signal: stop.signal });
    for (const event of events) {
      const { id, type, sequence, text } = event;
      if (target === undefined) await printed(given.json === true ? text : `${sequence}  ${type}  ${id}`);
      else if (!(await forward(event, { target, secret, most, given, signal: stop.signal }))) break;
      after = sequence;
      position.save(after); // only now: a crash before this sends the event again
    }
    if (events.length === 0) await pause(POLL_MS, stop.signal);
  }
}

/** Prints a line; resolves once it is written, and never if the reader has gone. */
const printed = (line: string): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.write(`${line}\n`, (error) => (error ? undefined : resolve()));
  });

/** The position asked for, else the saved one, else the newest event. */
async function begin(client: Client, position: Position, from: string | undefined): Promise<number> {
  if (from === undefined) return position.saved() ?? (await newest(client));
  if (from === 'now') return await newest(client);
  const sequence = from === 'start' ? 0 : Number(from);
  if (!Number.isSafeInteger(sequence) || sequence < 0)
    throw new UsageProblem('--from must be `start`, `now` or the sequence of an event.');
  return sequence;
}

/** Sends one event until it is accepted. False when the command is stopped first. */
async function forward(
  event: FeedEvent,
  to: { target: string; secret: string; most: number; given: Given; signal: AbortSignal },
): Promise<boolean> {
  const { target, secret, most, given, signal } = to;
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
      console.error(`Skipped. To send it again: cardwright resend ${event.id} --forward-to ${target}`);
      return true;
    }
    await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)), signal);
    if (signal.aborted) return false;
  }
}

/** The attempts after which an event is skipped. */
function attemptsOf({ skipAfter }: Given): number {
  if (skipAfter === undefined) return Number.POSITIVE_INFINITY;
  const attempts = Number(skipAfter);
  if (!Number.isSafeInteger(attempts) || attempts < 1)
    throw new UsageProblem('--skip-after must be a number of attempts, at least 1.');
  return attempts;
}

async function resend(id: string, given: Given): Promise<void> {
  const { client, profile } = connect(given);
  const target = toUrl(given.forwardTo ?? '');
  const { company, environment } = await client.capabilities.get();
  const { text } = await client.events.get(id).withResponse();
  const secret = positionAt([profile.url, company.id, environment, target]).secret(() => {
    throw new UsageProblem(
      `There is no signing secret for ${target} yet. Run: cardwright listen --forward-to ${target}`,
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
    throw new UsageProblem('--forward-to must be a URL, for example http://127.0.0.1:4000/webhooks.');
  }
}

/** Ends early, without an error, when the command is stopped. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);
