// The place of a list: a company in one of its environments.

/** A company in one of its environments. */
export type Book = { company: string; environment: 'sandbox' | 'live' };
