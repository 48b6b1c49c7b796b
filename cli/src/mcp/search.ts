// Full-text search over the documentation: BM25 over its sections, the best section of each page.
import type { DocPage } from './fetch-docs.ts';

export type Hit = { title: string; section: string; url: string; page: string; excerpt: string };

/** As in the literature: how fast repetitions saturate, and how much long sections are discounted. */
const SATURATION = 1.2;
const LENGTH_DISCOUNT = 0.75;

/** A word of a title says what the page is about; this many mentions in the text say less. */
const TITLE_WEIGHT = 5;

/** Enough to judge a hit by; the page itself is one call away. */
const EXCERPT = 400;

type Section = { page: DocPage; heading: string; text: string; counts: Map<string, number>; length: number };

/** The pages that match best, best first. */
export function search(pages: readonly DocPage[], query: string, most: number): Hit[] {
  const sections = pages.flatMap(sectionsOf);
  const average = sections.reduce((sum, { length }) => sum + length, 0) / Math.max(1, sections.length);
  const terms = [...new Set(wordsOf(query))];
  const weights = new Map(
    terms.map((term) => {
      const having = sections.filter(({ counts }) => counts.has(term)).length;
      return [term, Math.log(1 + (sections.length - having + 0.5) / (having + 0.5))];
    }),
  );
  const best = new Map<DocPage, { section: Section; score: number }>();
  for (const section of sections) {
    const score = terms.reduce((sum, term) => {
      const count = section.counts.get(term) ?? 0;
      const norm = SATURATION * (1 - LENGTH_DISCOUNT + (LENGTH_DISCOUNT * section.length) / average);
      return sum + ((weights.get(term) ?? 0) * count * (SATURATION + 1)) / (count + norm);
    }, 0);
    if (score > (best.get(section.page)?.score ?? 0)) best.set(section.page, { section, score });
  }
  return [...best.values()]
    .sort((one, other) => other.score - one.score)
    .slice(0, most)
    .map(({ section }) => ({
      title: section.page.title,
      section: section.heading,
      url: section.page.url,
      page: section.page.address,
      excerpt: excerptOf(section.text, terms),
    }));
}

/** The parts of a page under its headings. Lines of code that begin with # are no headings. */
function sectionsOf(page: DocPage): Section[] {
  const parts: { heading: string; lines: string[] }[] = [{ heading: '', lines: [] }];
  let isCode = false;
  for (const line of page.markdown.split('\n')) {
    if (/^\s*```/.test(line)) isCode = !isCode;
    const heading = isCode ? undefined : /^#{2,4} (.+)$/.exec(line)?.[1];
    if (heading === undefined) parts.at(-1)?.lines.push(line);
    else parts.push({ heading, lines: [] });
  }
  return parts.map(({ heading, lines }) => {
    const text = lines.join('\n').trim();
    const titled = wordsOf(`${page.title} ${heading}`);
    const counts = new Map<string, number>();
    const words = wordsOf(text);
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const word of new Set(titled)) counts.set(word, (counts.get(word) ?? 0) + TITLE_WEIGHT);
    return { page, heading, text, counts, length: words.length + titled.length };
  });
}

/** Lower-case words without a plural s. A name such as `quote_changed` counts as a whole and by its parts. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words
    .flatMap((word) => (word.includes('_') ? [word, ...word.split('_')] : [word]))
    .filter((word) => word !== '')
    .map((word) => word.replace(/(?<=\p{L}{3})(?<!s)s$/u, ''));
}

/** The text around the first word that matches. */
function excerptOf(text: string, terms: readonly string[]): string {
  const plain = text.replace(/\s+/g, ' ');
  const lower = plain.toLowerCase();
  const found = terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0);
  const at = found.length === 0 ? 0 : Math.max(0, Math.min(...found) - EXCERPT / 4);
  const begin = at === 0 ? 0 : plain.indexOf(' ', at) + 1;
  const end = begin + EXCERPT;
  return `${begin > 0 ? '… ' : ''}${plain.slice(begin, end).trim()}${end < plain.length ? ' …' : ''}`;
}
