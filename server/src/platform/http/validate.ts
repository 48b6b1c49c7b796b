// Strict validation: nothing is coerced, nothing is silently removed, unknown properties are refused.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { holdsCardNumber } from '../../foundation/card-numbers.ts';
import { isCursor } from './pages.ts';
import { ErrorBody, FREE_TEXT } from './schema.ts';

/**
 * ISO 8601 with a time zone, for a time that exists: a leap second is well-formed, but JavaScript dates cannot hold it.
 */
const isInstant = (text: string) => {
  const [, date] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/i.exec(text) ?? [];
  if (date === undefined || Number.isNaN(Date.parse(text))) return false;
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date); // February 30 would become March 2
};

type Schema = { properties?: Record<string, { type?: string }> };

/** Compiles the schema of one part of a request. */
export function validatorCompiler(): FastifySchemaCompiler<Schema> {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true, // a client learns every problem at once; the body limit bounds their number
    coerceTypes: false,
    removeAdditional: false,
    useDefaults: true,
  });
  addFormats.default(ajv);
  ajv.addFormat('cursor', isCursor);
  ajv.addFormat('date-time', isInstant);
  ajv.addFormat(FREE_TEXT, (text) => !holdsCardNumber(text));
  ajv.addSchema(ErrorBody);
  return ({ schema, httpPart }) => {
    if (httpPart === 'headers') {
      const validate = ajv.compile(schema);
      return (headers: Record<string, unknown>) => {
        readKey(headers);
        return validate(headers) ? true : { error: asError(validate.errors, 'headers') };
      };
    }
    const validate = ajv.compile({ ...schema, additionalProperties: false });
    if (httpPart !== 'querystring') return validate;
    return (query: Record<string, unknown>) => {
      const repeated = problemsOfRepeated(query);
      readQuery(schema, query);
      if (validate(query) && repeated.length === 0) return true;
      return { error: asError([...repeated, ...(validate.errors ?? [])], 'querystring') };
    };
  };
}

/** A parameter that is given more than once, which Fastify reads as an array. A list has commas instead. */
const problemsOfRepeated = (query: Record<string, unknown>) =>
  Object.keys(query)
    .filter((name) => Array.isArray(query[name]))
    .map((name) => ({
      instancePath: '',
      propertyName: name,
      keyword: 'repeated',
      message: 'is given more than once',
      params: {},
    }));

/**
 * A query is text: well-formed integers, booleans and comma-separated lists are converted; anything else stays and is
 * refused.
 */
function readQuery(schema: Schema, query: Record<string, unknown>): void {
  for (const [name, { type }] of Object.entries(schema.properties ?? {})) {
    const value = query[name];
    if (type === 'array' && typeof value === 'string') query[name] = value.split(',');
    if (type === 'integer' && typeof value === 'string' && /^\d{1,15}$/.test(value)) query[name] = Number(value);
    if (type === 'boolean' && (value === 'true' || value === 'false')) query[name] = value === 'true';
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Node reads every header as Latin-1, but most clients send UTF-8. Decoding it makes a key the same text in the header,
 * in a path and from another client.
 */
function readKey(headers: Record<string, unknown>): void {
  const key = headers['idempotency-key'];
  if (typeof key !== 'string' || /^[\x20-\x7e]*$/.test(key)) return;
  try {
    headers['idempotency-key'] = utf8.decode(Buffer.from(key, 'latin1'));
  } catch {
    // Not UTF-8, so it is Latin-1, as Node has read it.
  }
}

const asError = (validation: unknown, validationContext: string) =>
  Object.assign(new Error('the request is not valid'), { validation, validationContext });
