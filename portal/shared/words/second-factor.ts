// Texts of the area `secondFactor`: setting one up.
export const secondFactor = {
  'secondFactor.password': 'Confirm your password',
  'secondFactor.begin': 'Continue',
  'secondFactor.scan': 'Scan this with your authenticator app, or enter the key.',
  'secondFactor.key': 'Key',
  'secondFactor.codes': 'Backup codes',
  'secondFactor.codesWhy': 'Store these backup codes securely. Each works once, and you won’t see them again.',
  'secondFactor.finish': 'Turn on',
} as const;
