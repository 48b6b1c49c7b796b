// The portal's contract, under the names that its pages use.
import type { AnswerOf } from './answers.ts';
import type { components, operations, paths } from './portal-openapi.d.ts';

type Answer<Name extends keyof operations> = AnswerOf<operations[Name]>;
type Schemas = components['schemas'];

export type Company = Schemas['OwnCompany'];
export type Role = Company['role'];
export type CompanyKind = Company['kind'];
export type Me = Answer<'getMe'>;
export type PasskeyList = Answer<'listPasskeys'>;

export type Team = Answer<'getTeam'>;
export type Member = Team['members'][number];
export type Invitation = Team['invitations'][number];
export type InvitationToMe = Answer<'getInvitation'>;

export type Verification = Schemas['Verification'];

export type ApiKey = Schemas['CompanyKey'];
export type Environment = ApiKey['environment'];
export type KeyScope = Answer<'listScopes'>['items'][number];

export type Overview = Schemas['Overview'];
export type NamesShown = Answer<'getNames'>;
export type StatementActivity = Schemas['StatementActivity'];
export type ImportPreview = Schemas['ImportPreview'];
export type Import = Schemas['Import'];
export type ImportProgress = Answer<'getImport'>;
export type ImportedRow = Schemas['ImportedRow'];
export type SearchFound = Schemas['Search'];
export type OperationTimeline = Schemas['OperationTimeline'];

/** Only development processes have these, so the contract does not include them. */
type DevelopmentPaths = {
  '/portal/v1/development': {
    get: {
      parameters: { query?: never; path?: never };
      responses: {
        200: { content: { 'application/json': { people: { email: string; name: string; role: Role }[] } } };
      };
    };
  };
  '/portal/v1/development/sign-in': {
    post: {
      parameters: { query?: never; path?: never };
      requestBody: { content: { 'application/json': { email: string } } };
      responses: { 200: { content: { 'application/json': Record<string, never> } } };
    };
  };
};

/** Paths of the portal itself. */
export type PortalPaths = paths & DevelopmentPaths;
