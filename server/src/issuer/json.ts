// JSON from an issuer, which may be anything.

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The value that a body holds, or undefined when it is no JSON in UTF-8; no JSON is undefined. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    return undefined;
  }
}
