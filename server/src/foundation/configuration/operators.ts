// Settings of operators' commands, and of development and tests.
import { needed, optional, withDefault } from './declare.ts';
import { databaseUrl, matching, oneOf, text, wholeNumber } from './kinds.ts';
import { people } from './places.ts';

/** Waiting longer than a month adds no security. */
const LONGEST_WAIT_HOURS = 720;

export const commandSettings = {
  CARDWRIGHT_OWNER_DATABASE_URL: needed(databaseUrl('cardwright_owner'), {
    by: ['migrate', 'break-glass'],
    secret: true,
    about: 'Database, with the role cardwright_owner.',
  }),
  CARDWRIGHT_FIRST_OPERATORS: optional(people, {
    by: ['migrate'],
    unset: 'no operators are added',
    about: 'The first operators, at least two; they are added once, where there are no operators.',
  }),
  // By default, everyone has been notified of a new operator by then.
  CARDWRIGHT_OPERATOR_WAIT_HOURS: withDefault('24', wholeNumber({ to: LONGEST_WAIT_HOURS }), {
    by: ['migrate'],
    unit: 'hours',
    about: 'Time before a new, enabled or reset operator can propose and approve.',
  }),
  CARDWRIGHT_READER_DATABASE_URL: optional(databaseUrl('cardwright_reader'), {
    by: ['admin'],
    secret: true,
    unset: 'commands that read the books stop, except in a checkout where npm run dev is running',
    about: 'Database, with the role cardwright_reader, for commands that read the books.',
  }),
  CARDWRIGHT_OPERATOR_TOKEN: optional(text('cwop_…'), {
    by: ['admin'],
    secret: true,
    unset: '--token-file is needed',
    about: 'Your personal token at the desk.',
  }),
  CARDWRIGHT_OPERATOR_CODE: optional(text('123456'), {
    by: ['admin'],
    secret: true,
    unset: 'commands that need a code stop',
    about: 'A current code of your authenticator app.',
  }),
};

export const toolSettings = {
  CARDWRIGHT_DEV_HOME: optional(text('/var/tmp/cardwright'), {
    by: ['admin', 'tools'],
    unset: '.data in the repository',
    about: 'Data directory of npm run dev.',
  }),
  CARDWRIGHT_CHROMIUM: optional(text('/usr/bin/chromium'), {
    by: ['tools'],
    unset: 'the usual paths are tried',
    about: 'Browser of the tests.',
  }),
  CARDWRIGHT_POSTGRES: withDefault('18', matching(/^(15|18)$/, 'be 15 or 18', '15'), {
    by: ['tools'],
    about: 'Version of Postgres for tests, proofs and benches.',
  }),
  CARDWRIGHT_VIEWS: withDefault('1/1', matching(/^\d+\/\d+$/, 'look like 1/3', '1/3'), {
    by: ['tools'],
    about: 'Share of the pages that the journeys visit.',
  }),
  CARDWRIGHT_PICTURES: optional(oneOf(['all', 'some']), {
    by: ['tools'],
    unset: 'the journeys check every page',
    about: 'Only takes pictures of the pages: `all` replaces earlier ones, `some` keeps the others.',
  }),
  CARDWRIGHT_ROLLS: optional(wholeNumber({ from: 1 }), {
    by: ['tools'],
    unset: 'no process is replaced',
    about: 'How many times the test of a rolling restart replaces each process.',
  }),
  CARDWRIGHT_PAGES: withDefault('1/1', matching(/^\d+\/\d+$/, 'look like 1/3', '1/3'), {
    by: ['tools'],
    about: 'Share of the pages of the documentation that the tests visit.',
  }),
  CARDWRIGHT_KEEP_OUTPUT: optional(text('1'), {
    by: ['tools'],
    unset: 'outputs are compared',
    about: 'Updates the outputs in site/samples.',
  }),
  CARDWRIGHT_KEEP_PICTURES: optional(text('1'), {
    by: ['tools'],
    unset: 'pictures are not kept',
    about: 'Updates the pictures of the pages in docs/pictures.',
  }),
};
