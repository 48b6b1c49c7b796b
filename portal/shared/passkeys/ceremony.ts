// The browser's dialog for passkeys. Loaded when somebody uses one.
import { Problem } from '../problem.ts';

type Known = { id: string; type: string; transports?: string[] };

type CreationOptions = {
  rp: { id: string; name: string };
  user: { id: string; name: string; displayName: string };
  challenge: string;
  pubKeyCredParams: { alg: number; type: string }[];
  timeout: number;
  excludeCredentials: Known[];
  authenticatorSelection: { residentKey: string; userVerification: string };
  attestation: string;
};

export type RequestOptions = {
  rpId: string;
  challenge: string;
  timeout: number;
  userVerification: string;
  allowCredentials?: Known[];
};

/** Creates a passkey; throws a Problem when the person cancels or the device cannot. */
export async function createPasskey(options: CreationOptions) {
  const { response, ...credential } = await asked(AuthenticatorAttestationResponse, () =>
    navigator.credentials.create({
      publicKey: {
        ...options,
        user: { ...options.user, id: bytesOf(options.user.id) },
        challenge: bytesOf(options.challenge),
        excludeCredentials: options.excludeCredentials.map(described),
      } as PublicKeyCredentialCreationOptions,
    }),
  );
  return {
    ...credential,
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      transports: response.getTransports(),
    },
  };
}

/** Signs with a passkey; throws a Problem when the person cancels or the device has none. */
export async function givePasskey(options: RequestOptions) {
  const { response, ...credential } = await asked(AuthenticatorAssertionResponse, () =>
    navigator.credentials.get({
      publicKey: {
        ...options,
        challenge: bytesOf(options.challenge),
        allowCredentials: (options.allowCredentials ?? []).map(described),
      } as PublicKeyCredentialRequestOptions,
    }),
  );
  return {
    ...credential,
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
    },
  };
}

/** Names of the browser's errors, and what we call them. */
const codes: Readonly<Record<string, string>> = {
  NotAllowedError: 'passkey_canceled', // also after the time limit, and where the device has no matching passkey
  InvalidStateError: 'passkey_known',
};

type Given<Response> = { id: string; rawId: string; type: 'public-key'; response: Response };

async function asked<Response extends AuthenticatorResponse>(
  kind: new () => Response,
  ask: () => Promise<Credential | null>,
): Promise<Given<Response>> {
  try {
    const credential = await ask();
    if (!(credential instanceof PublicKeyCredential) || !(credential.response instanceof kind))
      throw new DOMException('', 'NotAllowedError');
    const { id, rawId, response } = credential;
    return { id, rawId: textOf(rawId), type: 'public-key', response };
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    throw new Problem(0, { code: codes[name] ?? 'passkey_unavailable' });
  }
}

const described = ({ id, transports = [] }: Known) => ({ type: 'public-key', id: bytesOf(id), transports });

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}

function textOf(buffer: ArrayBuffer): string {
  const letters = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
