// Which letter is sent when.
import type { Db } from '../db/db.ts';
import type { HandlerOptions } from './handle.ts';
import type { LibraryOptions } from './library.ts';
import type { Letter } from './mail.ts';
import { hasPassword } from './sql.ts';
import { changedLetter, knownLetter, replacedLetter, resetLetter, verifyLetter, welcomeLetter } from './words.ts';

type Letters = Pick<LibraryOptions, 'onVerify' | 'onKnown' | 'onReset' | 'onPasswordReset'> &
  Pick<HandlerOptions, 'onOwnChange'>;

/** The letters of signing in; `post` sends them. */
export function openLetters(options: { db: Db; post: (letter: Letter) => Promise<void>; publicUrl: string }): Letters {
  const { db, post, publicUrl } = options;
  const linkTo = (path: string, token: string) => `${publicUrl}${path}?token=${encodeURIComponent(token)}`;
  return {
    onVerify: (user, token, next) => {
      // Whoever was on the way to an invitation goes on to it once the address is confirmed.
      const on = next === '/' ? '' : `&next=${encodeURIComponent(next)}`;
      return post(verifyLetter(user, `${linkTo('/verify-email', token)}${on}`));
    },
    onKnown: (user) => post(knownLetter(user, { signIn: `${publicUrl}/sign-in`, forgot: `${publicUrl}/forgot` })),
    async onReset(user, token) {
      const isKnown = await hasPassword(db, user.id);
      await post((isKnown ? resetLetter : welcomeLetter)(user, linkTo('/reset', token)));
    },
    onPasswordReset: (user) => post(replacedLetter(user, `${publicUrl}/forgot`)),
    onOwnChange: (user) => post(changedLetter(user, `${publicUrl}/forgot`)),
  };
}
