// The archive of a release: the same files give the same bytes, on any machine.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { filesOf } from './files.ts';

/** SHA-256 of a file, in hex. */
export const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** The checksums of all files of a folder, for `sha256sum --check`. */
export const checksumsOf = (folder: string): string =>
  filesOf(folder)
    .map((file) => `${sha256(join(folder, file))}  ${file}\n`)
    .join('');

/**
 * Packs a folder in order of names, with the same owner and time for every file. Node compresses, because its version is
 * pinned.
 */
export async function pack(folder: string, to: string, at: Date): Promise<void> {
  const tar = spawn(
    'tar',
    [
      '--create',
      '--format=gnu',
      '--sort=name',
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      `--mtime=${at.toISOString()}`,
      `--directory=${dirname(folder)}`,
      folder.slice(dirname(folder).length + 1),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } },
  );
  const ended = once(tar, 'exit') as Promise<[number | null]>;
  await pipeline(tar.stdout, createGzip(), createWriteStream(to));
  const [code] = await ended;
  if (code !== 0) throw new Error(`tar exits with ${code}`);
}
