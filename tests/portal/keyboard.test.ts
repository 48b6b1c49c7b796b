// The keyboard actions detect faults that a mouse would not: each page here has one.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBrowser, type Visitor, type Visitors } from './browser.ts';

let visitors: Visitors;
beforeAll(async () => {
  visitors = await openBrowser('keyboard');
});
afterEach(() => visitors?.leave());
afterAll(() => visitors?.stop());

/** Focus timeout. These pages send no requests, so it can be short. */
const PATIENCE_MS = 5_000;

async function at(html: string): Promise<Visitor> {
  const visitor = await visitors.visitor('data:', { hands: 'keyboard', patienceMs: PATIENCE_MS });
  await visitor.opens(`data:text/html,${encodeURIComponent(`<title>A page</title><main>${html}</main>`)}`);
  return visitor;
}

const first = '<p><button>First</button></p>';
const go = '<p><button>Go</button></p>';

test('a page without a fault passes', async () => {
  const visitor = await at(`${first}<p><label>Name <input></label></p>${go}<p>Here</p>`);
  await visitor.types('Name', 'Ada');
  await visitor.presses('Go');
  await visitor.sees('Here');
  expect(await visitor.page.locator('input').inputValue()).toBe('Ada');
});

test.each([
  ['a stop that does not show the focus', `<p><button style="outline: none">First</button></p>${go}`, /looks the same/],
  ['a stop without a name', `<p><button></button></p>${go}`, /the name of/],
  [
    'a stop beside the screen',
    `<p><button style="position: fixed; left: -99em">First</button></p>${go}`,
    /cannot be seen/,
  ],
  [
    'a stop behind something else',
    `${first}${go}<div style="position: fixed; inset: 0">In front</div>`,
    /cannot be seen/,
  ],
  ['what is no stop', `${first}<p><span role="button">Go</span></p>`, /did not reach .* button "First"/],
  [
    'a dialog that does not take the focus',
    `${first}<div role="dialog" aria-labelledby="t"><h2 id="t">Title</h2>${go}</div>`,
    /the dialog “Title” has the focus/,
  ],
  [
    'a dialog that lets the focus go',
    `${first}<div role="dialog" aria-labelledby="t"><h2 id="t">Title</h2><button autofocus>Go</button></div>`,
    /outside the open dialog/,
  ],
])('%s is found', async (_fault, html, told) => {
  const visitor = await at(html);
  await expect(visitor.presses('Go')).rejects.toThrow(told);
});

test.each([
  ['vanishes with what had it', '<button onclick="this.remove()">Go</button><p>Done</p>'],
  ['is taken from a button that is disabled', '<button onclick="this.disabled = true">Go</button><p>Done</p>'],
])('a focus that %s is found to be lost', async (_how, html) => {
  const visitor = await at(html);
  await visitor.presses('Go');
  await expect(visitor.sees('Done')).rejects.toThrow(/the focus is somewhere/);
});
