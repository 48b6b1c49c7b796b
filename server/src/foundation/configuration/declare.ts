// How a setting is declared: its type, its default, the processes that read it, and one sentence about it.
import type { TSchema } from 'typebox';

/** An unusable setting; the message says what to do. */
export class ConfigError extends Error {}

/** Everything of ours that reads settings. `tools` are development, tests and benches. */
export const processNames = [
  'api',
  'worker',
  'portal',
  'desk',
  'migrate',
  'break-glass',
  'admin',
  'issuer-sandbox',
  'tools',
] as const;
export type ProcessName = (typeof processNames)[number];

/** How the text of a setting becomes a value. */
export type Kind<Value> = {
  /** What a valid text is, as a schema; a number is checked as a number. */
  type: TSchema;
  /** What it must be, after the word "must". */
  must: string;
  /** Turns a text that matches the type into the value. Throws a `ConfigError` that follows the setting's name. */
  to: (text: string) => Value;
  /** An example, for a setting that is missing. */
  example: string;
};

export type Setting<
  Value = unknown,
  By extends ProcessName = ProcessName,
  Needed extends ProcessName = ProcessName,
  Default extends string | undefined = string | undefined,
> = Kind<Value> & {
  /** One sentence: what it does. */
  about: string;
  by: readonly By[];
  /** Processes that do not start without it. */
  needed: readonly Needed[];
  /** In text form, as an operator would write it. */
  default: Default;
  /** What happens without it, for a setting that has no default and is not needed everywhere. */
  unset: string | undefined;
  /** Never printed, and readable from the file that `<name>_FILE` names. */
  secret: boolean;
  unit: string | undefined;
};

type Words = { about: string; secret?: boolean; unit?: string };

/** Declares a setting that has a default. */
export const withDefault = <Value, const By extends ProcessName, const Text extends string>(
  text: Text,
  kind: Kind<Value>,
  declared: Words & { by: readonly By[] },
): Setting<Value, By, never, Text> => ({
  secret: false,
  unit: undefined,
  ...kind,
  ...declared,
  default: text,
  needed: [],
  unset: undefined,
});

/** Declares a setting that every process that reads it needs. */
export const needed = <Value, const By extends ProcessName>(
  kind: Kind<Value>,
  declared: Words & { by: readonly By[] },
): Setting<Value, By, By, undefined> => ({
  secret: false,
  unit: undefined,
  ...kind,
  ...declared,
  default: undefined,
  needed: declared.by,
  unset: undefined,
});

/** Declares a setting that may be left out, except by the processes in `needed`. */
export const optional = <Value, const By extends ProcessName, const Needed extends ProcessName = never>(
  kind: Kind<Value>,
  declared: Words & { by: readonly By[]; needed?: readonly Needed[]; unset: string },
): Setting<Value, By, Needed, undefined> => ({
  secret: false,
  unit: undefined,
  needed: [],
  ...kind,
  ...declared,
  default: undefined,
});
