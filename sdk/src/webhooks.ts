// Verifies that a webhook comes from Cardwright and was sent just now. Web Crypto, so that it runs everywhere.
import type { Schemas } from './generated/resources.ts';

export type Event = Schemas['Event'];

/** Deliveries that are older, or further in the future, are refused: they may be replays. */
const TOLERANCE_SECONDS = 300;

/** The exact format: one time, one signature in lowercase hex. */
const FORM = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

/** The second header is present during a secret rotation. It is signed with the other secret. */
const HEADERS = ['Service-Signature', 'Service-Signature-Next'];

/** The text that was shown when the endpoint was created; two while one replaces the other. */
export type Secret = string | readonly string[];

/** A Headers object, Node's `request.headers`, or any object of names and values. */
export type GivenHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export type VerifyOptions = {
  /** Milliseconds or a Date; default: the machine's time. */
  now?: number | Date;
  /** Default: 300. */
  toleranceSeconds?: number;
};

/** The delivery is not authentic. */
export class SignatureError extends Error {
  readonly code: 'missing' | 'malformed' | 'expired' | 'mismatch';

  constructor(code: SignatureError['code'], message: string) {
    super(message);
    this.name = 'SignatureError';
    this.code = code;
  }
}

/**
 * Returns the event of a delivery; throws a SignatureError if it is not authentic. `body` must be the raw bytes, before
 * anything has parsed them.
 */
export async function verify(
  body: Uint8Array | string,
  headers: GivenHeaders,
  secret: Secret,
  options: VerifyOptions = {},
): Promise<Event> {
  await authenticate(body, headers, secret, options);
  return JSON.parse(new TextDecoder().decode(bytesOf(body))) as Event;
}

/** As `verify`, for a body of any kind: returns the time of the delivery and the header that authenticates it. */
export async function authenticate(
  body: Uint8Array | string,
  headers: GivenHeaders,
  secret: Secret,
  options: VerifyOptions = {},
): Promise<{ timestamp: number; header: string }> {
  const { now = Date.now(), toleranceSeconds = TOLERANCE_SECONDS } = options;
  const secrets = secretsOf(secret);
  const bytes = bytesOf(body);
  if (!(toleranceSeconds >= 0)) throw new TypeError('toleranceSeconds must be a number of seconds');
  const nowSeconds = Math.floor(new Date(now).getTime() / 1_000);
  const given = HEADERS.map((header) => ({ header, value: valueOf(headers, header) })).filter(
    ({ value }) => value !== '',
  );
  if (given.length === 0) throw new SignatureError('missing', 'The delivery has no Service-Signature.');
  let problem: SignatureError | undefined;
  for (const { header, value } of given) {
    const [, time, signature] = FORM.exec(value) ?? [];
    if (time === undefined || signature === undefined) {
      problem ??= new SignatureError('malformed', `${header} is not of the form t=<seconds>,v1=<64 hex digits>.`);
    } else if (!(await isSigned(secrets, signature, signedBytes(time, bytes)))) {
      problem ??= new SignatureError('mismatch', `${header} was made with another secret or for another body.`);
    } else if (!(Math.abs(nowSeconds - Number(time)) <= toleranceSeconds)) {
      problem = new SignatureError('expired', `${header} was made more than ${toleranceSeconds} s from now.`);
    } else return { timestamp: Number(time), header };
  }
  throw problem ?? new SignatureError('missing', 'The delivery has no Service-Signature.');
}

/** The value of `Service-Signature` for a body, as Cardwright creates it: for the tests of your receiver. */
export async function sign(
  body: Uint8Array | string,
  secret: string,
  timestamp = Math.floor(Date.now() / 1_000),
): Promise<string> {
  const [first = ''] = secretsOf(secret);
  const signature = await crypto.subtle.sign('HMAC', await keyOf(first), signedBytes(String(timestamp), bytesOf(body)));
  return `t=${timestamp},v1=${Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Every secret is tried. Web Crypto compares in constant time. */
async function isSigned(secrets: readonly string[], hex: string, signed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const signature = Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  const results = await Promise.all(
    secrets.map(async (secret) => crypto.subtle.verify('HMAC', await keyOf(secret), signature, signed)),
  );
  return results.some(Boolean);
}

const encode = (text: string) => new TextEncoder().encode(text);

const keyOf = (secret: string) =>
  crypto.subtle.importKey('raw', encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);

/** The time as it is written in the header, a dot, and the body. */
function signedBytes(time: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const begin = encode(`${time}.`);
  const bytes = new Uint8Array(begin.length + body.length);
  bytes.set(begin);
  bytes.set(body, begin.length);
  return bytes;
}

/** An empty secret is a missing setting, and anybody could sign with it. */
function secretsOf(secret: Secret): readonly string[] {
  const secrets = typeof secret === 'string' ? [secret] : secret;
  const isUsable =
    Array.isArray(secrets) && secrets.length > 0 && secrets.every((text) => typeof text === 'string' && text !== '');
  if (!isUsable) throw new TypeError('secret must be the text that was shown once, or several of them');
  return secrets;
}

/** A body that was parsed and serialized again is not what was signed. */
function bytesOf(body: Uint8Array | string): Uint8Array {
  if (typeof body === 'string') return encode(body);
  if (body instanceof Uint8Array) return body;
  throw new TypeError('body must be the raw bytes of the request, or their text, and not what was parsed from them');
}

/** One header of a Headers object, of Node's headers or of a plain object. Repeated ones are joined, and malformed. */
function valueOf(headers: GivenHeaders, name: string): string {
  if (typeof headers?.get === 'function') return (headers as Headers).get(name) ?? '';
  const values = Object.entries(headers ?? {}).filter(([key]) => key.toLowerCase() === name.toLowerCase());
  return values.flatMap(([, value]) => value ?? []).join();
}
