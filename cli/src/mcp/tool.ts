// A tool of the server for agents, as the Model Context Protocol describes it.

/** An argument of a tool, in the part of JSON Schema that `check.ts` checks. */
export type Property = {
  type: 'string' | 'integer' | 'boolean' | 'array';
  description?: string;
  enum?: readonly string[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  default?: number;
  items?: { type: 'string'; enum?: readonly string[] };
};

export type InputSchema = {
  type: 'object';
  properties: Record<string, Property>;
  required: readonly string[];
  additionalProperties: false;
};

/** Arguments that fit the schema of their tool. */
export type Arguments = Readonly<Record<string, unknown>>;

/** What a tool found: for programs, and in words for a model. Without words, the model gets the value as JSON. */
type Found = { value: object; words?: string };

export type Tool = {
  name: string;
  title: string;
  description: string;
  inputSchema: InputSchema;
  call(given: Arguments, signal: AbortSignal): Promise<Found>;
};

/** The schema of arguments; unknown ones are refused, so that a typo is not silently ignored. */
export const schemaOf = (properties: Record<string, Property>, required: readonly string[] = []): InputSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
