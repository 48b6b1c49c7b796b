// Single settings: whether one is set, and addresses.
import { isIPv4 } from 'node:net';

/** An unusable setting; the message says what to do. */
export class ConfigError extends Error {}

/** Reads a mandatory setting. */
export function required(env: NodeJS.ProcessEnv, name: string, example: string): string {
  const value = env[name];
  if (value === undefined || value === '') throw new ConfigError(`Set ${name}, for example: ${example}`);
  return value;
}

/** Scheme, host and port of an address that must be encrypted, except within a machine. */
export function readOrigin(name: string, text: string): string {
  const url = anyOrigin(name, text);
  refuseUnencrypted(name, url);
  return url.origin;
}

/** Scheme, host and port of an address. */
export function anyOrigin(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || url.href !== `${url.origin}/`) {
    throw new ConfigError(`${name} must be a URL without path, query or credentials, such as https://host:port`);
  }
  return url;
}

/** Refuses an unencrypted address, except within a machine. */
export function refuseUnencrypted(name: string, { protocol, hostname }: URL): void {
  if (protocol === 'https:' || isLoopback(hostname)) return;
  throw new ConfigError(`${name} must begin with https://, except on this machine: it carries secrets`);
}

const isLoopback = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'));
