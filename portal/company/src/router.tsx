// The route tree: pages before sign-in at the top, pages of a company inside its frame.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
} from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { Broken, BrokenAlone } from '../../shared/broken.tsx';
import { answer, apiOf } from '../../shared/client.ts';
import { NotFound, NotFoundAlone } from '../../shared/not-found.tsx';
import { PageSkeleton } from '../../shared/states/skeletons.tsx';
import { StepUp } from '../../shared/step-up.tsx';
import { CompanyFrame } from './frame/company-frame.tsx';
import { EnvironmentPages } from './frame/environment.tsx';
import { Start } from './frame/start.tsx';
import { queries } from './queries.ts';
import { pages } from './routes.ts';
import { passkeysQuery } from './security/passkeys-query.ts';

/** Both ways to confirm. A passkey is given in two requests, around the browser's dialog. */
const passkey: ComponentProps<typeof StepUp>['passkey'] = {
  ways: async () => {
    const { hasApp, data } = await queries.fetchQuery(passkeysQuery);
    return { app: hasApp, passkey: data.length > 0 };
  },
  begin: () => answer(apiOf().POST('/portal/v1/step-up/options')),
  finish: (credential) => answer(apiOf().POST('/portal/v1/step-up/passkey', { body: { credential } })),
};
const stepUp = (code: string) => answer(apiOf().POST('/portal/v1/step-up', { body: { code } }));

const root = createRootRoute({
  notFoundComponent: NotFoundAlone,
  errorComponent: BrokenAlone,
  component: () => (
    <>
      <Outlet />
      <StepUp check={stepUp} passkey={passkey} />
    </>
  ),
});

const start = createRoute({ getParentRoute: () => root, path: '/', component: Start });
const company = createRoute({ getParentRoute: () => root, path: '/c/$company', component: CompanyFrame });
const environment = createRoute({ getParentRoute: () => company, path: '$environment', component: EnvironmentPages });

const of = (wanted: (typeof pages)[number]['place']) => pages.filter(({ place }) => place === wanted);
const doors = of('door').map(({ path, load }) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, 'Page') }),
);
const whole = of('company').map(({ path, load }) =>
  createRoute({ getParentRoute: () => company, path, component: lazyRouteComponent(load, 'Page') }),
);
const scoped = of('environment').map(({ path, load }) =>
  createRoute({ getParentRoute: () => environment, path, component: lazyRouteComponent(load, 'Page') }),
);

// The reference was a page of the portal; the documentation has it now.
const moved = createRoute({
  getParentRoute: () => environment,
  path: 'developers/reference',
  component: () => <Navigate from="/c/$company/$environment" to="../developers/keys" replace />,
});

/** Keeps the navigation around an address without a page. */
const elsewhere = createRoute({ getParentRoute: () => environment, path: '$', component: NotFound });

export const router = createRouter({
  routeTree: root.addChildren([
    start,
    ...doors,
    company.addChildren([...whole, environment.addChildren([...scoped, moved, elsewhere])]),
  ]),
  defaultPreload: 'intent',
  // Another company, environment or object remounts the page: no response, dialog or input carries over.
  defaultRemountDeps: ({ params }) => params,
  defaultPendingComponent: PageSkeleton,
  defaultPendingMs: 150,
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: Broken,
  scrollRestoration: true,
});
