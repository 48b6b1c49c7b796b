// Opens the configured store of heads, audit entries and marks.
import type { Clock } from '../../foundation/clock.ts';
import type { ExportConfig } from '../../foundation/export-config.ts';
import { openHeadFiles } from './head-files.ts';
import { openHeadObjects } from './head-objects.ts';
import type { ExportStore } from './heads.ts';

/** The configured store; undefined if there is none. */
export function openExports({ sealsDirectory, sealsBucket }: ExportConfig, clock: Clock): ExportStore | undefined {
  if (sealsBucket !== undefined) return openHeadObjects(sealsBucket, clock);
  return sealsDirectory === undefined ? undefined : openHeadFiles(sealsDirectory, clock);
}
