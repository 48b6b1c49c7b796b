// Draws Mermaid as SVG without a browser. Colours are those of the page, so one drawing fits both colour schemes.
import { renderMermaidSVG } from 'beautiful-mermaid';

const colours = {
  bg: 'var(--sl-color-bg)',
  fg: 'var(--sl-color-white)',
  line: 'var(--sl-color-gray-3)',
  accent: 'var(--sl-color-accent)',
  muted: 'var(--sl-color-gray-2)',
  surface: 'var(--sl-color-gray-6)',
  border: 'var(--sl-color-gray-4)',
};

/** The number of drawings so far: ids inside a drawing must be unique in a page. */
let drawn = 0;

/** One drawing. `src/styles/site.css` has its style once for all. */
export function draw(mermaid) {
  const svg = renderMermaidSVG(mermaid, { ...colours, transparent: true, font: 'Inter' });
  const own = `d${drawn++}`;
  return svg
    .replace(/<style>[\s\S]*?<\/style>/, '') // asks another host for fonts
    .replace(/\bid="([^"]+)"/g, `id="${own}-$1"`)
    .replace(/url\(#([^)]+)\)/g, `url(#${own}-$1)`)
    .replace(/viewBox="[^"]+" width="[^"]+" height="[^"]+"/, frameOf(svg))
    .replace('<svg ', '<svg role="img" aria-label="Diagram" ');
}

/** Width of a character, as a share of the size of its font; generous, because the reader's font is not known. */
const CHARACTER = 0.6;

/** A frame that no text leaves: the drawing places labels by a narrower font. */
function frameOf(svg) {
  const [, width = 0, height = 0] = (/viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? []).map(Number);
  let [left, right] = [0, width];
  for (const [, attributes, text] of svg.matchAll(/<text ([^>]*)>([^<]*)</g)) {
    const of = (name) => new RegExp(`\\b${name}="([^"]+)"`).exec(attributes)?.[1];
    const wide = text.length * Number(of('font-size') ?? 12) * CHARACTER;
    const start = Number(of('x') ?? 0) - (of('text-anchor') === 'middle' ? wide / 2 : 0);
    left = Math.min(left, start);
    right = Math.max(right, start + wide);
  }
  return `viewBox="${left} 0 ${right - left} ${height}" width="${right - left}" height="${height}"`;
}
