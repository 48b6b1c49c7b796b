// Bugs that the proof of signatures must catch, in our signature and in the module that receivers use.
import type { Plant } from '../harness/plant.ts';

const inSign = (find: string, replace: string) => [{ file: 'events/webhooks/sign.ts', find, replace }];
const inReceiver = (find: string, replace: string) => [{ file: '../../sdk/src/webhooks.ts', find, replace }];

export const signatureBugs: Record<string, Plant> = {
  'time-not-signed': {
    what: 'the signature leaves out the time',
    source: inSign('.update(`${timestamp}.`)', ''),
  },
  'body-as-text': {
    what: 'the body is signed as text and not as bytes',
    source: inSign('.update(body)', '.update(body.toString())'),
  },
  'prefix-cut-off': {
    what: 'both sides agree to leave out the prefix of the secret, and the specification does not',
    source: [
      ...inSign('hmacSha256(secret)', 'hmacSha256(secret.subarray(6))'),
      ...inReceiver("importKey('raw', encode(secret),", "importKey('raw', encode(secret.slice(6)),"),
    ],
  },
  'milliseconds-sent': {
    what: 'the time is sent in milliseconds',
    source: inSign('return `t=${timestamp},', 'return `t=${timestamp * 1_000},'),
  },
  'any-time': {
    what: 'a receiver does not check the time',
    source: inReceiver('<= toleranceSeconds)) {', '<= Infinity)) {'),
  },
  'future-accepted': {
    what: 'a receiver refuses old times and accepts future ones',
    source: inReceiver('Math.abs(nowSeconds - Number(time))', '(nowSeconds - Number(time))'),
  },
  'tolerance-ignored': {
    what: 'a receiver that asks for a shorter tolerance gets the default',
    source: inReceiver('<= toleranceSeconds)) {', '<= TOLERANCE_SECONDS)) {'),
  },
  'a-second-more': {
    what: 'a receiver accepts a delivery that is a second too old',
    source: inReceiver('<= toleranceSeconds)) {', '<= toleranceSeconds + 1)) {'),
  },
  'part-compared': {
    what: 'all but the last digits of a signature are compared',
    source: inReceiver(
      "crypto.subtle.verify('HMAC', await keyOf(secret), signature, signed)",
      "new Uint8Array(await crypto.subtle.sign('HMAC', await keyOf(secret), signed)).subarray(0, 31)" +
        '.every((byte, index) => byte === signature[index])',
    ),
  },
  'more-behind-it': {
    what: 'text after a signature is ignored',
    source: inReceiver('([0-9a-f]{64})$/', '([0-9a-f]{64})/'),
  },
  'more-before-it': {
    what: 'text before a signature is ignored',
    source: inReceiver('^t=(\\d{1,12}),v1=', 't=(\\d{1,12}),(?:.*)v1='),
  },
  'capitals-accepted': {
    what: 'uppercase digits are accepted',
    source: inReceiver('([0-9a-f]{64})$/', '([0-9a-f]{64})$/i'),
  },
  'a-dot-in-the-time': {
    what: 'the time may have a dot, and the beginning of a body can be taken for its end',
    source: inReceiver('t=(\\d{1,12})', 't=([\\d.]{1,16})'),
  },
  'time-read-as-a-number': {
    what: 'the time is read as a number and written again to be signed',
    source: inReceiver('signedBytes(time, bytes)', 'signedBytes(String(Number(time)), bytes)'),
  },
  'parsed-text-verified': {
    what: 'a receiver verifies the text of a body and not its bytes',
    source: inReceiver(
      'if (body instanceof Uint8Array) return body;',
      'if (body instanceof Uint8Array) return encode(new TextDecoder().decode(body));',
    ),
  },
  'next-not-known': {
    what: 'a receiver with the new secret does not check the second header',
    source: inReceiver(", 'Service-Signature-Next']", ']'),
  },
  'next-not-verified': {
    what: 'the second header need only be present',
    source: inReceiver(
      '} else if (!(await isSigned(',
      "} else if (header === 'Service-Signature' && !(await isSigned(",
    ),
  },
  'all-secrets-needed': {
    what: 'a receiver with two secrets requires signatures of both',
    source: inReceiver('results.some(Boolean)', 'results.every(Boolean)'),
  },
  'first-secret-only': {
    what: 'of several secrets, a receiver tries only the first',
    source: inReceiver('secrets.map(async', 'secrets.slice(0, 1).map(async'),
  },
  'missing-is-fine': {
    what: 'a delivery without a signature is accepted',
    source: inReceiver(
      "if (given.length === 0) throw new SignatureError('missing', 'The delivery has no Service-Signature.');",
      'if (given.length === 0) return { timestamp: 0, header: "" };',
    ),
  },
};
