// HMAC with a key object: Node takes 40 microseconds for a signature with raw bytes, and 10 with a key object.
import { createHmac, createSecretKey, type Hmac } from 'node:crypto';

/** An HMAC with SHA-256. */
export const hmacSha256 = (key: Buffer): Hmac => createHmac('sha256', createSecretKey(key));
