// Reads the file that a person has chosen, as text.
import { Problem } from '../../../shared/problem.ts';
import { t } from '../words/t.ts';
import { MOST_ROWS } from './import.ts';
import '../words/imports.ts';

/** With the other fields of the request it stays below the server's limit of 64 KiB. */
const MOST_BYTES = 60 * 1024;

/** The text of a file. Older spreadsheets write Windows-1252 instead of UTF-8. */
export async function readText(file: Blob): Promise<string> {
  if (file.size > MOST_BYTES)
    throw new Problem(413, { code: 'file_too_large', message: t('imports.tooLarge', { rows: MOST_ROWS }) });
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
