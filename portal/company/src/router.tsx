// The route tree: pages before sign-in at the top, pages of a company inside its frame.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { Broken } from '../../shared/broken.tsx';
import { answer, apiOf } from '../../shared/client.ts';
import { NotFound } from '../../shared/not-found.tsx';
import { PageSkeleton } from '../../shared/states/skeletons.tsx';
import { StepUp } from '../../shared/step-up.tsx';
import { CompanyFrame } from './frame/company-frame.tsx';
import { EnvironmentPages } from './frame/environment.tsx';
import { Start } from './frame/start.tsx';
import { pages } from './routes.ts';

const stepUp = (code: string) => answer(apiOf().POST('/portal/v1/step-up', { body: { code } }));

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <StepUp check={stepUp} />
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

export const router = createRouter({
  routeTree: root.addChildren([start, ...doors, company.addChildren([...whole, environment.addChildren(scoped)])]),
  defaultPreload: 'intent',
  // Another company, environment or object remounts the page: no response, dialog or input carries over.
  defaultRemountDeps: ({ params }) => params,
  defaultPendingComponent: PageSkeleton,
  defaultPendingMs: 150,
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: Broken,
  scrollRestoration: true,
});
