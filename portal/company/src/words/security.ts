// Texts of the area `security`.
import { add } from './loaded.ts';

export const security = {
  'security.title': 'Security',
  'security.lead': 'How you sign in, and where you’re signed in. This applies to all of your companies.',
  'security.secondFactor': 'Two-factor authentication',
  'security.onWhy': 'Signing in and sensitive actions need a code from your authenticator app.',
  'security.onBothWhy': 'Signing in and sensitive actions need a passkey or a code from your authenticator app.',
  'security.onPasskeyWhy': 'Signing in and sensitive actions need a passkey. You haven’t set up an authenticator app.',
  'security.offWhy':
    'A password can be stolen without your noticing. It isn’t enough on its own. Live keys, webhooks and team ' +
    'changes require two-factor authentication.',
  'security.turnOn': 'Set up',
  'security.turnOnApp': 'Set up authenticator app',
  'security.turnOnTitle': 'Set up two-factor authentication',
  'security.turnOff': 'Turn off',
  'security.turnOffTitle': 'Turn off two-factor authentication',
  'security.turnOffWhy':
    'Anyone with your password can then sign in. You lose access to live keys, webhooks and team changes.',
  'security.turnOffAction': 'Turn off two-factor authentication',
  'security.turnOffApp': 'Remove authenticator app',
  'security.turnOffAppWhy': 'Codes and backup codes stop working. Your passkeys keep two-factor authentication on.',
  'security.passkeys': 'Passkeys',
  'security.passkeysWhy':
    'Sign in with your fingerprint, face, PIN or security key. A passkey works only on this site and can’t be ' +
    'guessed or phished.',
  'security.onlyPasskey':
    'This is your only second factor. Add another passkey or an authenticator app, so you don’t lose access if ' +
    'you lose the device.',
  'security.addPasskey': 'Add passkey',
  'security.addPasskeyWhy': 'Your browser then asks where to save it: on this device, a phone or a security key.',
  'security.addPasskeyAction': 'Continue',
  'security.passkeyName': 'Name',
  'security.passkeyNameHelp': 'Helps you tell your passkeys apart.',
  'security.passkeyNameMissing': 'Enter a name.',
  'security.passkeyAdded': 'Added',
  'security.passkeyAddedToast': 'Passkey added.',
  'security.passkeyUsed': 'Last used',
  'security.passkeyUnused': 'Never',
  'security.remove': 'Remove',
  'security.removePasskey': 'Remove passkey',
  'security.removePasskeyWhy': '“{name}” no longer signs you in. Delete it on your device too.',
  'security.removeOnly':
    'It’s your only second factor: you lose access to live keys, webhooks and team changes until you set up another.',
  'security.newCodes': 'New backup codes',
  'security.newCodesTitle': 'New backup codes',
  'security.newCodesWhy': 'Your current backup codes stop working.',
  'security.newCodesAction': 'Create new codes',
  'security.first': 'This requires two-factor authentication, which you haven’t set up.',
  'security.firstAction': 'Set up two-factor authentication',
  'security.password': 'Password',
  'security.current': 'Current password',
  'security.currentAgain': 'Confirm your password',
  'security.new': 'New password',
  'security.newHelp': 'At least 12 characters. A few random words work well.',
  'security.endOthers': 'Sign out everywhere else',
  'security.passwordAction': 'Change password',
  'security.passwordDone': 'Password changed.',
  'security.sessions': 'Active sessions',
  'security.device': 'Device',
  'security.address': 'IP address',
  'security.since': 'Signed in',
  'security.here': 'This device',
  'security.unknownDevice': 'Unknown device',
  'security.deviceOf': '{browser} on {system}',
  'security.actions': 'Actions',
  'security.end': 'Sign out',
  'security.endAll': 'Sign out everywhere else',
  'security.endAllWhy': 'Every other session ends immediately.',
  'security.onlyHere': 'You’re signed in only on this device.',
} as const;

add(security);
