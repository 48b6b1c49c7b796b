// A page of the site as text: what Astro builds, and what is served as Markdown beside it.
import { linkTo } from './places.ts';

export type Page = {
  /** Without slashes at its ends; the front page is empty. */
  address: string;
  title: string;
  description: string;
  /** Shorter than the title, for the sidebar. */
  label?: string;
  /** Markdown below the title, with diagrams as Mermaid. */
  markdown: string;
};

/** The page as Astro reads it. */
export function toSource({ title, description, label, markdown }: Page, body = markdown): string {
  const quoted = (text: string) => JSON.stringify(text);
  const sidebar = label === undefined ? '' : `sidebar:\n  label: ${quoted(label)}\n`;
  return `---\ntitle: ${quoted(title)}\ndescription: ${quoted(description)}\n${sidebar}---\n\n${withHeaders(body).trim()}\n`;
}

/** The page as Markdown alone, for programs that read. */
export const toPlain = ({ title, markdown }: Page): string => `# ${title}\n\n${markdown.trim()}\n`;

/** Pages in one text. Each begins with its title and its address, so that programs can tell them apart and link. */
export const toFull = (pages: readonly Page[]): string =>
  pages
    .map((page) => toPlain({ ...page, markdown: `Source: ${linkTo(page.address)}\n\n${page.markdown.trim()}` }))
    .join('\n---\n\n');

/** Longer descriptions are cut by search engines and by readers. */
const LONGEST_DESCRIPTION = 200;

/** The first sentences of a page, without markup. */
export function summaryOf(markdown: string): string {
  const paragraph = markdown.split(/\n\s*\n/).find((text) => /^[A-Z`*["]/.test(text.trim())) ?? '';
  const plain = paragraph
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain.length <= LONGEST_DESCRIPTION) return plain;
  const whole = plain.slice(0, LONGEST_DESCRIPTION);
  const end = whole.lastIndexOf('. ');
  return end > 0 ? whole.slice(0, end + 1) : `${whole.slice(0, whole.lastIndexOf(' '))} …`;
}

/** Applies `change` to the text outside code blocks. */
export function outsideCode(markdown: string, change: (text: string) => string): string {
  return markdown
    .split(/(^ *```[\s\S]*?^ *```$)/m)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');
}

/** A table header without words gets words for those who cannot see the table. */
const withHeaders = (markdown: string): string =>
  markdown.replace(/^(\|.*\|)\n(?=\|[-| :]+\|$)/gm, (_all, row: string) => {
    const cells = row.slice(1, -1).split('|');
    const named = cells.map((cell, index) =>
      cell.trim() === '' ? ` <span class="sr-only">${index === 0 ? 'Name' : 'Meaning'}</span> ` : cell,
    );
    return `|${named.join('|')}|\n`;
  });
