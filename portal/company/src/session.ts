// Who is signed in, and which company and environment the address names.
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import { auth } from '../../shared/auth.ts';
import { type Api, answer, apiOf } from '../../shared/client.ts';
import type { Company, Environment, Me } from '../../shared/portal-api.ts';
import { queries } from './queries.ts';

/** How to ask who is signed in. */
export const meQuery = {
  queryKey: ['me'],
  queryFn: (): Promise<Me> => answer(apiOf().GET('/portal/v1/me')),
  staleTime: 60_000,
} as const;

/** Who is signed in; the frame lets no page show before this is known. */
export const useMe = () => useQuery(meQuery);

/** The company that the frame shows. Its pages keep it until they are gone, also while its person signs out. */
export const CompanyShown = createContext<Company | undefined>(undefined);

/** The company of the address as the signed-in person has it. Only for pages inside the frame. */
export function useCompany(): Company {
  const found = useContext(CompanyShown);
  if (found === undefined) throw new Error('This page belongs inside the frame of a company.');
  return found;
}

export type PageScope = {
  company: string;
  environment: Environment;
  /** The client whose requests are about this company and environment. */
  api: Api;
  /** The key of a query: company, environment, area, and whatever else decides the answer. */
  key: (area: string, ...rest: readonly unknown[]) => QueryKey;
  /** The address of a page of this environment. */
  path: (page: string) => string;
};

/** What a page of an environment is about. */
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

/** What a page of the whole company is about: verification, team, security. */
export function useCompanyScope(): Omit<PageScope, 'environment'> {
  const { company = '' } = useParams({ strict: false }) as { company?: string };
  return {
    company,
    api: apiOf({ company }),
    key: (area, ...rest) => [company, 'company', area, ...rest],
    path: (page) => `/c/${company}/${page}`,
  };
}

/** Ends the session and forgets every answer. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    await auth('/portal/auth', 'sign-out', {});
    await navigate({ to: '/sign-in' });
    queries.clear(); // afterwards: a page that is still there would ask again, as nobody
  };
}
