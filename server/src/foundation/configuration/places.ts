// Kinds of settings that name places and people: buckets, hosts of webhooks, addresses of scenarios, operators.
import { Type } from 'typebox';
import type { Kind } from './declare.ts';
import { partsOf, readOrigin, text, wrong } from './kinds.ts';

/** A bucket of an object store, reached by the S3 protocol. */
export type BucketAddress = {
  /** Scheme, host and port of the store. */
  origin: string;
  bucket: string;
  /** Before every name of an object; empty, or ends in a slash. */
  prefix: string;
};

const BUCKET = 'https://s3.eu-central-1.amazonaws.com/cardwright-seals/cell-00';

/** The address of a bucket, with a prefix of names. */
export const bucketAddress: Kind<BucketAddress> = {
  ...text(BUCKET),
  must: `be the address of a bucket, such as ${BUCKET}`,
  to: (given) => {
    const url = URL.parse(given);
    const [, bucket = '', prefix = ''] =
      /^\/([a-z0-9.-]{3,63})(?:\/([\w.=-]+(?:\/[\w.=-]+)*))?\/?$/.exec(url?.pathname ?? '') ?? [];
    if (url === null || bucket === '' || url.search !== '' || url.username !== '') {
      return wrong(`must be the address of a bucket, such as ${BUCKET}`);
    }
    return { origin: readOrigin(url.origin), bucket, prefix: prefix === '' ? '' : `${prefix}/` };
  },
};

/** Addresses of the scenarios that no answer can simulate, by scenario. */
export const scenarioAddresses = (of: Kind<string>): Kind<ReadonlyMap<string, string>> => ({
  type: Type.String(),
  must: 'look like early_close=http://host:port,…',
  to: (given) =>
    new Map(
      partsOf(given).map((part) => {
        const [, scenario = '', address = ''] = /^([a-z_]+)=(.+)$/.exec(part) ?? [];
        if (scenario === '') wrong('must look like early_close=http://host:port,…');
        return [scenario, of.to(address)];
      }),
    ),
  example: 'early_close=http://host:port',
});

/** Tests listen on any free port. */
export const EVERY_PORT = '*';

const HIGHEST_PORT = 65_535;

/** `host:port,host:*`, read by `platform/guard/allow.ts`; the value is the text, once every part of it is valid. */
export const webhookHosts: Kind<string> = {
  type: Type.String(),
  must: 'look like localhost:4000,127.0.0.1:*,[::1]:4000',
  to: (given) => {
    readHosts(given);
    return given;
  },
  example: 'localhost:4000',
};

/** The hosts with their ports. They are compared as written: a name that resolves to one of them is not one. */
export const readHosts = (given: string): string[] => partsOf(given).map(readHost);

function readHost(part: string): string {
  const [, host = '', port = ''] = /^([a-z0-9._-]+|\[[0-9a-f:]+\]):(\d{1,5}|\*)$/.exec(part) ?? [];
  const url = URL.canParse(`https://${host}/`) ? new URL(`https://${host}/`) : undefined;
  const isPort = port === EVERY_PORT || (Number(port) >= 1 && Number(port) <= HIGHEST_PORT);
  if (host === '' || url?.hostname !== host || !isPort) {
    wrong(
      'must look like localhost:4000,127.0.0.1:*,[::1]:4000: exact hosts in their usual form, each with its port, ' +
        `or * for every port; "${part}" is not one`,
    );
  }
  return `${host}:${port === EVERY_PORT ? port : Number(port)}`;
}

export type Person = { name: string; email: string };

const EMAIL = /^[^\s<>,@]+@[^\s<>,@]+$/;

/** The limit of columns and emails. */
const LONGEST_NAME = 200;
const LONGEST_EMAIL = 320;

const PEOPLE = 'Jane Doe <jane@example.com>, Joe Doe <joe@example.com>';

/** At least two people with an address each. */
export const people: Kind<readonly Person[]> = {
  type: Type.String(),
  must: `name at least two people with an address each, as in ${PEOPLE}`,
  to: (given) => {
    const named = given.split(',').map((part) => {
      const [, name = '', email = ''] = /^\s*([^<>]*?)\s*<\s*(.*?)\s*>\s*$/.exec(part) ?? [];
      if (!isName(name) || !isEmail(email)) wrong(`must look like ${PEOPLE}; "${part.trim()}" does not`);
      return { name, email: email.toLowerCase() };
    });
    if (new Set(named.map(({ email }) => email)).size >= Math.max(2, named.length)) return named;
    return wrong(`must name at least two people with an address each: what matters needs two. For example: ${PEOPLE}`);
  },
  example: PEOPLE,
};

/** Whether this is a valid operator name. */
export const isName = (name: string): boolean =>
  name.trim() !== '' && name.length <= LONGEST_NAME && !/\p{C}/u.test(name);

/** Whether this is a valid operator address. */
export const isEmail = (email: string): boolean => EMAIL.test(email) && email.length <= LONGEST_EMAIL;
