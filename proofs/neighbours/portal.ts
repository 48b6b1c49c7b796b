// Misbehaviour in the portal: documents as fast as possible, and live feeds without end.
import { type ClientRequest, request } from 'node:http';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { until } from '../issuer-faults/orders.ts';
import { cookieOf, insertUser, ownHeaders, signIn } from '../roles/people.ts';
import { join } from '../roles/places.ts';
import type { Behaviour } from './slots.ts';
import { type Company, serviceOf, type World } from './world.ts';

/** A scan of a page: 200 KB. */
const DOCUMENT = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(200_000, 'x')]);
const UPLOAD = '/portal/v1/verification/documents/ownership_chart?name=scan.pdf';

/** Concurrent uploads that one person starts, how many of them may be under way, and the daily limit of a company. */
const SLOW_UPLOADS = 20;
const MOST_UPLOADS_UNDER_WAY = 6;
const MOST_UPLOADS = 40;

/** Uploads at a time, so that those of a slot exceed the daily limit. */
const QUICK_UPLOADS = 30;

/** Feeds that one person tries to open concurrently, and how many of them may be open. */
const FEEDS = 60;
const MOST_FEEDS = 12;

/** The portal accepts or refuses within this time, even on a busy machine. */
const ANSWERED_WITHIN_MS = 15_000;

/** The headers of a company owner's requests to the portal. */
async function enter({ db, door }: World, { scope, account }: Company): Promise<Record<string, string>> {
  const user = await insertUser(db, 'people');
  await join(db, scope.companyId, user, 'owner');
  const cookie = cookieOf(await signIn(door, user));
  return {
    ...ownHeaders(door),
    cookie,
    'cardwright-company': account,
    'cardwright-environment': scope.environment,
  };
}

/** The open connections of misbehaving companies. */
const open = new WeakMap<Company, ClientRequest[]>();

/** The people of the companies that currently misbehave. */
const people = new WeakMap<Company, Record<string, string>>();

const headersOf = (company: Company): Record<string, string> => people.get(company) ?? {};

/** Accepted uploads of a company. */
const taken = new WeakMap<Company, number>();

/** Documents that replace each other as fast as the portal accepts them, and others that never end. */
const uploads: Behaviour = {
  name: 'uploads',
  async prepare(world, company) {
    // An approved company submits no more documents.
    await world.db.query(sql`update companies set verification = 'pending' where id = ${company.scope.companyId}`);
    people.set(company, await enter(world, company));
    const slow = Array.from({ length: SLOW_UPLOADS }, () => beginUpload(world, company));
    const refusals = () => slow.filter(({ status }) => status() !== undefined).length;
    const enough = SLOW_UPLOADS - MOST_UPLOADS_UNDER_WAY;
    if (!(await until(ANSWERED_WITHIN_MS, async () => refusals() >= enough)))
      world.context.violation('a person has more uploads under way than one may have', { refused: refusals() });
    for (const { sent } of slow) sent.destroy();
    for (let page = 0; page < QUICK_UPLOADS; page++) await upload(world, company, DOCUMENT.subarray(0, 1_000));
  },
  act: (world, company) => upload(world, company, DOCUMENT),
  async heal({ context }, company) {
    const uploaded = taken.get(company) ?? 0;
    if (uploaded > MOST_UPLOADS) context.violation('a company uploads more than it may in a day', { uploaded });
  },
};

async function upload({ door, context }: World, company: Company, body: Buffer): Promise<void> {
  const { status, text } = await fetch(`${door.origin}${UPLOAD}`, {
    method: 'PUT',
    headers: { ...headersOf(company), 'content-type': 'application/pdf' },
    body: new Uint8Array(body),
  }).then(async (answer) => ({ status: answer.status, text: await answer.text() }));
  if (status === 200) taken.set(company, (taken.get(company) ?? 0) + 1);
  if (status >= 500) context.violation('an upload was answered with a server error', { text });
}

/** Starts an upload that never ends. */
function beginUpload({ door }: World, company: Company): { sent: ClientRequest; status: () => number | undefined } {
  const headers = {
    ...headersOf(company),
    'content-type': 'application/pdf',
    'content-length': String(DOCUMENT.length),
  };
  const sent = request(`${door.origin}${UPLOAD}`, { method: 'PUT', headers, agent: false });
  sent.write(DOCUMENT.subarray(0, 1_000));
  let status: number | undefined;
  const waitForStatus = async () => {
    status = await answered(sent);
  };
  void waitForStatus();
  return { sent, status: () => status };
}

/** The status of an answer; undefined when there is none in time. */
function answered(asked: ClientRequest): Promise<number | undefined> {
  return new Promise((resolve) => {
    asked.once('response', (answer) => {
      answer.on('error', () => undefined).resume();
      resolve(answer.statusCode);
    });
    asked.on('error', () => resolve(undefined));
    setTimeout(() => resolve(undefined), ANSWERED_WITHIN_MS).unref();
  });
}

/** Live feeds that a person opens concurrently, while many events happen in the company. */
const liveFeeds: Behaviour = {
  name: 'live feeds',
  async prepare(world, company) {
    people.set(company, await enter(world, company));
    const asked = Array.from({ length: FEEDS }, () => openFeed(world, company));
    open.set(
      company,
      asked.map(({ feed }) => feed),
    );
    const answers = await Promise.all(asked.map(({ status }) => status));
    const feeds = answers.filter((status) => status === 200).length;
    if (feeds > MOST_FEEDS) world.context.violation('a person has more live feeds open than one may have', { feeds });
    if (feeds === 0) throw new Error(`no live feed could be opened: ${answers.join()}`);
  },
  act: (world, company) => company.order('/api/v1/operations', serviceOf(world)),
  async heal(_world, company) {
    for (const feed of open.get(company) ?? []) feed.destroy();
  },
};

function openFeed({ door }: World, company: Company) {
  const feed = request(`${door.origin}/portal/v1/live`, { headers: headersOf(company), agent: false });
  feed.end();
  return { feed, status: answered(feed) };
}

export const portalBehaviours: readonly Behaviour[] = [uploads, liveFeeds];
