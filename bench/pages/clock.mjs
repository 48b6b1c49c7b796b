// Runs inside every measured page, before the page's own scripts: it records user actions, checks at each frame whether
// the page is usable, and reports the time.

/** After this many milliseconds a page is called unusable. */
const GIVE_UP_MS = 20_000;

const frame = () => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined)));

/** Time of the last click, typing, choice or back navigation. */
let actedAt;
for (const type of ['click', 'input', 'change', 'popstate']) {
  addEventListener(
    type,
    () => {
      actedAt = performance.now();
    },
    { capture: true },
  );
}

const isVisible = (element) => element.checkVisibility() && element.getBoundingClientRect().height > 0;

/** Why the page is not usable yet; undefined when it is. */
function missingFrom({ title, sees, changes }, before) {
  const heading = document.querySelector('h1')?.textContent ?? '';
  if (!new RegExp(title).test(heading)) return `the title is "${heading}"`;
  const busy = [...document.querySelectorAll('[aria-busy="true"], .mantine-Skeleton-root')];
  if (busy.some(isVisible)) return 'it is still busy';
  for (const selector of sees) {
    const element = document.querySelector(selector);
    if (element === null || !isVisible(element) || element.matches(':disabled')) return `there is no ${selector}`;
  }
  if (changes !== undefined && isSame(shownBy(changes), before)) return `${changes} did not change`;
  return undefined;
}

/** What a selector shows. Another row may have the same text, but it is another element. */
const shownBy = (selector) => {
  const element = document.querySelector(selector);
  return { element, text: element?.textContent };
};

const isSame = (one, other) => one.element === other.element && one.text === other.text;

/** The browser's requests since a moment. */
function asked(since) {
  const kinds = since === 0 ? ['navigation', 'resource'] : ['resource'];
  const answers = kinds
    .flatMap((kind) => performance.getEntriesByType(kind))
    .filter(({ startTime }) => startTime >= since)
    .map(({ name, transferSize, requestStart, responseEnd }) => ({
      path: new URL(name).pathname,
      bytes: transferSize,
      ms: responseEnd - requestStart,
    }));
  const slowest = answers.toSorted((one, other) => other.ms - one.ms)[0];
  return {
    requests: answers.length,
    bytes: answers.reduce((sum, { bytes }) => sum + bytes, 0),
    slowestMs: slowest?.ms ?? 0,
    slowest: slowest?.path ?? '',
  };
}

globalThis.pageClock = {
  /**
   * Waits until the page is usable and two more frames were painted. Counts from the start of the navigation, or
   * from the user's next action.
   */
  async watch(wanted) {
    const before = wanted.changes === undefined ? undefined : shownBy(wanted.changes);
    const watchedFrom = performance.now();
    actedAt = wanted.from === 'navigation' ? 0 : undefined;
    for (;;) {
      await frame();
      const missing = actedAt === undefined ? 'nobody acted' : missingFrom(wanted, before);
      if (missing === undefined) break;
      if (performance.now() - watchedFrom > GIVE_UP_MS) throw new Error(`${location.pathname}: ${missing}`);
    }
    await frame();
    await frame();
    return { ms: performance.now() - actedAt, nodes: document.getElementsByTagName('*').length, ...asked(actedAt) };
  },
};
