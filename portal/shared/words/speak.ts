// Every text that a page shows comes from a catalogue, by a key that the compiler checks with its values.

type Catalogue = Readonly<Record<string, string>>;

type Named<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Named<Rest> : never;

type Values<Text extends string> = [Named<Text>] extends [never] ? [] : [values: Record<Named<Text>, string | number>];

type Spoken<Words extends Catalogue> = {
  /** The text of a key, with its values in place of their names in braces. */
  t<Key extends keyof Words & string>(this: void, key: Key, ...values: Values<Words[Key]>): string;
  /** The text of a key that is only known at run time, or undefined when the catalogue has none. */
  maybe(this: void, key: string, values?: Readonly<Record<string, string | number>>): string | undefined;
};

/** Texts by their keys out of one catalogue; each set of pages has its own, so that nobody loads the other's. */
export const speak = <Words extends Catalogue>(words: Words): Spoken<Words> => ({
  t: (key, ...[values]) => fill(words[key] ?? key, values ?? {}),
  maybe: (key, values = {}) => {
    const text = Object.hasOwn(words, key) ? words[key] : undefined;
    return text === undefined ? undefined : fill(text, values);
  },
});

const fill = (text: string, values: Readonly<Record<string, string | number>>) =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
