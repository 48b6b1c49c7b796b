// An authenticator in software (WebAuthn, ES256), written from the specification and independent of the library under
// test. Each of its parts can be made to lie.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export type CreationOptions = { challenge: string; rp: { id: string }; user: { id: string } };
export type RequestOptions = { challenge: string; rpId: string; allowCredentials?: { id: string }[] };

/** What differs from an honest ceremony. */
export type Lies = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** The counter that it reports instead of the next. */
  counter?: number;
  unverified?: true;
  /** Signs with another key. */
  forged?: true;
};

export type Authenticator = {
  id: string;
  create(options: CreationOptions, lies?: Lies): object;
  use(options: RequestOptions, lies?: Lies): object;
};

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** An authenticator with one passkey, at an origin. `counts: false` always reports 0, as synced passkeys do. */
export function newAuthenticator(origin: string, { counts = true } = {}): Authenticator {
  const { publicKey, privateKey } = keyPair();
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let counter = 0;

  const clientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (rpId: string, lies: Lies, attested = Buffer.alloc(0)) => {
    if (counts) counter += 1;
    const flags = PRESENT | (lies.unverified ? 0 : VERIFIED) | (attested.length > 0 ? ATTESTED : 0);
    const rpIdHash = createHash('sha256')
      .update(lies.rpId ?? rpId)
      .digest();
    return Buffer.concat([rpIdHash, Buffer.of(flags), uint32(lies.counter ?? counter), attested]);
  };
  const given = (response: Record<string, Buffer>) => ({
    id,
    rawId: id,
    type: 'public-key',
    response: Object.fromEntries(Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')])),
  });

  return {
    id,
    create({ challenge, rp }, lies = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)]);
      const attestationObject = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authenticatorData(rp.id, lies, attested))],
      ]);
      return given({ clientDataJSON: clientData('webauthn.create', challenge, lies), attestationObject });
    },
    use({ challenge, rpId }, lies = {}) {
      const clientDataJSON = clientData('webauthn.get', challenge, lies);
      const data = authenticatorData(rpId, lies);
      const signed = Buffer.concat([data, createHash('sha256').update(clientDataJSON).digest()]);
      const signature = sign('sha256', signed, lies.forged ? keyPair().privateKey : privateKey);
      return given({ clientDataJSON, authenticatorData: data, signature });
    },
  };
}

const keyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** A COSE key (RFC 9053): EC2, ES256, P-256, x and y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cborMap([
    [cborInteger(1), cborInteger(2)],
    [cborInteger(3), cborInteger(-7)],
    [cborInteger(-1), cborInteger(1)],
    [cborInteger(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInteger(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ]);
}

/** The head of a CBOR item (RFC 8949): major type and a length below 65,536. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.of((major << 5) | value);
  if (value < 256) return Buffer.of((major << 5) | 24, value);
  return Buffer.of((major << 5) | 25, value >> 8, value & 0xff);
}

const cborInteger = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const cborBytes = (bytes: Buffer) => Buffer.concat([head(2, bytes.length), bytes]);
const cborText = (text: string) => Buffer.concat([head(3, text.length), Buffer.from(text)]);
const cborMap = (entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);
