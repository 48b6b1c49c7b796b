// An operation of the API as the generated table describes it.

/** A parameter of the query, or a field of the body, as an option. */
export type OptionRow = {
  name: string;
  /** `pairs`: an object of strings, passed as key=value, repeated. `nullable`: a string or null. */
  type: 'text' | 'number' | 'list' | 'pairs' | 'nullable';
  isRequired: boolean;
  about: string;
  choices?: readonly string[];
};

export type CommandRow = {
  resource: string;
  method: string;
  /** Its path in the SDK. */
  call: readonly string[];
  about: string;
  detail: string;
  inPath: readonly (string | undefined)[];
  query: readonly OptionRow[];
  /** Null if it takes none. */
  body: readonly OptionRow[] | null;
  isList: boolean;
  isKeyed: boolean;
  isScenario: boolean;
  isWrite: boolean;
};
