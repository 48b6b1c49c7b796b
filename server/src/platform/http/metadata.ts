// Metadata: a client's own data on an object. We store it and show it, and read nothing into it.
import { Type } from 'typebox';
import { freeText } from './schema.ts';

/** Enough for references to a client's systems; more belongs into a database of the client's own. */
const MOST_KEYS = 20;

/** The length of a name in most programming languages and tables. */
const LONGEST_KEY = 40;

/** A URL, or a sentence or two. Twenty such values fit into the largest request body. */
const LONGEST_VALUE = 500;

/** Keys that are safe in every language, column and URL. `__proto__` would set the prototype of a JavaScript object. */
const KEY_PATTERN = `^(?!__proto__$)[A-Za-z0-9_.-]{1,${LONGEST_KEY}}$`;

const limits = { maxProperties: MOST_KEYS, propertyNames: { pattern: KEY_PATTERN } };

/** Metadata in a request. Without it an object has none; the schema has no default, which would change the request. */
export const Metadata = Type.Record(
  Type.String(),
  freeText({ maxLength: LONGEST_VALUE, description: `At most ${LONGEST_VALUE} characters.` }),
  {
    ...limits,
    description:
      `Addition: your own data, at most ${MOST_KEYS} keys of 1 to ${LONGEST_KEY} letters, digits, dots, dashes and ` +
      'underscores. Never send card numbers or secrets.',
    examples: [{ department: 'sales', costCenter: '4711' }],
  },
);

/** Metadata in a response: the keys in the order in which they were sent. */
export const ShownMetadata = Type.Record(Type.String(), Type.String(), {
  ...limits,
  description: 'Addition: your own data, in the order in which you sent it; empty if you gave none.',
  examples: [{ department: 'sales', costCenter: '4711' }],
});
