// WebAuthn for our one relying party: the host of the portal's public address. Only this file knows the library.
import { CHALLENGE_MS } from './challenges.ts';
import type { Assertion, Attestation } from './contract.ts';
import type { PasskeyRow } from './sql.ts';

/** Loaded when first used: half a second and 25 MB, which the desk and most processes of tests never need. */
const load = () => import('@simplewebauthn/server');

/** ES256, EdDSA and RS256: what authenticators of today have. Preferred first. */
const ALGORITHMS = [-7, -8, -257];

type NewCredential = Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports'>;

const described = ({ credential_id, transports }: Pick<PasskeyRow, 'credential_id' | 'transports'>) => ({
  id: credential_id.toString('base64url'),
  transports,
});

/** The ceremonies at an address. Each demands user verification: a PIN, a fingerprint or a face. */
export function openWebAuthn(publicUrl: string) {
  const rpID = new URL(publicUrl).hostname;
  const expected = { expectedOrigin: publicUrl, expectedRPID: rpID, requireUserVerification: true };
  return {
    creationOptions: async (
      user: { id: string; email: string; name: string },
      challenge: string,
      known: readonly PasskeyRow[],
    ) =>
      (await load()).generateRegistrationOptions({
        rpName: 'Cardwright',
        rpID,
        userID: new Uint8Array(Buffer.from(user.id.replaceAll('-', ''), 'hex')), // an authenticator shows it to nobody
        userName: user.email,
        userDisplayName: user.name,
        challenge: bytesOf(challenge),
        timeout: CHALLENGE_MS,
        attestationType: 'none', // the make of a device is none of our business
        excludeCredentials: known.map(described),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      }),

    /** With passkeys, only those; without, any that the browser knows for this address. */
    requestOptions: async (challenge: string, allowed?: readonly PasskeyRow[]) =>
      (await load()).generateAuthenticationOptions({
        rpID,
        challenge: bytesOf(challenge),
        timeout: CHALLENGE_MS,
        userVerification: 'required',
        ...(allowed === undefined ? {} : { allowCredentials: allowed.map(described) }),
      }),

    /** The new credential, or undefined where anything does not match. */
    async verifyNew(response: Attestation, challenge: string): Promise<NewCredential | undefined> {
      const { verifyRegistrationResponse } = await load();
      const { registrationInfo } = await verifyRegistrationResponse({
        ...expected,
        response: { ...response, clientExtensionResults: {} },
        expectedChallenge: challenge,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(() => ({ registrationInfo: undefined }));
      if (registrationInfo === undefined) return undefined;
      const { id, publicKey, counter } = registrationInfo.credential;
      return {
        credential_id: Buffer.from(id, 'base64url'),
        public_key: Buffer.from(publicKey),
        counter: BigInt(counter),
        transports: response.response.transports ?? [],
      };
    },

    /** The authenticator's new counter, or undefined where anything does not match or the counter has gone back. */
    async verifyUse(response: Assertion, challenge: string, passkey: PasskeyRow): Promise<number | undefined> {
      const { verifyAuthenticationResponse } = await load();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        ...expected,
        response: { ...response, clientExtensionResults: {} },
        expectedChallenge: challenge,
        credential: {
          ...described(passkey),
          publicKey: new Uint8Array(passkey.public_key),
          counter: Number(passkey.counter),
        },
      }).catch(() => ({ verified: false, authenticationInfo: undefined }));
      return verified ? authenticationInfo?.newCounter : undefined;
    },
  };
}

/** 32 bytes as base64url: what we issue. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

const bytesOf = (challenge: string) => new Uint8Array(Buffer.from(challenge, 'base64url'));

/** The challenge that a browser signed; empty where it cannot be read or none of ours looks so. */
export function challengeOf({ response: { clientDataJSON } }: Assertion | Attestation): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as {
      challenge?: unknown;
    };
    return typeof challenge === 'string' && CHALLENGE.test(challenge) ? challenge : '';
  } catch {
    return '';
  }
}
