// The pages of the documentation site, from its one text of all pages. The API key is never sent there.
import { ToolProblem } from './explain.ts';

/** A page of the documentation. `address` is such as `guides/issue`; that of the first page is empty. */
export type DocPage = { address: string; title: string; url: string; markdown: string };

/** Pages are static files, so a site that takes longer is unreachable. */
const TIMEOUT_MS = 10_000;

/** Thirty times the current size, so a wrong address cannot fill the memory. */
const MOST_BYTES = 8 * 1024 * 1024;

/** A site changes with a release; an agent can run for days. */
const FRESH_MS = 10 * 60_000;

const SET_IT =
  'Give the address of the documentation site: add --docs-url <url> to cardwright mcp, or set CARDWRIGHT_DOCS_URL.';

/** Reads the pages when they are first needed, and again when they are old. */
export function openDocs({
  apiUrl,
  docsUrl,
}: {
  apiUrl: string;
  docsUrl: string | undefined;
}): () => Promise<DocPage[]> {
  let known: { pages: DocPage[]; at: number } | undefined;
  return async () => {
    if (known !== undefined && performance.now() - known.at < FRESH_MS) return known.pages;
    const site = (docsUrl ?? (await siteOf(apiUrl.replace(/\/+$/, '')))).replace(/\/+$/, '');
    const pages = pagesOf(await fetchText(`${site}/llms-full.txt`), site);
    if (pages.length === 0) throw unavailable(`${site}/llms-full.txt lists no pages.`);
    known = { pages, at: performance.now() };
    return pages;
  };
}

/** The site that the description of the API leads to. */
async function siteOf(apiUrl: string): Promise<string> {
  const text = await fetchText(`${apiUrl}/openapi.json`);
  let url: unknown;
  try {
    url = (JSON.parse(text) as { externalDocs?: { url?: unknown } }).externalDocs?.url;
  } catch {
    throw unavailable(`${apiUrl}/openapi.json is not JSON.`);
  }
  if (typeof url !== 'string' || !/^https?:\/\//.test(url))
    throw unavailable('The description of this API does not name a documentation site.');
  return url;
}

async function fetchText(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) throw unavailable(`${url} answered ${response.status}.`);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > MOST_BYTES) throw unavailable(`${url} is larger than ${MOST_BYTES} bytes.`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } catch (error) {
    if (error instanceof ToolProblem) throw error;
    throw unavailable(`${url} cannot be reached.`);
  }
}

const unavailable = (message: string) => new ToolProblem({ code: 'docs_unavailable', message, nextStep: SET_IT });

/** The pages of the text. Each begins with its title and the line `Source: /address/`. */
function pagesOf(text: string, site: string): DocPage[] {
  const starts = [...text.matchAll(/(?:^|\n---\n\n)# (.+)\n\nSource: \/(\S*?)\/?\n/g)];
  return starts.map((start, index) => {
    const [head, title = '', address = ''] = start;
    const markdown = text.slice(start.index + head.length, starts[index + 1]?.index).trim();
    return { address, title, url: `${site}/${address === '' ? '' : `${address}/`}`, markdown };
  });
}
