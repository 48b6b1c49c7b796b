// A statement as a file. A plain link cannot send company and environment, which are headers.
import { send } from '../../../shared/client.ts';
import type { Days } from '../../../shared/day-range.ts';
import { problemOf } from '../../../shared/problem.ts';
import type { PageScope } from '../session.ts';

export type Format = 'csv' | 'pdf';

/** Fetches the file and starts the browser's download; throws a refusal as a Problem. */
export async function download(
  { company, environment }: Pick<PageScope, 'company' | 'environment'>,
  format: Format,
  { from, to }: Days,
): Promise<void> {
  const address = new URL(`/portal/v1/statements.${format}?${new URLSearchParams({ from, to })}`, location.origin);
  const headers = { 'Cardwright-Company': company, 'Cardwright-Environment': environment };
  const got = await send(new Request(address, { headers }));
  if (!got.ok) throw await problemOf(got);
  const name = /filename="([^"/\\]+)"/.exec(got.headers.get('content-disposition') ?? '')?.[1];
  keep(await got.blob(), name ?? `statement-${environment}-${from}-${to}.${format}`);
}

/** The browser may still be reading when the click returns. */
const RELEASE_MS = 60_000;

function keep(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), RELEASE_MS);
}
