// The SDK: a client that cannot charge twice, webhooks, and statements that are checked offline.
import { verify as verifyStatements } from './statements.ts';
import { authenticate, sign, verify } from './webhooks.ts';

export type { Answer, Call, KeyedOptions, List, Options, Page, ScenarioOptions } from './call.ts';
export { type Client, type ClientOptions, createClient } from './client.ts';
export {
  AbortedError,
  ApiError,
  CardwrightError,
  ConnectionError,
  type ErrorCode,
  type ErrorDetails,
  IntentConflictError,
  TimeoutError,
  type Verdict,
} from './errors.ts';
export type { Follow } from './follow.ts';
/** The contract, as openapi-fetch takes it. */
export type { paths } from './generated/api.ts';
export type { Resources, Schemas } from './generated/resources.ts';
export type { DurableIntents, Intent, IntentOutcome, IntentStore, Recovered, SavedIntent } from './intents.ts';
export type { Order, Outcome, RunOptions } from './run.ts';
export type { Checked, Verified } from './statements.ts';
export type { Attempt, Hooks } from './transport.ts';
export { type Event, type GivenHeaders, type Secret, SignatureError, type VerifyOptions } from './webhooks.ts';

/** Deliveries of events: verify what you receive, and sign what your tests send. */
export const webhooks: { verify: typeof verify; authenticate: typeof authenticate; sign: typeof sign } = {
  verify,
  authenticate,
  sign,
};

/** Statements of the card account, checked without us. */
export const statements: { verify: typeof verifyStatements } = { verify: verifyStatements };
