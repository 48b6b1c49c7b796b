// Starts a download of content that the page already has.

/** The browser may still be reading when the click returns. */
const RELEASE_MS = 60_000;

/** Lets the browser save a file under this name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), RELEASE_MS);
}
