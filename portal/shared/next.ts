// The page to return to after sign-up and sign-in, carried in the address. Only pages of this site are allowed.

/** A query parameter of the address, unchanged. */
export const askedFor = (name: string): string => new URLSearchParams(location.search).get(name) ?? '';

/** The page after sign-in: the requested page of ours, otherwise the start. */
export function nextPage(): string {
  const next = askedFor('next');
  return /^\/(?![/\\])[^\p{Cc}]*$/u.test(next) ? next : '/';
}

/** The query that passes it on to another sign-in page. */
export function withNext(next: string = nextPage()): { next?: string } {
  return next === '/' ? {} : { next };
}
