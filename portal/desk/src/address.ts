// Parameters of a page's address.
import { useParams } from '@tanstack/react-router';

/** The id in the address. */
export const useId = (): string => useParams({ strict: false }).id ?? '';
