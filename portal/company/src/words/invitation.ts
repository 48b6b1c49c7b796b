// Texts of the area `invitation`.
export const invitation = {
  'invitation.title': 'You are invited',
  'invitation.lead': '{by} invites you to {company}.',
  'invitation.leadOfCardwright': 'Cardwright invites you to {company}. You will be its first owner.',
  'invitation.role': 'As {role}:',
  'invitation.expires': 'It counts until',
  'invitation.accept': 'Join {company}',
  'invitation.later': 'Not now',
  'invitation.signInLead': 'Sign in with the address to which the invitation was sent; then you can accept it.',
  'invitation.signIn': 'Sign in',
  'invitation.signUp': 'Create an account',
  'invitation.signUpHelp': 'Afterwards, open the link of the mail again.',
  'invitation.notFound': 'There is no such invitation for you',
  'invitation.notFoundWhy': 'It may have ended or been taken back, or it was sent to another address than yours.',
  'invitation.signedInAs': 'You are signed in as {email}.',
  'invitation.otherAccount': 'Sign in with another address',
  'invitation.home': 'Go to the start',
} as const;
