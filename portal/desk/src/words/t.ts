// The texts of the desk, in English. Each area has a file of its own; keys begin with the name of their area.
import { speak } from '../../../shared/words/speak.ts';
import { words as shared } from '../../../shared/words/t.ts';
import { deskActions } from './actions.ts';
import { deskAudit } from './audit.ts';
import { deskBooks } from './books.ts';
import { deskCompanies } from './companies.ts';
import { deskFrame } from './frame.ts';
import { deskJobs } from './jobs.ts';
import { deskOperators } from './operators.ts';
import { deskPauses } from './pauses.ts';
import { deskProducts } from './products.ts';
import { deskProposals } from './proposals.ts';
import { deskReconciling } from './reconciling.ts';
import { deskRecovery } from './recovery.ts';
import { deskReviews } from './reviews.ts';
import { deskStatus } from './status.ts';
import { deskVerifications } from './verifications.ts';
import { deskWork } from './work.ts';

const words = {
  ...shared,
  ...deskFrame,
  ...deskStatus,
  ...deskReviews,
  ...deskProposals,
  ...deskActions,
  ...deskVerifications,
  ...deskBooks,
  ...deskCompanies,
  ...deskProducts,
  ...deskPauses,
  ...deskReconciling,
  ...deskJobs,
  ...deskWork,
  ...deskAudit,
  ...deskOperators,
  ...deskRecovery,
} as const;

export const { t, maybe } = speak(words);
