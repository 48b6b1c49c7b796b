// Lines of a stream. Node's own reader also splits at U+2028 and U+2029, which JSON may carry inside a text.

/** Beyond any request to these tools; ends a stream that has no lines instead of filling the memory. */
const LONGEST_LINE = 1024 * 1024;

/** The lines of a stream without their ends. A line that is too long is truncated, so it no longer parses. */
export async function* readLines(stream: AsyncIterable<Uint8Array | string>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const [first = '', ...others] = text.split('\n');
    rest = (rest + first).slice(0, LONGEST_LINE);
    for (const line of others) {
      yield rest;
      rest = line.slice(0, LONGEST_LINE);
    }
  }
  if (rest !== '') yield rest;
}
