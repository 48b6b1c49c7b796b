// The answers that these pages keep.
import { queriesOf } from '../../shared/queries.ts';

/** Whoever is signed out is found out by asking again who it is; the frame then leads to the sign-in. */
export const queries = queriesOf(() => void queries.invalidateQueries({ queryKey: ['me'] }));
