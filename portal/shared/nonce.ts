// The nonce under which this page may add style elements. The server puts a fresh one into every answer.

declare global {
  var __webpack_nonce__: string | undefined;
}

const placed = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]');

/** Under the policy of the server only style elements with this nonce count. */
export const nonce = placed?.nonce || placed?.getAttribute('nonce') || '';

// What keeps the page still behind a dialog looks for the nonce under this name.
globalThis.__webpack_nonce__ = nonce;
