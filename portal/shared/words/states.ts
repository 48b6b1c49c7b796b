// Texts of the area `states`: loading, going wrong, being empty.
export const states = {
  'states.loading': 'Loading',
  'states.frameBroken': 'This page could not be opened',
  'states.again': 'Try again',
  'states.broken': 'This page is not here right now',
  'states.request': 'Quote this when you ask for help:',
  'states.unknownProblem': 'Something went wrong.',
} as const;
