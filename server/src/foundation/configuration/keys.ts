// Kinds of settings that are keys.
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { Type } from 'typebox';
import type { Kind } from './declare.ts';
import { matching, partsOf, wrong } from './kinds.ts';

/** 32-byte keys by version. Every version opens and verifies old data; the current one is used for new data. */
export type VersionedKeys = { current: number; byVersion: ReadonlyMap<number, Buffer> };

/** A key that signs requests, and its id. */
export type RequestKey = { id: string; secret: Buffer };

/** The private key of notifications, and the id of its public key. */
export type NotificationKey = { id: string; privateKey: KeyObject };

const EXAMPLE = '1:<64 hex digits>, made with: openssl rand -hex 32';

/**
 * `1:hex,2:hex`: 32-byte keys by version; the highest is current. `2:accept:hex` is never current, so that every
 * process can learn a version before the first one uses it.
 */
export const versions: Kind<VersionedKeys> = {
  type: Type.String(),
  must: 'look like 1:<64 hex digits>,2:<64 hex digits>',
  to: (given) => {
    const byVersion = new Map<number, Buffer>();
    let current: number | undefined;
    for (const part of given.split(',')) {
      const [, digits = '', accept, hex = ''] = /^(\d{1,4}):(accept:)?([0-9a-f]{64})$/.exec(part.trim()) ?? [];
      const version = Number(digits);
      if (digits === '') wrong('must look like 1:<64 hex digits>,2:<64 hex digits>');
      if (byVersion.has(version)) wrong(`has version ${version} twice`);
      byVersion.set(version, Buffer.from(hex, 'hex'));
      if (accept === undefined) current = Math.max(version, current ?? 0);
    }
    if (current === undefined) return wrong('has no version that is used: each is only accepted');
    return { current, byVersion };
  },
  example: EXAMPLE,
};

/** The same; 64 hex digits alone are version 1. */
export const versionsOrOne: Kind<VersionedKeys> = {
  ...versions,
  to: (given) => versions.to(/^[0-9a-f]{64}$/.test(given) ? `1:${given}` : given),
};

const REQUEST_KEY = /^([\w-]{1,64}):([0-9a-f]{64})$/;

/** A key that signs requests to an issuer. */
export const requestKey: Kind<RequestKey> = {
  ...matching(REQUEST_KEY, 'look like k1:<64 hex digits>', 'k1:<64 hex digits>'),
  to: (given) => {
    const [, id = '', hex = ''] = REQUEST_KEY.exec(given) ?? [];
    return { id, secret: Buffer.from(hex, 'hex') };
  },
};

/** Every key that requests may be signed with, by id. */
export const requestKeys: Kind<ReadonlyMap<string, Buffer>> = {
  type: Type.String(),
  must: 'look like k1:<64 hex digits>,k2:…',
  to: (given) =>
    new Map(
      given.split(',').map((part) => {
        if (!REQUEST_KEY.test(part.trim())) wrong('must look like k1:<64 hex digits>,k2:…');
        const { id, secret } = requestKey.to(part.trim());
        return [id, secret];
      }),
    ),
  example: 'k1:<64 hex digits>, made with: openssl rand -hex 32',
};

/** `n1:base64,n2:base64`: every key that notifications are still signed with. */
export const publicKeys: Kind<ReadonlyMap<string, KeyObject>> = {
  type: Type.String(),
  must: 'look like n1:<base64 of 32 bytes>,n2:<…>',
  to: (given) => {
    const keys = new Map<string, KeyObject>();
    for (const part of partsOf(given)) {
      const [, id = '', base64 = ''] = /^([\w-]{1,64}):([A-Za-z0-9+/]{43}=)$/.exec(part) ?? [];
      const x = Buffer.from(base64, 'base64').toString('base64url');
      if (id === '' || keys.has(id)) wrong('must look like n1:<base64 of 32 bytes>,n2:<…>');
      keys.set(id, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }));
    }
    return keys;
  },
  example: 'n1:<base64 of 32 bytes>',
};

/** The private key that signs notifications. */
export const notificationKey: Kind<NotificationKey> = {
  type: Type.String(),
  must: 'be id:<base64 of an Ed25519 private key, PKCS 8, DER>',
  to: (given) => {
    const [, id = '', der = ''] = /^([\w-]{1,64}):([A-Za-z0-9+/=]+)$/.exec(given) ?? [];
    try {
      const privateKey = createPrivateKey({ key: Buffer.from(der, 'base64'), format: 'der', type: 'pkcs8' });
      if (privateKey.asymmetricKeyType === 'ed25519') return { id, privateKey };
    } catch {
      // Reported below, without the key's text.
    }
    return wrong('must be id:<base64 of an Ed25519 private key, PKCS 8, DER>');
  },
  example: 'n1:<base64>, made with: openssl genpkey -algorithm ed25519 -outform DER | base64',
};

/** The key of an object store. */
export const bucketKey: Kind<{ id: string; secret: string }> = {
  ...matching(
    /^([^:\s]+):(\S+)$/,
    'look like <access key id>:<secret access key>',
    '<access key id>:<secret access key>',
  ),
  to: (given) => ({ id: given.slice(0, given.indexOf(':')), secret: given.slice(given.indexOf(':') + 1) }),
};
