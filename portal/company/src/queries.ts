// The query cache of these pages.
import { queriesOf } from '../../shared/queries.ts';

/** Refetches the session when a request finds it ended; the frame then redirects to sign-in. */
export const queries = queriesOf(() => void queries.invalidateQueries({ queryKey: ['me'] }));
