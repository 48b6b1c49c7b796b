// Replaces a file of this command line as a whole.
import { closeSync, fchmodSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Readable and writable by the owner alone: these files hold keys and secrets. */
const OWNER_ONLY = 0o600;

/** Writes the text to disk before it takes the file's place: a crash leaves the old file or the new one. */
export function replaceFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const beside = `${file}.${process.pid}.new`;
  const handle = openSync(beside, 'w', OWNER_ONLY);
  try {
    fchmodSync(handle, OWNER_ONLY); // a leftover of the same name could have another mode
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(beside, file);
}
