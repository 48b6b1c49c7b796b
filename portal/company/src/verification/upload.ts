// Uploads a document as raw bytes, without a multipart form.
import { send } from '../../../shared/client.ts';
import type { Verification } from '../../../shared/portal-api.ts';
import { Problem, problemOf } from '../../../shared/problem.ts';
import { t } from '../words/t.ts';
import '../words/verification.ts';

/** Accepted types; the server checks the bytes. */
export const acceptedTypes = ['application/pdf', 'image/png', 'image/jpeg'];

const MOST_BYTES = 5 * 1024 * 1024;

/** Puts a file into a slot and returns the verification. Rejects obviously wrong files without sending them. */
export async function upload(company: string, slot: string, file: File): Promise<Verification> {
  if (!acceptedTypes.includes(file.type))
    throw new Problem(415, { code: 'document_kind', message: t('verification.wrongKind') });
  if (file.size > MOST_BYTES) throw new Problem(413, { code: 'document_size', message: t('verification.tooLarge') });
  const name = new URLSearchParams({ name: file.name });
  const answer = await send(
    new Request(`${location.origin}/portal/v1/verification/documents/${slot}?${name}`, {
      method: 'PUT',
      headers: { 'content-type': file.type, 'Cardwright-Company': company },
      body: file,
    }),
  );
  if (!answer.ok) throw await problemOf(answer);
  return (await answer.json()) as Verification;
}
