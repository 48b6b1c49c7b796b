// A statement as a file.
import type { Days } from '../../../shared/day-range.ts';
import { downloadFile } from '../download.ts';
import type { PageScope } from '../session.ts';

/** The files of a statement, and the ends of their addresses. */
const addresses = { pdf: '.pdf', activity: '/activity.csv', csv: '.csv', ofx: '.ofx' } as const;

export type File = keyof typeof addresses;

export const files = Object.keys(addresses) as File[];

/** Fetches the file and starts the browser's download; throws a refusal as a Problem. */
export async function download(
  scope: Pick<PageScope, 'company' | 'environment'>,
  file: File,
  { from, to }: Days,
): Promise<void> {
  const otherwise = `statement-${scope.environment}-${from}-${to}.${addresses[file].split('.')[1]}`;
  await downloadFile(scope, `/portal/v1/statements${addresses[file]}`, { query: { from, to }, otherwise });
}
