// The answers that the desk keeps.
import { queriesOf } from '../../shared/queries.ts';

/** Whoever is signed out is found out by asking again who it is; the frame then leads to the sign-in. */
export const queries = queriesOf(() => void queries.invalidateQueries({ queryKey: ['me'] }));
