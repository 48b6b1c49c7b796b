// Verifies that a webhook comes from Cardwright and was sent just now. One file without dependencies: copy it, or
// import it.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Deliveries that are older, or further in the future, are refused: they may be replays. */
const TOLERANCE_SECONDS = 300;

/** The exact format: one time, one signature in lowercase hex. */
const FORM = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

/** The second header is present during a secret rotation. It is signed with the other secret. */
const HEADERS = ['Service-Signature', 'Service-Signature-Next'];

/** The delivery is not authentic. `code` is `missing`, `malformed`, `expired` or `mismatch`. */
export class SignatureError extends Error {
  constructor(code, message) {
    super(message);
    this.name = 'SignatureError';
    this.code = code;
  }
}

/**
 * Returns the time of a delivery and the header that authenticates it; throws a SignatureError if there is none. `body`
 * must be the raw bytes, before anything has parsed them.
 */
export function verify({ secret, headers, body, now = Date.now(), toleranceSeconds = TOLERANCE_SECONDS }) {
  const keys = keysOf(secret);
  const bytes = bytesOf(body);
  if (!(toleranceSeconds >= 0)) throw new TypeError('toleranceSeconds must be a number of seconds');
  const nowSeconds = Math.floor(new Date(now).getTime() / 1_000);
  const given = HEADERS.map((header) => ({ header, value: valueOf(headers, header) })).filter(
    ({ value }) => value !== '',
  );
  if (given.length === 0) throw new SignatureError('missing', 'The delivery has no Service-Signature.');
  let problem;
  for (const { header, value } of given) {
    const [, time, signature] = FORM.exec(value) ?? [];
    if (time === undefined) {
      problem ??= new SignatureError('malformed', `${header} is not of the form t=<seconds>,v1=<64 hex digits>.`);
    } else if (!keys.some((key) => isEqual(signature, digest(key, time, bytes)))) {
      problem ??= new SignatureError('mismatch', `${header} was made with another secret or for another body.`);
    } else if (!(Math.abs(nowSeconds - Number(time)) <= toleranceSeconds)) {
      problem = new SignatureError('expired', `${header} was made more than ${toleranceSeconds} s from now.`);
    } else return { timestamp: Number(time), header };
  }
  throw problem;
}

/** The value of `Service-Signature` for a body, as Cardwright creates it: for the tests of your receiver. */
export function sign({ secret, body, timestamp = Math.floor(Date.now() / 1_000) }) {
  const [key] = keysOf(secret);
  return `t=${timestamp},v1=${digest(key, timestamp, bytesOf(body))}`;
}

const digest = (key, time, bytes) => createHmac('sha256', key).update(`${time}.`).update(bytes).digest('hex');

const isEqual = (ours, theirs) => timingSafeEqual(Buffer.from(ours), Buffer.from(theirs));

/** An empty secret is a missing setting, and anybody could sign with it. */
function keysOf(secret) {
  const secrets = Array.isArray(secret) ? secret : [secret];
  const isUsable = secrets.length > 0 && secrets.every((text) => typeof text === 'string' && text !== '');
  if (!isUsable) throw new TypeError('secret must be the text that was shown once, or several of them');
  return secrets.map((text) => Buffer.from(text, 'utf8'));
}

/** A body that was parsed and serialized again is not what was signed. */
function bytesOf(body) {
  if (typeof body === 'string') return Buffer.from(body, 'utf8');
  if (body instanceof Uint8Array) return body;
  throw new TypeError('body must be the raw bytes of the request, or their text, and not what was parsed from them');
}

/** One header of a Headers object, of Node's headers or of a plain object. A repeated header is undefined. */
function valueOf(headers, name) {
  if (typeof headers?.get === 'function') return headers.get(name) ?? '';
  const values = Object.entries(headers ?? {}).filter(([key]) => key.toLowerCase() === name.toLowerCase());
  return values.flatMap(([, value]) => value ?? []).join();
}
