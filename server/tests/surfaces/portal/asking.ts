// Browser requests beyond JSON: file uploads and the live feed.
import type { Browser } from '../../browser.ts';
import { type Answer, ask } from '../../client.ts';
import { portalOf } from '../../identity/people/person.ts';
import type { World } from '../../world.ts';

const cookiesOf = ({ jar }: Browser) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

/** Uploads a file as pages do. */
export function upload<Body = Record<string, unknown>>(
  world: World,
  person: Browser,
  file: { company: string; slot: string; content: Buffer; type?: string; name?: string },
): Promise<Answer<Body>> {
  const { url } = portalOf(world);
  const name = encodeURIComponent(file.name ?? 'scan.pdf');
  return ask<Body>(`${url}/portal/v1/verification/documents/${file.slot}?name=${name}`, {
    method: 'PUT',
    raw: file.content,
    headers: {
      cookie: cookiesOf(person),
      origin: url,
      'cardwright-portal': '1',
      'cardwright-company': file.company,
      'content-type': file.type ?? 'application/pdf',
    },
  });
}

export type Stream = {
  status: number;
  /** Everything received so far. */
  text(): string;
  /** Whether the server has ended it. */
  hasEnded(): boolean;
  close(): void;
};

/** Opens the live feed. */
export async function listenTo(
  world: World,
  person: Browser,
  query: string,
  headers: Record<string, string> = {},
): Promise<Stream> {
  const abort = new AbortController();
  const response = await fetch(`${portalOf(world).url}/portal/v1/live?${query}`, {
    headers: { cookie: cookiesOf(person), ...headers },
    signal: abort.signal,
  });
  let text = '';
  let ended = false;
  const decoder = new TextDecoder();
  const reading = async () => {
    for await (const part of response.body ?? []) text += decoder.decode(part as Uint8Array, { stream: true });
  };
  reading()
    .catch(() => undefined)
    .finally(() => {
      ended = true;
    });
  return { status: response.status, text: () => text, hasEnded: () => ended, close: () => abort.abort() };
}
