// The texts of what both sets of pages stand on, in English. Each area has a file of its own; keys begin with its name.
import { frame } from './frame.ts';
import { passkeys } from './passkeys.ts';
import { refusals } from './refusals.ts';
import { secondFactor } from './second-factor.ts';
import { signIn } from './sign-in.ts';
import { speak } from './speak.ts';
import { states } from './states.ts';
import { statuses } from './statuses.ts';

export const words = {
  ...frame,
  ...states,
  ...refusals,
  ...statuses,
  ...signIn,
  ...secondFactor,
  ...passkeys,
} as const;

export const { t, maybe } = speak(words);
