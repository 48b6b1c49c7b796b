// The process that delivers: the guard runs here, in a private network where the Internet is one receiver, where
// names resolve as the probe says, and where everything else is the canary.
import { once } from 'node:events';
import { createServer as createPlainServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type AllowList, readAllowList } from '@cardwright/server/platform/guard/allow.ts';
import { type Channel, openSender, type Sender } from '@cardwright/server/platform/guard/send.ts';
import { checkUrl } from '@cardwright/server/platform/guard/url.ts';
import { answerTask, type Reports } from '../harness/apart.ts';
import type { Counts } from '../harness/proof.ts';
import {
  type Probe,
  probesOfNames,
  probesOfRebinding,
  probesOfRedirects,
  probesOfWords,
  publicAddresses,
} from './corpus.ts';
import { enterNetwork, type Network } from './network.ts';
import type { Task } from './proof.ts';

/** Generous, because nothing here is slow on purpose; only a busy machine needs it. */
const LIMITS = { timeoutMs: 20_000, connectMs: 10_000, mostBytes: 4_096 };

/** How long a channel uses what it checked, in milliseconds: short, because every rebinding waits for its end. */
const TRUST_MS = 25;

const BODY = Buffer.from('{"id":"evt_ssrf","type":"webhook.test"}');

/** Every public address. */
const internet: readonly string[] = [publicAddresses.four, publicAddresses.six, ...publicAddresses.borders];

type Arrival = { name: string | false | null; host: string; body: string };

type Stage = Reports & {
  allow: AllowList;
  sender: Sender;
  network: Network;
  /** Requests at the receiver since the last call. */
  arrived(): Arrival[];
  /** Makes names resolve as a probe says; `asked` counts the lookups. */
  lead(answers: Probe['answers']): { asked(): number };
  ports: { open: number; canary: Task['canary'] };
};

answerTask(async (task: Task, reports) => {
  const arrivals: Arrival[] = [];
  const receiver = await listen(createServer(task.certificate, receive(arrivals)));
  const open = await listen(createPlainServer(receive(arrivals)));
  setDefaultCACertificates([...getCACertificates(), task.certificate.cert]);
  const network = enterNetwork(({ host, port }) => {
    if (host === '127.0.0.1' && port === open.port) return open.port;
    return internet.includes(host) ? receiver.port : task.canary.secure;
  });
  const allow = readAllowList(`127.0.0.1:${open.port},localhost:${open.port},ports.internal:*`);
  let answers: (readonly string[])[] = [];
  let asked = 0;
  const resolve = async () => {
    const answer = answers[Math.min(asked++, answers.length - 1)];
    if (answer === undefined) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    return answer;
  };
  const stage: Stage = {
    ...reports,
    allow,
    network,
    sender: openSender({ allow, ...LIMITS, trustMs: TRUST_MS, resolve }),
    arrived: () => arrivals.splice(0),
    lead(next = []) {
      answers = [...next];
      asked = 0;
      return { asked: () => asked };
    },
    ports: { open: open.port, canary: task.canary },
  };
  const counts = await attack(stage, task.rounds);
  await stage.sender.close();
  for (const { server } of [receiver, open]) server.close();
  return counts;
});

async function attack(stage: Stage, rounds: number): Promise<Counts> {
  const { random, progress, ports } = stage;
  const counts = {
    probes: 0,
    refusedAsWords: 0,
    refusedAsNames: 0,
    rebound: 0,
    redirected: 0,
    genuine: 0,
    impostors: 0,
  };
  for (let round = 0; round < rounds; round++) {
    for (const probe of probesOfWords(random, ports.canary.secure)) {
      await mustRefuse(stage, probe, { asWords: true });
      counts.refusedAsWords++;
    }
    for (const probe of probesOfNames(random, [443, 8443, ports.canary.secure, ports.open])) {
      await mustRefuse(stage, probe, { asWords: false });
      counts.refusedAsNames++;
    }
    for (const probe of probesOfRebinding(random, ports.canary.secure)) {
      await mustNotRebind(stage, probe);
      await mustNotRebindKept(stage, probe);
      counts.rebound++;
    }
    for (const probe of probesOfRedirects(random, ports.canary)) {
      await mustNotFollow(stage, probe);
      counts.redirected++;
    }
    counts.genuine += await mustArrive(stage);
    counts.impostors += await mustNotBelieve(stage);
    counts.probes = counts.refusedAsWords + counts.refusedAsNames + counts.rebound + counts.redirected;
    progress(round + 1, rounds, `rounds, ${counts.probes} probes`);
  }
  return counts;
}

const postOver = (channel: Channel, url: URL) =>
  channel.post(url, { headers: { 'content-type': 'application/json' }, body: BODY });

async function post(stage: Stage, url: URL) {
  const channel = stage.sender.open();
  try {
    return await postOver(channel, url);
  } finally {
    channel.close();
  }
}

/** Nothing may be dialled, whether or not the URL was checked at registration. */
async function mustRefuse(stage: Stage, probe: Probe, { asWords }: { asWords: boolean }): Promise<void> {
  const { ok } = checkUrl(probe.url, stage.allow);
  if (ok === asWords) stage.violation(ok ? 'a forbidden URL can be registered' : 'a harmless name is refused', probe);
  if (!URL.canParse(probe.url)) return;
  stage.lead(probe.answers ?? [['127.0.0.1']]);
  const sent = await post(stage, new URL(probe.url));
  if (sent.kind !== 'refused') stage.violation('a forbidden URL is not refused at delivery', { ...probe, sent });
  mustHaveDialled(stage, probe, []);
}

/** The checked answer is the one that is used, and the next delivery checks again. */
async function mustNotRebind(stage: Stage, probe: Probe): Promise<void> {
  const [first = []] = probe.answers ?? [];
  const url = new URL(probe.url);
  const names = stage.lead(probe.answers);
  const before = await post(stage, url);
  if (before.kind !== 'answered') stage.violation('a public name is not delivered to', before);
  if (names.asked() !== 1) stage.violation('a name is resolved more than once', { ...probe, asked: names.asked() });
  mustHaveDialled(stage, probe, first);
  if (stage.arrived().length !== 1) stage.violation('a delivery to the Internet did not arrive once', probe);
  const after = await post(stage, url);
  if (after.kind !== 'refused')
    stage.violation('a name that now resolves to an internal address is delivered to', { ...probe, after });
  mustHaveDialled(stage, probe, []);
}

/** A kept connection leads to the checked address, for one host and for a short time. */
async function mustNotRebindKept(stage: Stage, probe: Probe): Promise<void> {
  const [first = []] = probe.answers ?? [];
  const url = new URL(probe.url);
  const other = new URL('/', `https://other.example.com:${url.port || 443}`);
  const channel = stage.sender.open();
  stage.lead(probe.answers);
  await postOver(channel, url);
  await postOver(channel, url); // answered at the checked address, or refused if the time was over
  const strangers = stage.network.dialled().filter(({ host }) => !first.includes(host));
  if (strangers.length > 0) stage.violation('another address was dialled', { ...probe, strangers });
  stage.arrived();
  const elsewhere = await postOver(channel, other);
  if (elsewhere.kind !== 'refused') stage.violation('another host is delivered to unchecked', { ...probe, elsewhere });
  mustHaveDialled(stage, probe, []);
  stage.lead(probe.answers);
  await postOver(channel, url);
  stage.network.dialled();
  stage.arrived();
  await sleep(2 * TRUST_MS);
  const late = await postOver(channel, url);
  if (late.kind !== 'refused') stage.violation('a name is trusted for too long', { ...probe, late });
  mustHaveDialled(stage, probe, []);
  channel.close();
}

async function mustNotFollow(stage: Stage, probe: Probe): Promise<void> {
  stage.lead([...(probe.answers ?? []), ['127.0.0.1']]);
  const sent = await post(stage, new URL(probe.url));
  if (sent.kind !== 'answered' || sent.status === 200)
    stage.violation('a redirect is not treated as a plain answer', { probe, sent });
  mustHaveDialled(stage, probe, probe.answers?.[0] ?? []);
}

/** A guard that refuses everything would be useless: allowed requests arrive, once and unchanged. */
async function mustArrive(stage: Stage): Promise<number> {
  const { four, six, borders } = publicAddresses;
  const { open } = stage.ports;
  const genuine: (Probe & { dialled: string })[] = [
    ...[four, six, ...borders].map((address, index) => ({
      kind: 'a name',
      url: `https://g${index}.example.com${index % 2 === 0 ? '' : ':8443'}/hooks?a=b`,
      answers: [[address]],
      dialled: address,
    })),
    { kind: 'several addresses', url: 'https://hooks.example.com/', answers: [[six, four]], dialled: four },
    { kind: 'an address', url: `https://${four}/`, dialled: four },
    { kind: 'an IPv6 address', url: `https://[${six}]:9443/`, dialled: six },
    { kind: 'allowed by the operator', url: `http://127.0.0.1:${open}/`, dialled: '127.0.0.1' },
    { kind: 'allowed by name', url: `http://localhost:${open}/`, answers: [['127.0.0.1']], dialled: '127.0.0.1' },
    { kind: 'on any port', url: `http://ports.internal:${open}/`, answers: [['127.0.0.1']], dialled: '127.0.0.1' },
  ];
  for (const probe of genuine) {
    stage.lead(probe.answers);
    const checked = checkUrl(probe.url, stage.allow);
    if (!checked.ok) {
      stage.violation('an allowed URL is refused at registration', { ...probe, checked });
      continue;
    }
    const sent = await post(stage, checked.url);
    if (sent.kind !== 'answered' || sent.status !== 200)
      stage.violation('an allowed request is not sent', { ...probe, sent });
    mustHaveDialled(stage, probe, [probe.dialled]);
    const [arrival, ...more] = stage.arrived();
    const isWhole = arrival?.body === BODY.toString() && arrival.host === checked.url.host && more.length === 0;
    if (!isWhole) stage.violation('a request did not arrive once and unchanged', { ...probe, arrival, more });
    const isNamed = /^http:|\d+\.\d+\.|\[/.test(probe.url) || arrival?.name === checked.url.hostname;
    if (!isNamed) stage.violation('the receiver was not addressed by its name', { ...probe, arrival });
  }
  return genuine.length;
}

/** A receiver that cannot prove its name gets nothing. */
async function mustNotBelieve(stage: Stage): Promise<number> {
  const names = ['hooks.example.org', 'deep.er.example.com', 'example.com', '[2001:200::1]', '11.0.0.0', '128.0.0.0'];
  for (const name of names) {
    stage.lead([[publicAddresses.four]]);
    const sent = await post(stage, new URL(`https://${name}/`));
    if (sent.kind !== 'failed') stage.violation('a receiver with another’s certificate is trusted', { name, sent });
    if (stage.arrived().length > 0) stage.violation('a receiver with another’s certificate got a request', name);
    stage.network.dialled();
  }
  return names.length;
}

/** Every dialled address must be one of these, and dialled once. */
function mustHaveDialled(stage: Stage, probe: Probe, addresses: readonly string[]): void {
  const dials = stage.network.dialled();
  const isRight = dials.length === Math.min(1, addresses.length) && dials.every(({ host }) => addresses.includes(host));
  if (!isRight) stage.violation('another address was dialled', { ...probe, dials, addresses });
  if (addresses.length === 0 && stage.arrived().length > 0) stage.violation('something arrived', probe);
}

/** The receiver: it records what arrives, and redirects where the request asks for it. */
function receive(arrivals: Arrival[]) {
  return (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'https://receiver.example.com');
      if (pathname !== '/redirect') {
        const name = (request.socket as TLSSocket).servername ?? null;
        arrivals.push({ name, host: request.headers.host ?? '', body: Buffer.concat(chunks).toString() });
        return response.end('thanks');
      }
      const [way, to] = [searchParams.get('way') ?? '', searchParams.get('to') ?? ''];
      if (way === 'refresh') response.writeHead(202, { refresh: `0; url=${to}` });
      else if (way === 'alt-svc') response.writeHead(202, { 'alt-svc': `h2="${to.replace(/^.*\/\//, '')}"` });
      else response.writeHead(Number(way), { location: to, 'content-location': to });
      response.end();
    });
  };
}

async function listen(server: Server): Promise<{ server: Server; port: number }> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}
