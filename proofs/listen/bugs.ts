// Bugs of the clients' command line that the proof of `listen` must catch.
import type { Plant } from '../harness/plant.ts';

const inCli = (name: string) => (find: string, replace: string) => ({
  file: `../../cli/src/${name}.ts`,
  find,
  replace,
});
const inListen = inCli('listen');
const inDeliver = inCli('deliver');
const inFeed = inCli('feed');
const inPosition = inCli('position');

/** Where a signature is made. */
const SIGNS = 'await webhooks.sign(body, secret)';
const SAVES = 'position.save(after); // only now: a crash before this sends the event again';

export const listenBugs: Record<string, Plant> = {
  'saved-before': {
    what: 'the position is saved before the event is delivered',
    source: [inListen('else if (!(await forward(', 'else if (position.save(sequence), !(await forward(')],
  },
  'saved-with-the-page': {
    what: 'the position is saved once for each page of the feed',
    source: [inListen(SAVES, 'if (event === events.at(-1)) position.save(after);')],
  },
  'never-saved': {
    what: 'the position stays in memory',
    source: [inPosition('save: (after) => write({ after }),', 'save: (after) => void (kept = { ...kept, after }),')],
  },
  'begins-now': {
    what: 'a restart begins with the newest event',
    source: [inListen('return position.saved() ?? (await newest(client));', 'return await newest(client);')],
  },
  'first-position-lost': {
    what: 'the first position is kept only with the first event',
    source: [inListen('position.save(after); // before the first event', '// before the first event')],
  },
  'serialized-again': {
    what: 'an event is parsed and serialized again',
    source: [inFeed('text: item }', 'text: JSON.stringify(JSON.parse(item)) }')],
  },
  'cut-at-a-bracket': {
    what: 'brackets inside a text end an event',
    source: [inFeed(`if (character === '"') at = endOfText(page, at);`, `if (character === '"') at += 0;`)],
  },
  'signed-once': {
    what: 'an event is signed once, and repeated with its old signature',
    source: [inDeliver(SIGNS, `(globalThis.signed ??= {})[id] ??= ${SIGNS}`)],
  },
  'signed-by-its-id': {
    what: 'the signature covers the id of the event',
    source: [inDeliver(SIGNS, 'await webhooks.sign(id, secret)')],
  },
  'secret-made-again': {
    what: 'each start makes a secret of its own',
    source: [inPosition('if (kept.secret === undefined) write({ secret: create() });', 'write({ secret: create() });')],
  },
  'failed-is-skipped': {
    what: 'an event that the receiver refuses is passed over',
    source: [inListen('if (isAccepted) return true;', 'return true;')],
  },
  'any-answer': {
    what: 'any answer counts as accepted',
    source: [inDeliver('isAccepted: response.ok,', 'isAccepted: true,')],
  },
  'redirect-accepted': {
    what: 'a redirect counts as accepted',
    source: [inDeliver('isAccepted: response.ok,', 'isAccepted: response.status < 400,')],
  },
  'cut-is-accepted': {
    what: 'a connection that breaks counts as accepted',
    source: [
      inDeliver(
        'return { isAccepted: false, status: undefined, words };',
        'return { isAccepted: true, status: undefined, words };',
      ),
    ],
  },
  'given-up': {
    what: 'an event is given up after three attempts',
    source: [inListen('Number.POSITIVE_INFINITY', '3')],
  },
  'side-by-side': {
    what: 'the events of a page are sent side by side',
    source: [
      inListen(
        'for (const event of events) {',
        `if (target !== undefined) await Promise.all(events.map((each) => forward(each, { target, secret, given, signal: stop.signal })));
    for (const event of events) {`,
      ),
    ],
  },
  'page-skipped': {
    what: 'the feed goes on one event too far after a page',
    source: [inListen('after = sequence;', 'after = sequence + (event === events.at(-1) ? 1 : 0);')],
  },
};
