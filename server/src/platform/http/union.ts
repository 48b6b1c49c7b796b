// A request that takes other fields by its `type`: one schema that validates it, and a union that describes it.
import { type Static, type TObject, Type } from 'typebox';

type Branches = Record<string, TObject>;

const requiredOf = (branch: TObject): readonly string[] => (branch as { required?: string[] }).required ?? [];

/** The description of a union: completed by the document, which names its parts. */
export type Described = { name: string; of: Branches };

/**
 * A request of several types. It is validated as one flat object, so that each problem is named with its field, also
 * beside an unknown type; `x-union` says what the description shows instead.
 */
export function byType<Types extends Branches>(name: string, branches: Types) {
  const all = Object.entries(branches);
  const properties = Object.assign({}, ...all.map(([, { properties }]) => properties)) as TObject['properties'];
  const fields = Object.keys(properties);
  return Type.Unsafe<Static<Types[keyof Types]>>({
    type: 'object',
    title: name,
    additionalProperties: false,
    required: fields.filter((field) => all.every(([, branch]) => requiredOf(branch).includes(field))),
    properties: { ...properties, type: { type: 'string', enum: Object.keys(branches) } },
    allOf: all.map(([type, branch]) => ({
      if: { required: ['type'], properties: { type: { const: type } } },
      then: {
        required: requiredOf(branch),
        properties: Object.fromEntries(
          fields.filter((field) => !(field in branch.properties)).map((field) => [field, false]),
        ),
      },
    })),
    'x-union': { name, of: branches } satisfies Described,
  });
}
