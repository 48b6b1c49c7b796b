// Refusals of malformed requests.
import { Refusal } from './refusals.ts';

/** A problem of one field. The message continues a sentence that begins with the field, and has no full stop. */
export type FieldProblem = { field: string; message: string };

/** Enough for every field of the largest request; a body can have thousands of wrong ones. */
const MOST_PROBLEMS = 30;

/** The refusal of a request part: every problem with its field, and a message about the first one. */
export function malformed(part: string, problems: readonly FieldProblem[]): Refusal {
  const [first] = problems;
  if (first === undefined) return new Refusal('request_invalid');
  const name = first.field === part ? part : `${part}.${first.field}`;
  return new Refusal('request_invalid', {
    message: `${name} ${first.message}.`,
    errors: problems.slice(0, MOST_PROBLEMS),
  });
}

/** Refuses a request because of one field of its body or query. */
export function refuseField(part: 'body' | 'query', field: string, message: string): never {
  throw malformed(part, [{ field, message }]);
}
