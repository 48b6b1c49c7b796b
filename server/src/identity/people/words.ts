// The emails to people: subject and plain text, each with one link at most.
import type { Email } from '../../platform/mail/mail.ts';
import type { OwnChange } from './paths.ts';

type To = { name: string; email: string };

/** How long links in emails work, as the emails say it. */
const HOUR = 'The link is valid for one hour.';
const NOT_YOU = "If this wasn't you, you can ignore this email.";

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

/** Asks the person who signed up to confirm their address. */
export const verifyEmail = (to: To, link: string): Email =>
  message(to, 'Confirm your email address', [
    'Open this link to confirm your email address:',
    link,
    `${HOUR} ${NOT_YOU}`,
  ]);

/** Tells the owner of an account that somebody signed up with their address again. */
export const knownEmail = (to: To, links: { signIn: string; forgot: string }): Email =>
  message(to, 'You already have an account', [
    'Someone, perhaps you, signed up with this address. It already has an account, so nothing was changed.',
    `Sign in: ${links.signIn}`,
    `Reset your password: ${links.forgot}`,
    NOT_YOU,
  ]);

/** Lets a user choose a new password. */
export const resetEmail = (to: To, link: string): Email =>
  message(to, 'Choose a new password', ['Open this link to choose a new password:', link, `${HOUR} ${NOT_YOU}`]);

/** Lets somebody who was added by another choose their first password. */
export const welcomeEmail = (to: To, link: string): Email =>
  message(to, 'Choose your password', [
    'An account was created for you. Open this link to choose your password:',
    link,
    HOUR,
  ]);

/** Tells somebody that their password was replaced by a link, because they should know if it was not them. */
export const replacedEmail = (to: To, forgot: string): Email =>
  passwordEmail(to, 'Your password was changed, and all of your sessions were signed out.', forgot);

const passwordEmail = (to: To, what: string, forgot: string): Email =>
  message(to, 'Your password was changed', [what, `If this wasn't you, choose a new password immediately: ${forgot}`]);

/** Tells somebody what was changed in a session of theirs, because it may not have been them. */
export function ownChangeEmail(to: To, what: OwnChange, portal: string): Email {
  const bySomeone = 'by someone who was signed in to your account.';
  switch (what) {
    case 'password':
      return passwordEmail(to, `Your password was changed ${bySomeone}`, `${portal}/forgot`);
    case 'app':
      return factorEmail(to, 'An authenticator app was added', `An authenticator app was set up ${bySomeone}`, portal);
    case 'app_removed':
      return factorEmail(
        to,
        'Your authenticator app was removed',
        `Your authenticator app was removed ${bySomeone}`,
        portal,
      );
    case 'backup_codes':
      return factorEmail(
        to,
        'Your backup codes were replaced',
        `Your backup codes were replaced ${bySomeone} The earlier ones no longer work.`,
        portal,
      );
  }
}

/** Tells somebody about a passkey that was added or removed, because it may not have been them. */
export const passkeyEmail = (to: To, { name, was, portal }: PasskeyChange): Email =>
  factorEmail(
    to,
    `A passkey was ${was}`,
    `The passkey “${plain(name)}” was ${was} by someone who was signed in to your account.`,
    portal,
  );

const factorEmail = (to: To, subject: string, what: string, portal: string): Email =>
  message(to, subject, [
    what,
    `Your two-factor settings and sessions are under “Security”: ${portal}`,
    "If this wasn't you, change your password and sign out everywhere else immediately.",
  ]);

type PasskeyChange = { name: string; was: 'added' | 'removed'; portal: string };

/** Invites a person into a company. */
export const invitationEmail = (
  to: string,
  invitation: { company: string; role: string; by: string; link: string; days: number },
): Email => ({
  to,
  subject: `You're invited to join ${plain(invitation.company)}`,
  text: [
    'Hello,',
    `${plain(invitation.by)} invited you to join ${plain(invitation.company)} on Cardwright as ${invitation.role}.`,
    `Sign in or sign up with this address, then accept: ${invitation.link}`,
    `The invitation is valid for ${invitation.days} days.`,
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
  subject: `You're invited to join ${plain(company)}`,
  text: [
    'Hello,',
    `${plain(company)} has an account at Cardwright. You're invited to join it as its owner.`,
    `Sign in or sign up with this address, then accept: ${link}`,
    `The invitation is valid until ${until.toISOString().slice(0, 16).replace('T', ' at ')} UTC.`,
    "If you don't know this company, you can ignore this email.",
    'Cardwright',
  ].join('\n\n'),
});
