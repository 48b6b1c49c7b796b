// The texts of a company’s pages, in English. Each area has a file of its own, and keys begin with its name. A module
// imports the files of the texts that it shows, so a page loads no others.
import { speak } from '../../../shared/words/speak.ts';
import type { words as shared } from '../../../shared/words/t.ts';
import type { cards } from './cards.ts';
import type { events } from './events.ts';
import type { find } from './find.ts';
import type { fund } from './fund.ts';
import type { holders } from './holders.ts';
import type { imports } from './imports.ts';
import type { invitation } from './invitation.ts';
import type { keys } from './keys.ts';
import { loaded } from './loaded.ts';
import type { operations } from './operations.ts';
import type { overview } from './overview.ts';
import type { sandbox } from './sandbox.ts';
import type { security } from './security.ts';
import type { services } from './services.ts';
import type { statements } from './statements.ts';
import type { team } from './team.ts';
import type { transactions } from './transactions.ts';
import type { verification } from './verification.ts';
import type { webhooks } from './webhooks.ts';
import type { welcome } from './welcome.ts';

type Words = typeof shared &
  typeof cards &
  typeof events &
  typeof find &
  typeof fund &
  typeof holders &
  typeof imports &
  typeof invitation &
  typeof keys &
  typeof operations &
  typeof overview &
  typeof sandbox &
  typeof security &
  typeof services &
  typeof statements &
  typeof team &
  typeof transactions &
  typeof verification &
  typeof webhooks &
  typeof welcome;

/** The name of a text. */
export type Key = keyof Words;

export const { t, maybe } = speak(loaded as Words);
