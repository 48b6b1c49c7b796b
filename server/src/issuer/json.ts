// JSON from an issuer, which may be anything.

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The value that a body holds, or undefined when it is no JSON in UTF-8; JSON cannot encode undefined. Its texts are
 * well-formed: an escape may stand for half a character, which no database stores. NUL is left to the shapes, which
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
