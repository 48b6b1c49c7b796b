// The guides as Markdown: components are replaced by what they show.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages, readable } from './languages.ts';
import { outsideCode, type Page } from './page.ts';
import { siteFolder } from './places.ts';
import { outputOf, sampleOf } from './samples.ts';

const folder = join(siteFolder, 'src/content/docs');

/** Every page that is written for the site. Generated pages are beside them, and end with `.md`. */
export const guidePages = (): Page[] =>
  globSync('**/*.mdx', { cwd: folder })
    .toSorted()
    .map((path) => guidePage(path.replace(/(^index)?\.mdx$/, ''), readFileSync(join(folder, path), 'utf8')));

function guidePage(address: string, source: string): Page {
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
  const field = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(head)?.[1] ?? '';
  const markdown = outsideCode(body, expand);
  return { address, title: field('title'), description: field('description'), markdown };
}

const expand = (text: string): string => {
  const expanded = text
    .replace(/^import .+\n/gm, '')
    .replace(/<Sample name="([^"]+)" ?\/>/g, (_all, name: string) => sample(name))
    .replace(/<(\w+Diagram|Doors) ?\/>\n*/g, '')
    .replace(/<\/?(Steps|CardGrid)>/g, '');
  const unknown = /<[A-Z]\w*/.exec(expanded)?.[0];
  if (unknown !== undefined) throw new Error(`site/build/guides.ts does not know ${unknown}`);
  return expanded;
};

/** A step in every language, and its output. */
function sample(name: string): string {
  const texts = sampleOf(name);
  const output = outputOf(name);
  const blocks = languages.flatMap(({ ending, label, code }) =>
    texts[ending] === undefined ? [] : [`${label}:\n\n\`\`\`${code}\n${texts[ending]}\n\`\`\``],
  );
  if (blocks.length === 0) throw new Error(`site/samples has no ${name}`);
  return [...blocks, ...(output === '' ? [] : [`Output:\n\n\`\`\`json\n${readable(output)}\n\`\`\``])].join('\n\n');
}
