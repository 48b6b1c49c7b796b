// Texts of the area `passkeys`: giving one.
export const passkeys = {
  'passkeys.use': 'Use passkey',
  'passkeys.useInstead': 'Use passkey instead',
  'passkeys.useCode': 'Use code instead',
  'passkeys.signIn': 'Sign in with a passkey',
  'passkeys.why': 'Your device asks for your fingerprint, face or PIN.',
} as const;
