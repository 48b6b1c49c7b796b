// Takes the pages that live with the code. Links between them become addresses of the site.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { outsideCode, type Page, summaryOf } from './page.ts';
import { addressOf, linkTo, root, taken } from './places.ts';

/** Files that pages link to and that are no pages: served as they are, under this address. */
export const FILES = 'files';

/** Every page that is taken. `files` collects the files that they link to. */
export const takePages = (files: Set<string>): Page[] =>
  [...taken].map(([path, address]) => takePage(path, address, files));

function takePage(path: string, address: string, files: Set<string>): Page {
  const [, title = '', text = ''] =
    /^(?:<!--[\s\S]*?-->\s*)?# (.+)\n([\s\S]*)$/.exec(readFileSync(join(root, path), 'utf8')) ?? [];
  if (title === '') throw new Error(`${path} does not begin with its title`);
  const markdown = outsideCode(text, (part) => withLinks(part, path, files));
  return { address, title: title.replaceAll('`', ''), description: summaryOf(text), markdown };
}

/** Links are written relative to the page, so that they work on any host that shows the repository. */
function withLinks(text: string, path: string, files: Set<string>): string {
  return text.replace(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (all, picture: string, words: string, link: string) => {
    if (/^(https?:|mailto:|#)/.test(link)) return all;
    const [target = '', hash] = link.split('#');
    const named = normalize(join(dirname(path), target));
    const address = addressOf(named);
    const isWhole = hash === undefined || !taken.has(named); // another page instead of it has other headings
    if (address !== undefined) return `[${words}](${linkTo(address)}${isWhole ? '' : `#${hash}`})`;
    if (!existsSync(join(root, named))) throw new Error(`${path} links to ${link}, which does not exist`);
    if (statSync(join(root, named)).isDirectory() || named.endsWith('.md')) return words;
    files.add(named);
    // A picture would be most of what a page loads, so it opens on its own.
    return `[${picture === '' ? '' : 'Picture: '}${words}](/${FILES}/${named})`;
  });
}
