// The texts of a company’s pages, in English. Each area has a file of its own; keys begin with the name of their area.
import { speak } from '../../../shared/words/speak.ts';
import { words as shared } from '../../../shared/words/t.ts';
import { cards } from './cards.ts';
import { events } from './events.ts';
import { fund } from './fund.ts';
import { holders } from './holders.ts';
import { invitation } from './invitation.ts';
import { keys } from './keys.ts';
import { operations } from './operations.ts';
import { overview } from './overview.ts';
import { reference } from './reference.ts';
import { sandbox } from './sandbox.ts';
import { security } from './security.ts';
import { services } from './services.ts';
import { statements } from './statements.ts';
import { team } from './team.ts';
import { transactions } from './transactions.ts';
import { verification } from './verification.ts';
import { webhooks } from './webhooks.ts';
import { welcome } from './welcome.ts';

const words = {
  ...shared,
  ...welcome,
  ...overview,
  ...fund,
  ...cards,
  ...holders,
  ...services,
  ...operations,
  ...transactions,
  ...statements,
  ...keys,
  ...webhooks,
  ...events,
  ...sandbox,
  ...reference,
  ...verification,
  ...team,
  ...security,
  ...invitation,
} as const;

/** The name of a text. */
export type Key = keyof typeof words;

export const { t, maybe } = speak(words);
