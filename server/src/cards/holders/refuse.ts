// The refusals of a write to a cardholder.
import { toId } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Written } from './sql.ts';

/** The cardholder as it was written; refuses the request if it was not. */
export function refuseUnwritten(written: Written): string {
  if ('text' in written) return written.text;
  const { takenBy } = written;
  refuse(written.refused, takenBy === undefined ? {} : { resourceId: toId('holder', takenBy) });
}
