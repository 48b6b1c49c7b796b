// A range of days, and the properties of its field.

/** Days as `2026-11-15`, both included. */
export type Days = { from: string; to: string };

export type DaysProps = {
  label: string;
  value: Days | undefined;
  /** Called with a complete range, or undefined when cleared, which only `clearWords` allows. */
  onChange: (days: Days | undefined) => void;
  placeholder?: string;
  /** Label of the clear button. */
  clearWords?: string;
};

const dayPattern = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** The range of two texts, if both are days and in order. */
export function daysOf(from: string | undefined, to: string | undefined): Days | undefined {
  if (from === undefined || to === undefined || !dayPattern.test(from) || !dayPattern.test(to)) return undefined;
  return from <= to ? { from, to } : undefined;
}
