// What a person's role allows, so that a page offers nothing that the server would refuse. The server decides.
import type { Environment, Role } from '../../../shared/portal-api.ts';
import { useCompany } from '../session.ts';

const isOneOf = (role: Role, ...roles: readonly Role[]) => roles.includes(role);

export type May = {
  /** The company is verified: otherwise only the company itself is readable. */
  approved: boolean;
  manageTeam: boolean;
  verify: boolean;
  readKeys: boolean;
  makeKeys: boolean;
  endKeys: boolean;
  readEvents: boolean;
  changeWebhooks: boolean;
  useSandbox: boolean;
};

/** What the page may offer now. */
export function useMay(): May {
  const { role, verification, suspended } = useCompany();
  const approved = verification === 'approved';
  const builds = isOneOf(role, 'owner', 'developer');
  const mayWrite = approved && !suspended;
  return {
    approved,
    manageTeam: role === 'owner',
    verify: role === 'owner',
    readKeys: builds,
    makeKeys: builds && mayWrite,
    endKeys: builds,
    readEvents: role !== 'viewer',
    changeWebhooks: builds && mayWrite,
    useSandbox: role !== 'viewer' && mayWrite,
  };
}

/** The other environment, which has its own keys and endpoints. */
export const otherEnvironment = (environment: Environment): Environment =>
  environment === 'live' ? 'sandbox' : 'live';
