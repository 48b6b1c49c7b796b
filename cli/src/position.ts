// The position of `listen` and its signing secret, in one file for each receiver.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configHome } from './profiles.ts';
import { replaceFile } from './replace-file.ts';

export type Position = {
  /** The sequence of the last event that was accepted; undefined before the first. */
  saved(): number | undefined;
  save(after: number): void;
  /** The saved secret, or a new one, which it saves. */
  secret(create: () => string): string;
};

type Kept = { after?: number; secret?: string };

/** The position of one receiver, named by API, company, environment and URL. */
export function positionAt(name: readonly string[]): Position {
  const digest = createHash('sha256').update(name.join('\n')).digest('hex');
  const file = join(configHome(), 'listen', `${digest.slice(0, 32)}.json`);
  let kept: Kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : {};
  const write = (change: Kept) => {
    kept = { ...kept, ...change };
    replaceFile(file, JSON.stringify(kept));
  };
  return {
    saved: () => kept.after,
    save: (after) => write({ after }),
    secret(create) {
      if (kept.secret === undefined) write({ secret: create() });
      return kept.secret ?? '';
    },
  };
}
