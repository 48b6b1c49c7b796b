// The languages of the samples, and how their output is shown.

export const languages = [
  { ending: 'sh', label: 'curl', code: 'sh' },
  { ending: 'ts', label: 'TypeScript', code: 'ts' },
  { ending: 'py', label: 'Python', code: 'python' },
] as const;

/** The output with its JSON indented, as people read it. */
export const readable = (output: string): string =>
  output
    .trim()
    .split('\n')
    .map((line) => (/^[{[]/.test(line) ? JSON.stringify(JSON.parse(line), null, 2) : line))
    .join('\n');
