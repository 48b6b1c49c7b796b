// A receiver that fails at random, and judges every delivery as it arrives: signature, time, bytes and order.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { webhooks } from '@cardwright/sdk';
import { Caught } from '../harness/plant.ts';
import type { Context } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';

/** Any of these but the last two is a delivery that failed. */
type Fault = 'fail' | 'redirect' | 'cut' | 'late' | 'accept';

/** One in this many deliveries. A failed one costs the listener half a second. */
const ONE_IN: readonly [Fault, number][] = [
  ['fail', 60],
  ['redirect', 100],
  ['cut', 60],
  ['late', 30],
];

const LATE_MS = { low: 5, high: 60 };

/** This event fails several times in a row, long enough for its signature to need a new time. */
const STUBBORN = { place: 5, failures: 3 };

export type Receiver = {
  url: string;
  /** The number of the last event before the first that is forwarded. */
  before: number;
  /** The secret that the listener printed. */
  trust(secret: string): void;
  /** Rejects when a planted bug is caught here. */
  caught: Promise<never>;
  /** The number of the last acknowledged event. */
  acknowledged(): number;
  /** The bytes of each acknowledged event, by its number. */
  got: Map<number, string>;
  /** Called for each delivery, before it is answered. */
  onArrival: () => void;
  tally: Record<Fault, number> & { repeats: number };
  close(): Promise<void>;
};

type State = {
  context: Context;
  random: Random;
  receiver: Receiver;
  last: number;
  stubborn: number;
  /** When the delivery before was answered: a signature made earlier is an old one. */
  answeredAt: number;
  secret: Promise<string>;
};

/** Opens a receiver for the events after a number. */
export async function openReceiver(context: Context, before: number): Promise<Receiver> {
  const known = Promise.withResolvers<string>();
  const caught = Promise.withResolvers<never>();
  caught.promise.catch(() => undefined); // for a run that has ended by then
  const server = createServer((request, response) => {
    receive(state, request, response).catch((error: unknown) => {
      response.destroy();
      if (error instanceof Caught) caught.reject(error); // anything else: the sender was killed
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    before,
    trust: known.resolve,
    caught: caught.promise,
    acknowledged: () => state.last,
    got: new Map(),
    onArrival: () => undefined,
    tally: { fail: 0, redirect: 0, cut: 0, late: 0, accept: 0, repeats: 0 },
    async close() {
      server.close().closeAllConnections();
    },
  };
  const random = context.random.fork('receiver');
  const state: State = {
    context,
    random,
    receiver,
    last: before,
    stubborn: STUBBORN.failures,
    answeredAt: 0,
    secret: known.promise,
  };
  return receiver;
}

async function receive(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { receiver, random } = state;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const raw = Buffer.concat(chunks);
  if (!(await isGenuine(state, request, raw))) return void response.writeHead(400).end();
  const { sequence } = JSON.parse(raw.toString()) as { sequence: number };
  judgeOrder(state, sequence);
  receiver.onArrival();
  const fault = chance(state, sequence);
  receiver.tally[fault]++;
  if (fault === 'late') await sleep(random.integer(LATE_MS.low, LATE_MS.high));
  if (fault === 'late' || fault === 'accept') {
    state.last = Math.max(state.last, sequence);
    receiver.got.set(sequence, raw.toString());
    response.writeHead(204).end();
  } else if (fault === 'cut') response.destroy();
  else response.writeHead(fault === 'fail' ? 500 : 302, { location: '/elsewhere' }).end();
  state.answeredAt = Date.now();
}

/** Signed with the one secret, over these bytes, and after the answer to the delivery before. */
async function isGenuine(state: State, { headers, url }: IncomingMessage, raw: Buffer): Promise<boolean> {
  const { violation } = state.context;
  const { answeredAt } = state;
  const signed = await webhooks.authenticate(raw, headers, await state.secret).catch((error: unknown) => String(error));
  if (typeof signed === 'string') violation('a delivery is not signed with the printed secret', { url, signed });
  else if ((signed.timestamp + 1) * 1_000 <= answeredAt)
    violation('a delivery has the signature of an earlier one', { url });
  return typeof signed !== 'string';
}

/** Each event is repeated until it is accepted, before the next. Only a restart repeats an accepted one. */
function judgeOrder({ context, receiver, last }: State, sequence: number): void {
  if (sequence === last && last > receiver.before) receiver.tally.repeats++;
  else if (sequence > last + 1) context.violation('an event is passed over', { sequence, last });
  else if (sequence <= last) context.violation('an event comes again after later ones', { sequence, last });
}

function chance(state: State, sequence: number): Fault {
  const isStubborn = sequence === state.receiver.before + STUBBORN.place && state.stubborn > 0;
  if (isStubborn) state.stubborn--;
  if (isStubborn) return 'fail';
  return ONE_IN.find(([, times]) => state.random.oneIn(times))?.[0] ?? 'accept';
}
