// A range of days, and what a field for one needs to know.

/** Days as `2026-11-15`, both included. */
export type Days = { from: string; to: string };

export type DaysProps = {
  label: string;
  value: Days | undefined;
  /** Called with a whole range; with undefined when it is cleared, which only `clearWords` allows. */
  onChange: (days: Days | undefined) => void;
  placeholder?: string;
  /** Names the button that clears. */
  clearWords?: string;
};

const dayPattern = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** The range of two texts, if both are days and in order. */
export function daysOf(from: string | undefined, to: string | undefined): Days | undefined {
  if (from === undefined || to === undefined || !dayPattern.test(from) || !dayPattern.test(to)) return undefined;
  return from <= to ? { from, to } : undefined;
}
