// The types of receiver.mjs.

/** The text that was shown when the endpoint was created; two while one replaces the other. */
export type Secret = string | readonly string[];

/** A Headers object, Node's `request.headers`, or any object of names and values. */
export type GivenHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The delivery is not to be believed. */
export declare class SignatureError extends Error {
  readonly code: 'missing' | 'malformed' | 'expired' | 'mismatch';
}

/** Returns when and by which header a delivery is proven to be ours; throws a SignatureError when it is not. */
export declare function verify(delivery: {
  secret: Secret;
  headers: GivenHeaders;
  /** The bytes as they came in. */
  body: Uint8Array | string;
  /** Milliseconds or a Date; the time of this machine unless told otherwise. */
  now?: number | Date;
  /** 300 unless told otherwise. */
  toleranceSeconds?: number;
}): { timestamp: number; header: 'Service-Signature' | 'Service-Signature-Next' };

/** The value of `Service-Signature` for a body, as Cardwright makes it: for the tests of your receiver. */
export declare function sign(delivery: {
  secret: Secret;
  body: Uint8Array | string;
  /** Unix seconds; now unless told otherwise. */
  timestamp?: number;
}): string;
