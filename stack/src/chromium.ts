// The browser of the page tests.
import { existsSync } from 'node:fs';

/** Debian's paths, the headless build first: it needs a third less processor time. */
const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Launch options of Chromium; `CARDWRIGHT_CHROMIUM` overrides Debian's. */
export function chromiumOptions(): { executablePath: string; args: string[] } {
  const executablePath = process.env['CARDWRIGHT_CHROMIUM'] ?? places.find((place) => existsSync(place));
  if (executablePath === undefined)
    throw new Error(
      'Chromium is not installed. Run: apt-get install chromium-headless-shell, or set CARDWRIGHT_CHROMIUM',
    );
  // It loads only our own pages, and its sandbox does not work in containers.
  return { executablePath, args: ['--no-sandbox'] };
}
