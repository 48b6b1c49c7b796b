// Calendar days in integer arithmetic, without Date: the proof must not ask the tested code what a date is.

export const DAY_MS = 86_400_000;

/** The UTC day of a moment: days since 1 January 1970. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/**
 * The date of a day, written YYYY-MM-DD. Years are counted from 1 March, so that a leap day is the last of its year.
 */
export function dateOf(day: number): string {
  const sinceYearZero = day + 719_468;
  const era = Math.floor(sinceYearZero / 146_097);
  const ofEra = sinceYearZero - era * 146_097;
  const leapDays = Math.floor(ofEra / 1_460) - Math.floor(ofEra / 36_524) + Math.floor(ofEra / 146_096);
  const yearOfEra = Math.floor((ofEra - leapDays) / 365);
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  const dayOfMonth = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(dayOfMonth, 2)}`;
}

/** A moment, written YYYY-MM-DDThh:mm:ss.mmmZ. */
export function instantOf(ms: number): string {
  const ofDay = ms - dayOf(ms) * DAY_MS;
  const time = [Math.floor(ofDay / 3_600_000), Math.floor(ofDay / 60_000) % 60, Math.floor(ofDay / 1_000) % 60];
  return `${dateOf(dayOf(ms))}T${time.map((part) => digits(part, 2)).join(':')}.${digits(ofDay % 1_000, 3)}Z`;
}

/** A day before the first of a month, or one that only leap years have. */
export function isSpecial(day: number): boolean {
  return dateOf(day + 1).endsWith('-01') || dateOf(day).endsWith('-02-29');
}

const digits = (value: number, count: number) => String(value).padStart(count, '0');
