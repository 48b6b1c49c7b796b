// Texts of the area `secondFactor`: setting one up.
export const secondFactor = {
  'secondFactor.password': 'Your password, once more',
  'secondFactor.begin': 'Begin',
  'secondFactor.scan': 'Scan this with your authenticator app, or type the key.',
  'secondFactor.key': 'Key',
  'secondFactor.codes': 'Backup codes',
  'secondFactor.codesWhy':
    'Keep these backup codes where only you can read them. Each works once, and they are shown only now.',
  'secondFactor.finish': 'Turn it on',
} as const;
