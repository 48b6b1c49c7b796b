// What an attacker without a secret, or with a recorded delivery, might send: each is a change that must be detected.
import { createHash, createHmac } from 'node:crypto';
import type { GivenHeaders, Secret, VerifyOptions } from '@cardwright/sdk';
import type { Random } from '../harness/random.ts';

export type Delivery = { secret: string; timestamp: number; body: Buffer };

type Signed = Delivery & { signed: string };
export type Forged = VerifyOptions & { secret: Secret; headers: GivenHeaders; body: Buffer };
type Sign = (delivery: Pick<Delivery, 'timestamp' | 'body'>, secret: string) => string;

/** The forged delivery, or undefined when this way changes nothing about the given one. */
type Forge = (delivery: Signed, random: Random, sign: Sign) => Forged | undefined;

/** The genuine delivery with one part replaced. */
const changed = (
  { secret, timestamp, body, signed }: Signed,
  changes: { header?: unknown } & Partial<Forged>,
): Forged => {
  const { header = signed, ...rest } = changes;
  const headers = { 'service-signature': header as string };
  return { secret, headers, body, now: timestamp * 1_000, ...rest };
};

const digestOf = ({ signed }: Signed) => signed.replace(/^.*v1=/, '');

const withDigest = (delivery: Signed, digest: string) =>
  digest === digestOf(delivery) ? undefined : changed(delivery, { header: `t=${delivery.timestamp},v1=${digest}` });

const withTime = (delivery: Signed, time: string) =>
  changed(delivery, { header: `t=${time},v1=${digestOf(delivery)}` });

const withBody = (delivery: Signed, body: Buffer) =>
  body.equals(delivery.body) ? undefined : changed(delivery, { body });

const keyed = (delivery: Signed, key: string | Buffer, hash = 'sha256') =>
  createHmac(hash, key).update(`${delivery.timestamp}.`).update(delivery.body).digest('hex').slice(0, 64);

const at = (text: { length: number }, random: Random) => random.integer(0, text.length - 1);

const flipDigit = (digest: string, random: Random) => {
  const place = at(digest, random);
  const digit = ((parseInt(digest.charAt(place), 16) + random.integer(1, 15)) % 16).toString(16);
  return `${digest.slice(0, place)}${digit}${digest.slice(place + 1)}`;
};

const headers: Record<string, Forge> = {
  'a digit is another': (delivery, random) => withDigest(delivery, flipDigit(digestOf(delivery), random)),
  'the last digit is another': (delivery) =>
    withDigest(
      delivery,
      digestOf(delivery).replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
    ),
  'the digits are capitals': (delivery) => withDigest(delivery, digestOf(delivery).toUpperCase()),
  'digits are missing': (delivery, random) => withDigest(delivery, digestOf(delivery).slice(0, random.integer(0, 63))),
  'there are more digits': (delivery) => withDigest(delivery, `${digestOf(delivery)}00`),
  'the digest is in base 64': (delivery) =>
    withDigest(delivery, Buffer.from(digestOf(delivery), 'hex').toString('base64')),
  'all zeros': (delivery) => withDigest(delivery, '0'.repeat(64)),
  'two signatures, the second is right': (delivery) =>
    withDigest(delivery, `${'0'.repeat(64)},v1=${digestOf(delivery)}`),
  'two signatures, the first is right': (delivery) =>
    withDigest(delivery, `${digestOf(delivery)},v1=${'0'.repeat(64)}`),
  'the header came twice': (delivery) => changed(delivery, { header: [delivery.signed, delivery.signed] }),
  'another version': (delivery) => changed(delivery, { header: delivery.signed.replace('v1=', 'v0=') }),
  'the other way round': (delivery) => changed(delivery, { header: delivery.signed.split(',').toReversed().join() }),
  'only the digest': (delivery) => changed(delivery, { header: digestOf(delivery) }),
  'a space': (delivery) => changed(delivery, { header: delivery.signed.replace(',', ', ') }),
  'no header': (delivery) => changed(delivery, { headers: {} }),
  'an empty header': (delivery) => changed(delivery, { header: '' }),
  'the header of something else': (delivery) => changed(delivery, { headers: { 'x-signature': delivery.signed } }),
  'the next header alone, forged': (delivery) =>
    changed(delivery, { headers: { 'service-signature-next': `t=${delivery.timestamp},v1=${'0'.repeat(64)}` } }),
  'the signature of another delivery': (delivery, _random, sign) => {
    const other = { ...delivery, body: Buffer.concat([delivery.body, Buffer.from('!')]) };
    return changed(delivery, { header: sign(other, delivery.secret) });
  },
};

const keys: Record<string, Forge> = {
  'another secret': (delivery, _random, sign) => changed(delivery, { header: sign(delivery, `${delivery.secret}x`) }),
  'another secret in both headers': (delivery, _random, sign) => {
    const header = sign(delivery, delivery.secret.toLowerCase().replace('whsec_', 'whsec-'));
    return changed(delivery, { headers: { 'service-signature': header, 'service-signature-next': header } });
  },
  'the secret in other capitals': (delivery, _random, sign) => {
    const other = delivery.secret.toUpperCase();
    return other === delivery.secret ? undefined : changed(delivery, { header: sign(delivery, other) });
  },
  'no key at all': (delivery) =>
    withDigest(delivery, createHash('sha256').update(`${delivery.timestamp}.`).update(delivery.body).digest('hex')),
  'an empty key': (delivery) => withDigest(delivery, keyed(delivery, '')),
  'the secret without its prefix': (delivery) =>
    withDigest(delivery, keyed(delivery, delivery.secret.replace('whsec_', ''))),
  'the secret decoded': (delivery) =>
    withDigest(delivery, keyed(delivery, Buffer.from(delivery.secret.replace('whsec_', ''), 'base64'))),
  'the key is the hash of the secret': (delivery) =>
    withDigest(delivery, keyed(delivery, createHash('sha256').update(delivery.secret).digest())),
  'another hash': (delivery) => withDigest(delivery, keyed(delivery, delivery.secret, 'sha512')),
  'the time is not signed': (delivery) =>
    withDigest(delivery, createHmac('sha256', delivery.secret).update(delivery.body).digest('hex')),
  'the body is not signed': (delivery) => {
    const digest = createHmac('sha256', delivery.secret).update(`${delivery.timestamp}.`).digest('hex');
    return delivery.body.length === 0 ? undefined : withDigest(delivery, digest);
  },
};

const bodies: Record<string, Forge> = {
  'a bit is another': (delivery, random) => {
    if (delivery.body.length === 0) return undefined;
    const body = Buffer.from(delivery.body);
    const place = at(body, random);
    body[place] = (body[place] ?? 0) ^ (1 << random.integer(0, 7));
    return withBody(delivery, body);
  },
  'a byte more': (delivery, random) =>
    withBody(delivery, Buffer.concat([delivery.body, Buffer.from([random.integer(0, 255)])])),
  'a byte less': (delivery) => withBody(delivery, delivery.body.subarray(0, -1)),
  'the first byte is gone': (delivery) => withBody(delivery, delivery.body.subarray(1)),
  'no body': (delivery) => withBody(delivery, Buffer.alloc(0)),
  'a new line': (delivery) => withBody(delivery, Buffer.concat([delivery.body, Buffer.from('\n')])),
  'a byte order mark': (delivery) => withBody(delivery, Buffer.concat([Buffer.from('\ufeff'), delivery.body])),
  'read as text and written again': (delivery) => withBody(delivery, Buffer.from(delivery.body.toString())),
  'written more beautifully': (delivery) => {
    if (delivery.body[0] !== 0x7b) return undefined;
    try {
      return withBody(delivery, Buffer.from(JSON.stringify(JSON.parse(delivery.body.toString()), null, 2)));
    } catch {
      return undefined; // bytes that only begin like an event
    }
  },
  'two bytes changed places': (delivery, random) => {
    const body = Buffer.from(delivery.body);
    if (body.length < 2) return undefined;
    const place = random.integer(0, body.length - 2);
    body.subarray(place, place + 2).reverse();
    return withBody(delivery, body);
  },
};

const times: Record<string, Forge> = {
  'another time in the header': (delivery, random) =>
    withTime(delivery, String(delivery.timestamp + random.pick([-1, 1]) * random.integer(1, 300))),
  'a zero before the time': (delivery) => withTime(delivery, `0${delivery.timestamp}`),
  'a sign before the time': (delivery) => withTime(delivery, `+${delivery.timestamp}`),
  'a part of a second': (delivery) => withTime(delivery, `${delivery.timestamp}.0`),
  'the time in milliseconds': (delivery) => withTime(delivery, `${delivery.timestamp}000`),
  'no time': (delivery) => withTime(delivery, ''),
  'the time is no number': (delivery) => withTime(delivery, 'NaN'),
  'the beginning of the body becomes the end of the time': (delivery, random, sign) => {
    const digits = random.integer(0, 99);
    const longer = Buffer.concat([Buffer.from(`${digits}.`), delivery.body]);
    const header = sign({ ...delivery, body: longer }, delivery.secret).replace(',', `.${digits},`);
    return changed(delivery, { header });
  },
  'recorded long ago': (delivery, random) =>
    changed(delivery, { now: (delivery.timestamp + random.integer(301, 86_400 * 400)) * 1_000 }),
  'a second too late': (delivery) => changed(delivery, { now: (delivery.timestamp + 301) * 1_000 }),
  'from the future': (delivery, random) =>
    changed(delivery, { now: (delivery.timestamp - random.integer(301, 86_400 * 400)) * 1_000 }),
  'a second too early': (delivery) => changed(delivery, { now: (delivery.timestamp - 301) * 1_000 }),
  'a shorter tolerance': (delivery, random) => {
    const toleranceSeconds = random.integer(0, 299);
    return changed(delivery, { now: (delivery.timestamp + toleranceSeconds + 1) * 1_000, toleranceSeconds });
  },
  'recorded in the next header': (delivery) =>
    changed(delivery, {
      headers: { 'service-signature-next': delivery.signed },
      now: (delivery.timestamp + 301) * 1_000,
    }),
};

/** Every way to forge, by what it changes. */
export const forgeries = Object.entries({ ...headers, ...keys, ...bodies, ...times }).map(([way, forge]) => ({
  way,
  forge,
}));
