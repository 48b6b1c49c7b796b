// The emails to people: subject and plain text, each with one link at most.
import type { Email } from '../../platform/mail/mail.ts';

type To = { name: string; email: string };

/** Lifetime of links, as worded in emails. */
const HOUR = 'The link works for one hour.';
const NOT_YOU = 'If this was not you, you can ignore this email.';

/** The longest name that an email repeats. */
const LONGEST_NAME = 80;

/**
 * A user's chosen name, on one line and without a link: the recipient may not know them. Host names exist in every
 * script, and there are four kinds of dots.
 */
const plain = (name: string): string =>
  name
    .replace(/[\s\p{C}]+/gu, ' ')
    .replace(/:\/\/|www\.|[.．。｡](?=[\p{L}\p{N}_])/giu, ' ')
    .trim()
    .slice(0, LONGEST_NAME);

const message = (to: To, subject: string, lines: readonly string[]): Email => ({
  to: to.email,
  subject,
  text: [`Hello ${plain(to.name)},`, ...lines, 'Cardwright'].join('\n\n'),
});

/** Asks a new user to confirm their address. */
export const verifyEmail = (to: To, link: string): Email =>
  message(to, 'Confirm your address', ['Open this link to confirm your address:', link, `${HOUR} ${NOT_YOU}`]);

/** Notifies an account holder that somebody signed up with their address again. */
export const knownEmail = (to: To, links: { signIn: string; forgot: string }): Email =>
  message(to, 'You already have an account', [
    'Somebody, perhaps you, signed up with this address. It already has an account, so nothing was changed.',
    `Sign in: ${links.signIn}`,
    `If you have forgotten your password: ${links.forgot}`,
    NOT_YOU,
  ]);

/** Lets a user choose a new password. */
export const resetEmail = (to: To, link: string): Email =>
  message(to, 'Choose a new password', ['Open this link to choose a new password:', link, `${HOUR} ${NOT_YOU}`]);

/** Lets a user who was added by another choose their first password. */
export const welcomeEmail = (to: To, link: string): Email =>
  message(to, 'Choose your password', [
    'An account was created for you. Open this link to choose your password:',
    link,
    HOUR,
  ]);

/** Notifies a user that their password was reset by a link, in case it was not them. */
export const replacedEmail = (to: To, forgot: string): Email =>
  passwordEmail(to, 'Your password was changed, and every session was ended.', forgot);

/** Notifies a user that their password was changed in their session, in case it was not them. */
export const changedEmail = (to: To, forgot: string): Email =>
  passwordEmail(to, 'Your password was changed in a session that was signed in as you.', forgot);

const passwordEmail = (to: To, what: string, forgot: string): Email =>
  message(to, 'Your password was changed', [what, `If this was not you, choose a new one immediately: ${forgot}`]);

/** Invites a person into a company. */
export const invitationEmail = (
  to: string,
  invitation: { company: string; role: string; by: string; link: string; days: number },
): Email => ({
  to,
  subject: `You are invited to ${plain(invitation.company)}`,
  text: [
    'Hello,',
    `${plain(invitation.by)} invites you to ${plain(invitation.company)} on Cardwright, as ${invitation.role}.`,
    `Sign in or sign up with this address, then accept: ${invitation.link}`,
    `The invitation ends after ${invitation.days} days.`,
    'Cardwright',
  ].join('\n\n'),
});

/** Notifies an owner of an invitation, because the session that sent it may be stolen. */
export const invitedEmail = (
  to: To,
  invitation: { company: string; email: string; role: string; by: string; link: string },
): Email => {
  const company = plain(invitation.company);
  return message(to, `New invitation to ${company}`, [
    `${plain(invitation.by)} invited ${invitation.email} to ${company} as ${invitation.role}.`,
    `Invitations and members: ${invitation.link}`,
    'If nobody on your team sent it, revoke the invitation and change your password.',
  ]);
};

/** Invites the first owner of a company that was opened for them. */
export const firstOwnerEmail = (
  to: string,
  { company, link, until }: { company: string; link: string; until: Date },
): Email => ({
  to,
  subject: `You are invited to ${plain(company)}`,
  text: [
    'Hello,',
    `${plain(company)} has an account at Cardwright, and you are invited as its owner.`,
    `Sign in or sign up with this address, then accept: ${link}`,
    `The invitation ends on ${until.toISOString().slice(0, 16).replace('T', ' at ')} UTC.`,
    'If you do not know this company, you can ignore this email.',
    'Cardwright',
  ].join('\n\n'),
});
