// Writes what the site is built from: pages of docs/ and of the code, Markdown twins, llms.txt, and files to download.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorPages } from './errors.ts';
import { guidePages } from './guides.ts';
import { readContract } from './openapi.ts';
import { type Page, toFull, toPlain, toSource } from './page.ts';
import { root, siteFolder } from './places.ts';
import { referencePages } from './reference.ts';
import { FILES, takePages } from './take.ts';

/** Generated folders and pages; `.gitignore` lists the same. */
const generated = ['api', 'errors', 'operate', 'change', 'reference', 'sdk.md', 'cli.md', 'changelog.md'];

const content = join(siteFolder, 'src/content/docs');
const served = join(siteFolder, 'public');

type Draw = (mermaid: string) => string;

/** Writes everything anew. `draw` turns Mermaid into SVG. */
export function prepare(draw: Draw): void {
  for (const name of generated) rmSync(join(content, name), { recursive: true, force: true });
  rmSync(served, { recursive: true, force: true });
  cpSync(join(siteFolder, 'assets'), served, { recursive: true });

  const guides = guidePages();
  const linked = guides.flatMap(({ markdown }) => [...markdown.matchAll(/\]\(\/files\/([^)]+)\)/g)]);
  const files = new Set(['docs/api/openapi.json', ...linked.map(([, file = '']) => file)]);
  const contract = readContract();
  const made = [...takePages(files), ...errorPages(contract), ...referencePages(contract)];
  for (const page of made)
    write(join(content, `${page.address}.md`), toSource(page, withDrawings(page.markdown, draw)));
  const pages = [...guides, ...made];
  for (const page of pages) write(join(served, `${page.address || 'index'}.md`), toPlain(page));
  for (const file of files) {
    mkdirSync(dirname(join(served, FILES, file)), { recursive: true });
    cpSync(join(root, file), join(served, FILES, file));
  }
  write(join(served, 'llms.txt'), index(pages));
  write(join(served, 'llms-full.txt'), toFull(pages.filter(isForClients)));
}

/** Mermaid blocks as SVG that follows the colour scheme. */
const withDrawings = (markdown: string, draw: Draw): string =>
  markdown.replace(/^```mermaid\n([\s\S]*?)^```$/gm, (_all, mermaid: string) => {
    const svg = draw(mermaid).replace(/\n\s*/g, ' ');
    return `<figure class="drawing" tabindex="0" role="group" aria-label="Diagram">${svg}</figure>`;
  });

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const isForClients = ({ address }: Page) => !/^(operate|change)\//.test(address);

/** What a program reads first: every page, by reader. */
function index(pages: readonly Page[]): string {
  const part = (title: string, some: readonly Page[]) =>
    `## ${title}\n\n${some.map((page) => `- [${page.title}](/${page.address || 'index'}.md): ${page.description}`).join('\n')}`;
  const under = (start: RegExp) => pages.filter(({ address }) => start.test(address));
  return `# Cardwright

> A business cards platform: fund a card account, issue and top up cards, order services, and read balances, statements,
> cards and payments. Nothing is lost and nothing is charged twice.

Every page is also served as Markdown: add \`.md\` to its address. \`/llms-full.txt\` has all pages for clients in one file.

${part('Start and understand', under(/^(quickstart|concepts\/|guides\/|sandbox\/|sdk|cli|reference\/|changelog)/))}

${part('API reference', under(/^api/))}

${part('Errors', under(/^errors/))}

${part('Operate', under(/^operate\//))}

${part('Change', under(/^change\//))}
`;
}
