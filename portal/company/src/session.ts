// The signed-in person, and the company and environment of the address.
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import { auth } from '../../shared/auth.ts';
import { type Api, answer, apiOf } from '../../shared/client.ts';
import type { Company, Environment, Me } from '../../shared/portal-api.ts';
import { queries } from './queries.ts';

/** The query for the session. */
export const meQuery = {
  queryKey: ['me'],
  queryFn: (): Promise<Me> => answer(apiOf().GET('/portal/v1/me')),
  staleTime: 60_000,
} as const;

/** The signed-in person; the frame shows no page before this is known. */
export const useMe = () => useQuery(meQuery);

/** The company in the frame. Its pages keep it until they unmount, also during sign-out. */
export const CompanyShown = createContext<Company | undefined>(undefined);

/** The company of the address, with the signed-in person's role. Only for pages inside the frame. */
export function useCompany(): Company {
  const found = useContext(CompanyShown);
  if (found === undefined) throw new Error('This page belongs inside the frame of a company.');
  return found;
}

export type PageScope = {
  company: string;
  environment: Environment;
  /** The client for this company and environment. */
  api: Api;
  /** The key of a query: company, environment, area, and the rest. */
  key: (area: string, ...rest: readonly unknown[]) => QueryKey;
  /** The address of a page in this environment. */
  path: (page: string) => string;
};

/** The scope of a page of an environment. */
export function useScope(): PageScope {
  const params = useParams({ strict: false }) as { company?: string; environment?: string };
  const company = params.company ?? '';
  const environment: Environment = params.environment === 'live' ? 'live' : 'sandbox';
  return {
    company,
    environment,
    api: apiOf({ company, environment }),
    key: (area, ...rest) => [company, environment, area, ...rest],
    path: (page) => `/c/${company}/${environment}/${page}`,
  };
}

/** The scope of a page of the whole company: verification, team, security. */
export function useCompanyScope(): Omit<PageScope, 'environment'> {
  const { company = '' } = useParams({ strict: false }) as { company?: string };
  return {
    company,
    api: apiOf({ company }),
    key: (area, ...rest) => [company, 'company', area, ...rest],
    path: (page) => `/c/${company}/${page}`,
  };
}

/** Ends the session and clears the cache. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    await auth('/portal/auth', 'sign-out', {});
    await navigate({ to: '/sign-in' });
    queries.clear(); // last: mounted pages would otherwise refetch without a session
  };
}
