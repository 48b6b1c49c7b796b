// The desk's contract, under the names that its pages use.
import type { AnswerOf, SentTo } from './answers.ts';
import type { operations, paths } from './desk-openapi.d.ts';

export type DeskPaths = paths;

type Answer<Name extends keyof operations> = AnswerOf<operations[Name]>;
type Sent<Name extends keyof operations> = SentTo<operations[Name]>;

export type DeskStatus = Answer<'getStatus'>;
export type DeskProblem = DeskStatus['problems'][number];
export type Queue = DeskStatus['queues'][number];
export type Pause = DeskStatus['pauses'][number];

export type Matter = Answer<'listReviews'>['data'][number];
export type Dossier = Answer<'getReview'>;
export type ReviewProposal = Dossier['proposals'][number];
export type Way = Dossier['ways'][number];
export type Effect = Answer<'previewProposal'>;
export type Decision = Sent<'proposeDecision'>;

export type Proposal = Answer<'getProposal'>;

export type WaitingVerification = Answer<'listVerifications'>['data'][number];
export type Verification = Answer<'getVerification'>;

export type CompanyRow = Answer<'listCompanies'>['data'][number];
export type Company = Answer<'getCompany'>;
export type OperationRow = Answer<'listOperations'>['data'][number];
export type CardRow = Answer<'listCards'>['data'][number];
export type InvoiceRow = Answer<'listInvoices'>['data'][number];
export type CardAtDesk = Answer<'getCard'>;
export type HolderAtDesk = Answer<'getHolder'>;
export type FoundById = Answer<'findByIds'>['data'][number];
export type CompanyKey = Company['keys'][number];
export type CompanyMember = Company['members'][number];
export type Limits = Company['limits'];

export type Product = Answer<'listProducts'>['data'][number];
export type Price = Product['prices'][number];
export type PriceChange = Answer<'previewPrice'>;
export type NewPrice = Sent<'setPrice'>;

export type Run = Answer<'listReconciliations'>['data'][number];
export type RunWithBreaks = Answer<'getReconciliation'>;
export type Break = RunWithBreaks['data'][number];

export type Job = Answer<'listJobs'>['dead'][number];
export type ParkedWork = Answer<'listParkedWork'>['data'][number];
export type Release = Sent<'releaseWork'>;
export type UnplacedNotification = Answer<'listUnplacedNotifications'>['unplaced'][number];
export type Recovery = Answer<'getRecovery'>;
export type AuditEntry = Answer<'listAudit'>['data'][number];
export type Chain = Answer<'verifyAudit'>;
export type Operator = Answer<'listOperators'>['data'][number];
export type Token = Answer<'listTokens'>['data'][number];
export type NewToken = Sent<'createToken'>;
