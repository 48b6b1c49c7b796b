// An operation of the API as the generated table describes it.

/** A parameter of the query, or a field of the body, as an option. */
export type OptionRow = {
  name: string;
  /** `pairs`: an object of texts, given as key=value, repeated. `nullable`: a text, or none at all. */
  type: 'text' | 'number' | 'list' | 'pairs' | 'nullable';
  isRequired: boolean;
  about: string;
  choices?: readonly string[];
};

export type CommandRow = {
  resource: string;
  method: string;
  /** Where the SDK has it. */
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
