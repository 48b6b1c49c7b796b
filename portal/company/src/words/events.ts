// Texts of the area `events`.
export const events = {
  'events.title': 'Events',
  'events.lead': 'Everything that happened, newest first, as webhooks carry it. Kept for 90 days.',
  'events.later':
    'Everything that happens to your cards and your money stands here in order. It opens with the approval.',
  'events.notYours': 'Events reveal every object of the company, so your role does not see them. Ask an owner.',
  'events.feed': 'Feed',
  'events.empty': 'Nothing has happened yet',
  'events.emptyWhy':
    'When an operation completes, an invoice is paid or a card is used, it stands here at once. In the sandbox ' +
    'you can make it happen.',
  'events.toSandbox': 'Open the sandbox tools',
  'events.type': 'Event',
  'events.object': 'Object',
  'events.sequence': 'Sequence',
  'events.when': 'When',
  'events.body': 'Body',
  'events.look': 'Look',
  'events.bodyOf': 'Event {sequence}',
  'events.json': 'Body as JSON',
  'events.pull': 'Read them with your program',
  'events.pullWhy':
    'Sequences have no gaps. Remember the last one that you have handled and ask for what comes after it; then ' +
    'nothing is missed, even when a webhook was.',
  'events.command': 'Events after the 41st',
} as const;
