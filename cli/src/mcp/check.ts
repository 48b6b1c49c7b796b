// Checks the arguments of a tool against its schema, before anything is requested.
import type { InputSchema, Property } from './tool.ts';

/** Every problem with the arguments; empty if they match the schema. */
export function problemsOf({ properties, required }: InputSchema, given: Readonly<Record<string, unknown>>): string[] {
  const missing = required.filter((name) => given[name] === undefined).map((name) => `${name} is missing`);
  const wrong = Object.entries(given).flatMap(([name, value]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === undefined)
      return [`${name} is unknown; the tool takes ${Object.keys(properties).join(', ') || 'nothing'}`];
    const problem = problemOf(property, value);
    return problem === undefined ? [] : [`${name} must be ${problem}`];
  });
  return [...missing, ...wrong];
}

/** What the value must be, if it is something else. */
function problemOf(property: Property, value: unknown): string | undefined {
  if (property.type === 'integer') {
    const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = property;
    const fits = Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
    return fits ? undefined : `a whole number from ${minimum} to ${maximum}`;
  }
  if (property.type === 'boolean') return typeof value === 'boolean' ? undefined : 'true or false';
  if (property.type === 'array') {
    const isFit = Array.isArray(value) && value.every((each) => textProblem(property.items ?? {}, each) === undefined);
    return isFit ? undefined : `a list of ${property.items?.enum?.join(', ') ?? 'texts'}`;
  }
  return textProblem(property, value);
}

function textProblem(wanted: Partial<Property>, value: unknown): string | undefined {
  if (typeof value !== 'string') return 'a text';
  if (wanted.enum !== undefined && !wanted.enum.includes(value)) return `one of ${wanted.enum.join(', ')}`;
  if (wanted.maxLength !== undefined && value.length > wanted.maxLength)
    return `at most ${wanted.maxLength} characters long`;
  if (wanted.pattern !== undefined && !new RegExp(wanted.pattern, 'u').test(value))
    return `a text that matches ${wanted.pattern}`;
  return undefined;
}
