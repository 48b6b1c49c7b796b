// A file from the server. A plain link cannot send company and environment, which are headers.
import { send } from '../../shared/client.ts';
import { problemOf } from '../../shared/problem.ts';
import { saveFile } from '../../shared/save-file.ts';
import type { PageScope } from './session.ts';

/** Fetches a file and starts the browser's download; throws a refusal as a Problem. */
export async function downloadFile(
  { company, environment }: Pick<PageScope, 'company' | 'environment'>,
  path: string,
  { query, otherwise }: { query: Record<string, string>; otherwise: string },
): Promise<void> {
  const address = new URL(`${path}?${new URLSearchParams(query)}`, location.origin);
  const headers = { 'Cardwright-Company': company, 'Cardwright-Environment': environment };
  const got = await send(new Request(address, { headers }));
  if (!got.ok) throw await problemOf(got);
  const name = /filename="([^"/\\]+)"/.exec(got.headers.get('content-disposition') ?? '')?.[1];
  saveFile(await got.blob(), name ?? otherwise);
}
