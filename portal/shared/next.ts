// Where somebody was on the way to: carried in the address through signing up and in, and never out of these pages.

/** A text of the address's query, as it stands there. */
export const askedFor = (name: string): string => new URLSearchParams(location.search).get(name) ?? '';

/** Where to go after signing in: a page of ours that was asked for, otherwise the start. */
export function nextPage(): string {
  const next = askedFor('next');
  return /^\/(?![/\\])[^\p{Cc}]*$/u.test(next) ? next : '/';
}

/** The query that carries it on to another page of signing in. */
export function withNext(next: string = nextPage()): { next?: string } {
  return next === '/' ? {} : { next };
}
