// Texts of the area `invitation`.
import { add } from './loaded.ts';

export const invitation = {
  'invitation.title': 'You’re invited',
  'invitation.lead': '{by} invited you to join {company}.',
  'invitation.leadOfCardwright': 'Cardwright invited you to join {company} as its first owner.',
  'invitation.role': 'Role: {role}.',
  'invitation.expires': 'Valid until',
  'invitation.accept': 'Join {company}',
  'invitation.later': 'Not now',
  'invitation.signInLead': 'Sign in with the email address that the invitation was sent to.',
  'invitation.signIn': 'Sign in',
  'invitation.signUp': 'Create account',
  'invitation.signUpHelp': 'Then open the link in the email again.',
  'invitation.notFound': 'Invitation not found',
  'invitation.notFoundWhy': 'It may have expired or been revoked, or it was sent to another email address.',
  'invitation.signedInAs': 'You are signed in as {email}.',
  'invitation.otherAccount': 'Use another account',
  'invitation.home': 'Go to overview',
} as const;

add(invitation);
