// Texts of the area `states`: loading, going wrong, being empty.
export const states = {
  'states.loading': 'Loading',
  'states.frameBroken': 'Couldn’t open this page',
  'states.again': 'Try again',
  'states.broken': 'Couldn’t load this page',
  'states.request': 'Request ID for support:',
  'states.unknownProblem': 'Something went wrong.',
} as const;
