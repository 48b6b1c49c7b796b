// Compares typed words with names that the pages know themselves.

/** Whether each typed word begins a word of the name. */
export const fits =
  (typed: string) =>
  ({ words }: { words: string }): boolean => {
    const own = words.toLowerCase().split(/\s+/);
    return typed
      .trim()
      .toLowerCase()
      .split(/\s+/)
      .every((word) => own.some((each) => each.startsWith(word)));
  };
