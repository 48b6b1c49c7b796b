// How long rows that only grow are kept. The lower bounds are promises to clients. `platform/retention/tables.ts` lists
// every table.
import { withDefault } from './declare.ts';
import { wholeNumber } from './kinds.ts';

const by = ['worker'] as const;

/** The specification promises that events can be replayed for 90 days. */
const LEAST_EVENT_DAYS = 90;

/** Twice the life of an invitation, whose email the desk shows. */
const LEAST_EMAIL_DAYS = 14;

/** Card networks accept most disputes within 120 days; until then the signed words of the issuer are at hand. */
const LEAST_NOTIFICATION_DAYS = 120;

/** A hundred years: as good as forever. */
const MOST_DAYS = 36_525;

export const retentionSettings = {
  CARDWRIGHT_RETAIN_EVENTS_DAYS: withDefault('90', wholeNumber({ from: LEAST_EVENT_DAYS, to: MOST_DAYS }), {
    by,
    unit: 'days',
    about: 'How long events, deliveries and their attempts are kept; clients are promised 90 days.',
  }),
  // Two years: the longest disputes of card networks end after 540 days, and an auditor asks about the year before.
  CARDWRIGHT_RETAIN_NOTIFICATION_BODIES_DAYS: withDefault(
    '730',
    wholeNumber({ from: LEAST_NOTIFICATION_DAYS, to: MOST_DAYS }),
    {
      by,
      unit: 'days',
      about: 'How long bodies of processed issuer notifications are kept; ids, digests and signatures stay forever.',
    },
  ),
  CARDWRIGHT_RETAIN_EMAILS_DAYS: withDefault('90', wholeNumber({ from: LEAST_EMAIL_DAYS, to: MOST_DAYS }), {
    by,
    unit: 'days',
    about: 'How long emails are kept after they were sent or given up.',
  }),
  CARDWRIGHT_RETAIN_INVITATIONS_DAYS: withDefault('30', wholeNumber({ from: 1, to: MOST_DAYS }), {
    by,
    unit: 'days',
    about: 'How long an invitation is kept after it expired.',
  }),
};
