// The nonce for style elements of this page. The server puts a new one into every response.

declare global {
  var __webpack_nonce__: string | undefined;
}

const placed = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]');

/** The server's policy allows only style elements with this nonce. */
export const nonce = placed?.nonce || placed?.getAttribute('nonce') || '';

// The scroll lock of dialogs looks for the nonce under this name.
globalThis.__webpack_nonce__ = nonce;
