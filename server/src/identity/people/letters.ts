// Which email is sent when.
import type { Db } from '../../platform/db/db.ts';
import type { Letter } from '../../platform/mail/mail.ts';
import type { HandlerOptions } from './handle.ts';
import type { LibraryOptions } from './library.ts';
import { hasPassword } from './sql.ts';
import { changedLetter, knownLetter, replacedLetter, resetLetter, verifyLetter, welcomeLetter } from './words.ts';

type Letters = Pick<LibraryOptions, 'onVerify' | 'onKnown' | 'onReset' | 'onPasswordReset'> &
  Pick<HandlerOptions, 'onOwnChange'>;

/** Kinds of emails that a stranger can cause. Each kind has its own limit. */
export type LetterKind = 'verify' | 'known' | 'reset' | 'invitation';

type Options = {
  db: Db;
  /** Sends an email, unless its address has reached the limit for this kind. */
  post: (letter: Letter, kind: LetterKind) => Promise<void>;
  /** Sends an email about a change to an account, which no limit may suppress. */
  postAlways: (letter: Letter) => void;
  publicUrl: string;
};

/** The emails of signing in. */
export function openLetters({ db, post, postAlways, publicUrl }: Options): Letters {
  const linkTo = (path: string, token: string) => `${publicUrl}${path}?token=${encodeURIComponent(token)}`;
  return {
    onVerify: (user, token, next) => {
      // A person who came for an invitation continues to it once the address is confirmed.
      const on = next === '/' ? '' : `&next=${encodeURIComponent(next)}`;
      return post(verifyLetter(user, `${linkTo('/verify-email', token)}${on}`), 'verify');
    },
    onKnown: (user) =>
      post(knownLetter(user, { signIn: `${publicUrl}/sign-in`, forgot: `${publicUrl}/forgot` }), 'known'),
    async onReset(user, token) {
      const isKnown = await hasPassword(db, user.id);
      await post((isKnown ? resetLetter : welcomeLetter)(user, linkTo('/reset', token)), 'reset');
    },
    onPasswordReset: async (user) => postAlways(replacedLetter(user, `${publicUrl}/forgot`)),
    onOwnChange: async (user) => postAlways(changedLetter(user, `${publicUrl}/forgot`)),
  };
}
