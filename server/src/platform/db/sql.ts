// The `sql` tag: text with parameters, nestable, sent as a named prepared statement.
import { createHash } from 'node:crypto';

/**
 * A piece of SQL with its parameters. Only the `sql` tag and `name` create it, so values never become part of the text.
 */
export class Sql {
  readonly parts: readonly string[];
  readonly values: readonly unknown[];

  constructor(parts: readonly string[], values: readonly unknown[]) {
    this.parts = parts;
    this.values = values;
  }
}

/** Builds a statement or a fragment: values become parameters, nested fragments become part of the text. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  const parts: string[] = [strings[0] ?? ''];
  const parameters: unknown[] = [];
  for (const [index, value] of values.entries()) {
    const following = strings[index + 1] ?? '';
    if (value instanceof Sql) {
      parts[parts.length - 1] += value.parts[0] ?? '';
      parts.push(...value.parts.slice(1));
      parts[parts.length - 1] += following;
      parameters.push(...value.values);
    } else {
      parts.push(following);
      parameters.push(value);
    }
  }
  return new Sql(parts, parameters);
}

/** Names of our own tables and columns; never pass a client's text. */
export function name(text: string): Sql {
  if (!/^[a-z_][a-z0-9_., =\n]*$/.test(text)) throw new Error('not a name');
  return new Sql([text], []);
}

/** Joins conditions with `and`; an empty list is `true`. */
export function allOf(conditions: readonly Sql[]): Sql {
  const [first, ...rest] = conditions;
  if (first === undefined) return sql`true`;
  return rest.reduce((joined, next) => sql`${joined} and ${next}`, first);
}

/** Names of prepared statements by text. Our texts are few, so this does not grow with traffic. */
const names = new Map<string, string>();

/** The statement for the driver: parsed once per connection, because its name is derived from its text. */
export function toQuery(statement: Sql): { name: string; text: string; values: unknown[] } {
  const text = statement.parts.reduce((whole, part, index) => `${whole}$${index}${part}`);
  return toNamed(text, statement.values);
}

/** One of few texts with $1, $2, …, for the driver. */
export function toNamed(text: string, values: readonly unknown[]): { name: string; text: string; values: unknown[] } {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('hex');
    names.set(text, name);
  }
  return { name, text, values: [...values] };
}
