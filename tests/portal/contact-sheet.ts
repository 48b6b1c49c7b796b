// A page that shows all pictures of a folder: one row for each view, its variants beside each other.
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes `index.html`. A picture is named `<site>-<page>-<state>-<variant>.png`. */
export async function writeContactSheet(folder: string, variants: readonly string[]): Promise<void> {
  const files = new Set((await readdir(folder)).filter((file) => file.endsWith('.png')));
  const views = [...new Set([...files].map((file) => viewOf(file, variants)))].toSorted();
  const rows = views.map((view) =>
    rowOf(
      view,
      variants.map((variant) => `${view}-${variant}.png`).filter((file) => files.has(file)),
    ),
  );
  await writeFile(join(folder, 'index.html'), `${head}${rows.join('\n')}\n</html>\n`);
}

function viewOf(file: string, variants: readonly string[]): string {
  const variant = variants.find((one) => file.endsWith(`-${one}.png`)) ?? '';
  return file.slice(0, -`-${variant}.png`.length);
}

const rowOf = (view: string, files: readonly string[]) =>
  `<h2 id="${view}">${view}</h2><div>${files
    .map((file) => `<a href="${file}"><img loading="lazy" src="${file}" alt="${file}"></a>`)
    .join('')}</div>`;

const head = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Pictures</title>
<style>
body { font: 14px system-ui; margin: 24px; background: #888; }
h2 { font-size: 14px; margin: 24px 0 8px; }
div { display: flex; gap: 16px; align-items: flex-start; overflow-x: auto; }
img { display: block; height: 480px; border-radius: 4px; }
</style>
`;
