// Texts of the area `desk-work`.
export const deskWork = {
  'deskWork.parked': 'Parked work',
  'deskWork.kind': 'Type',
  'deskWork.company': 'Company',
  'deskWork.actions': 'Actions',
  'deskWork.release': 'Release',
  'deskWork.releaseAll': 'Release all: {kind}, {environment}',
  'deskWork.confirmTitle': 'Release parked work',
  'deskWork.confirm':
    'Workers retry it within seconds. Fix the cause first: work that fails the same way is parked again.',
  'deskWork.done': 'Released: {count}.',
} as const;
