// Texts of the area `events`.
import { add } from './loaded.ts';

export const events = {
  'events.title': 'Events',
  'events.lead': 'Everything that happened, newest first, as sent to webhooks. Kept for 90 days.',
  'events.later':
    'Everything that happens to your cards and your money appears here in order, once your company is verified.',
  'events.notYours': 'Events include all company data, so your role can’t see them. Ask an owner for access.',
  'events.feed': 'Feed',
  'events.empty': 'No events yet',
  'events.emptyWhy':
    'Completed operations, paid invoices and card payments appear here immediately. In the sandbox you can ' +
    'simulate them.',
  'events.toSandbox': 'Open sandbox tools',
  'events.type': 'Event',
  'events.object': 'Object',
  'events.sequence': 'Sequence',
  'events.when': 'Date',
  'events.body': 'Body',
  'events.look': 'View',
  'events.bodyOf': 'Event {sequence}',
  'events.json': 'Body as JSON',
  'events.pull': 'Poll events',
  'events.pullWhy':
    'Sequence numbers have no gaps. Store the last one that you handled and request the events after it. You ' +
    'miss nothing, even if a webhook failed.',
  'events.command': 'Events after sequence 41',
} as const;

add(events);
