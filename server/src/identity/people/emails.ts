// Which email is sent when.
import type { Db } from '../../platform/db/db.ts';
import type { Email } from '../../platform/mail/mail.ts';
import type { HandlerOptions } from './handle.ts';
import type { LibraryOptions } from './library.ts';
import { hasPassword } from './sql.ts';
import {
  knownEmail,
  ownChangeEmail,
  passkeyEmail,
  replacedEmail,
  resetEmail,
  verifyEmail,
  welcomeEmail,
} from './words.ts';

type Emails = Pick<LibraryOptions, 'onVerify' | 'onKnown' | 'onReset' | 'onPasswordReset'> &
  Pick<HandlerOptions, 'onOwnChange'> & {
    onPasskey(user: { name: string; email: string }, change: { name: string; was: 'added' | 'removed' }): void;
  };

/** Kinds of emails that a stranger can cause. Each kind has its own limit. */
export type EmailKind = 'verify' | 'known' | 'reset' | 'invitation';

type Options = {
  db: Db;
  /** Sends an email, unless its address has reached the limit for this kind. */
  post: (message: Email, kind: EmailKind) => Promise<void>;
  /** Sends an email about a change to an account, which no limit may suppress. */
  postAlways: (message: Email) => void;
  publicUrl: string;
};

/** The emails of signing in. */
export function openEmails({ db, post, postAlways, publicUrl }: Options): Emails {
  const linkTo = (path: string, token: string) => `${publicUrl}${path}?token=${encodeURIComponent(token)}`;
  return {
    onVerify: (user, token, next) => {
      // A person who came for an invitation continues to it once the address is confirmed.
      const on = next === '/' ? '' : `&next=${encodeURIComponent(next)}`;
      return post(verifyEmail(user, `${linkTo('/verify-email', token)}${on}`), 'verify');
    },
    onKnown: (user) =>
      post(knownEmail(user, { signIn: `${publicUrl}/sign-in`, forgot: `${publicUrl}/forgot` }), 'known'),
    async onReset(user, token) {
      const isKnown = await hasPassword(db, user.id);
      await post((isKnown ? resetEmail : welcomeEmail)(user, linkTo('/reset', token)), 'reset');
    },
    onPasswordReset: async (user) => postAlways(replacedEmail(user, `${publicUrl}/forgot`)),
    onPasskey: (user, change) => postAlways(passkeyEmail(user, { ...change, portal: publicUrl })),
    onOwnChange: async (user, what) => postAlways(ownChangeEmail(user, what, publicUrl)),
  };
}
