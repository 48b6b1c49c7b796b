// Tools: search the documentation, and read a page of it.
import { ToolProblem } from './explain.ts';
import type { DocPage } from './fetch-docs.ts';
import { search } from './search.ts';
import { schemaOf, type Tool } from './tool.ts';

/** Hits of a search: the right page is among the first few, or the query is wrong. */
const MOST_HITS = 8;

/** Longest part of a page in one result: some five thousand tokens, and more than any page has today. */
const MOST_CHARACTERS = 20_000;

type Docs = () => Promise<DocPage[]>;

/** The tools for the documentation, whose pages `docs` reads. */
export const docTools = (docs: Docs): Tool[] => [searchTool(docs), readTool(docs)];

const searchTool = (docs: Docs): Tool => ({
  name: 'search_docs',
  title: 'Search documentation',
  description:
    'Search the documentation for clients: guides, concepts, every endpoint, every error code. Returns the best ' +
    'pages with title, address and an excerpt; read_doc reads one.',
  inputSchema: schemaOf(
    { query: { type: 'string', maxLength: 500, description: 'Words to look for, or an error code.' } },
    ['query'],
  ),
  call: async ({ query }) => {
    const hits = search(await docs(), String(query), MOST_HITS);
    return {
      value: { hits },
      words: hits.length === 0 ? 'No page matches. Try other words.' : hits.map(toWords).join('\n\n'),
    };
  },
});

const toWords = ({ title, section, url, excerpt }: ReturnType<typeof search>[number]) =>
  `${title}${section === '' ? '' : ` > ${section}`}\n${url}\n${excerpt}`;

const readTool = (docs: Docs): Tool => ({
  name: 'read_doc',
  title: 'Read documentation',
  description:
    'Read a page of the documentation as Markdown, by its address, such as `guides/issue` or ' +
    `\`errors/quote_changed\`. At most ${MOST_CHARACTERS} characters at a time; \`nextOffset\` reads on.`,
  inputSchema: schemaOf(
    {
      page: { type: 'string', maxLength: 500, description: 'The `page` or `url` of a hit of search_docs.' },
      offset: { type: 'integer', minimum: 0, description: 'Where to begin; default: 0.' },
    },
    ['page'],
  ),
  call: async ({ page, offset = 0 }) => {
    const pages = await docs();
    const found = find(pages, String(page));
    if (found === undefined)
      throw new ToolProblem({
        code: 'page_not_found',
        message: 'The documentation has no such page.',
        nextStep: 'Find the page with search_docs, and give its `page`.',
      });
    const { title, url, address, markdown } = found;
    const begin = Number(offset);
    const end = begin + MOST_CHARACTERS;
    const text = markdown.slice(begin, end);
    const nextOffset = end < markdown.length ? end : null;
    const more = nextOffset === null ? '' : `\n\n[The page goes on: read it again with offset ${nextOffset}.]`;
    return { value: { title, url, page: address, text, nextOffset }, words: `# ${title}\n\n${text}${more}` };
  },
});

/** A page by its address, or by its URL as a person copies it. */
function find(pages: readonly DocPage[], given: string): DocPage | undefined {
  const plain = given.replace(/[?#].*$/, '').replace(/(\/|\.md)$/, '');
  return pages.find(({ address, url }) => address === plain.replace(/^\//, '') || url.replace(/\/$/, '') === plain);
}
