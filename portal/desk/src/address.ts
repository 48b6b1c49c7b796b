// What the address of a page names.
import { useParams } from '@tanstack/react-router';

/** The id in the address. */
export const useId = (): string => useParams({ strict: false }).id ?? '';
