// The browser that walks through the pages.
import { existsSync } from 'node:fs';

/** Debian's, the lightest first: without windows of its own it needs a third less work for the same pages. */
const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** How to start Chromium; `CARDWRIGHT_CHROMIUM` names another one than Debian's. */
export function chromiumOptions(): { executablePath: string; args: string[] } {
  const executablePath = process.env['CARDWRIGHT_CHROMIUM'] ?? places.find((place) => existsSync(place));
  if (executablePath === undefined)
    throw new Error('There is no Chromium. Run: apt-get install chromium-headless-shell, or set CARDWRIGHT_CHROMIUM');
  // It sees our own pages only, and containers have no room for its sandbox.
  return { executablePath, args: ['--no-sandbox'] };
}
