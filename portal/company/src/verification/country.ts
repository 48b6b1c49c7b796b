// Names of countries.

const names = new Intl.DisplayNames('en', { type: 'region' });

/** The English name of an ISO 3166 code; the code itself if it has none. */
export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code);
