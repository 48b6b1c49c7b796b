// What pages and the server tell each other about passkeys: WebAuthn's own JSON, with limits.
import { type Static, Type } from 'typebox';

/** Base64url of the longest credential id, 1,023 bytes. */
const LONGEST_ID = 1_364;
/** A browser's description of the ceremony; ours have some 200 bytes. */
const LONGEST_CLIENT_DATA = 4_096;
/** Attestation is not asked for, so this is a credential id, a public key and a few flags. */
const LONGEST_ATTESTATION = 16_384;
const LONGEST_SIGNATURE = 2_048;
const LONGEST_USER_HANDLE = 128;
const MOST_TRANSPORTS = 10;

const base64url = (maxLength: number) => Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength });

const credential = {
  id: base64url(LONGEST_ID),
  rawId: base64url(LONGEST_ID),
  type: Type.Literal('public-key'),
};

/** A new passkey, as the browser gives it. */
export const Attestation = Type.Object(
  {
    ...credential,
    response: Type.Object(
      {
        clientDataJSON: base64url(LONGEST_CLIENT_DATA),
        attestationObject: base64url(LONGEST_ATTESTATION),
        transports: Type.Optional(
          Type.Array(Type.String({ pattern: '^[a-z-]{1,20}$' }), { maxItems: MOST_TRANSPORTS }),
        ),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type Attestation = Static<typeof Attestation>;

/** A use of a passkey, as the browser gives it. */
export const Assertion = Type.Object(
  {
    ...credential,
    response: Type.Object(
      {
        clientDataJSON: base64url(LONGEST_CLIENT_DATA),
        authenticatorData: base64url(LONGEST_CLIENT_DATA),
        signature: base64url(LONGEST_SIGNATURE),
        userHandle: Type.Optional(base64url(LONGEST_USER_HANDLE)),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type Assertion = Static<typeof Assertion>;

const Known = Type.Array(
  Type.Object({ id: Type.String(), type: Type.String(), transports: Type.Optional(Type.Array(Type.String())) }),
);

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn, as far as we use it. */
export const CreationOptions = Type.Object({
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  challenge: Type.String(),
  pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: Type.String() })),
  timeout: Type.Integer(),
  excludeCredentials: Known,
  authenticatorSelection: Type.Object({ residentKey: Type.String(), userVerification: Type.String() }),
  attestation: Type.String(),
});

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn, as far as we use it. */
export const RequestOptions = Type.Object({
  rpId: Type.String(),
  challenge: Type.String(),
  timeout: Type.Integer(),
  userVerification: Type.String(),
  allowCredentials: Type.Optional(Known),
});
