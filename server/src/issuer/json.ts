// Parses JSON from an issuer, which is untrusted.

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The value of a body, or undefined when it is not JSON in UTF-8; JSON cannot encode undefined. Strings are made
 * well-formed: an escape may encode half a character, which no database stores. NUL is left to the schemas, which
 * refuse control characters.
 */
export function parseJson(body: Buffer): unknown {
  try {
    const text = utf8.decode(body);
    return text.includes('\\u') ? JSON.parse(text, toWellFormed) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const toWellFormed = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;
