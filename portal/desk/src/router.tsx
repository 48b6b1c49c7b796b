// The desk's route tree: pages before sign-in at the top, everything else inside the frame.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
} from '@tanstack/react-router';
import { Broken, BrokenAlone } from '../../shared/broken.tsx';
import { send } from '../../shared/client.ts';
import { NotFound } from '../../shared/not-found.tsx';
import { problemOf } from '../../shared/problem.ts';
import { PageSkeleton } from '../../shared/states/skeletons.tsx';
import { StepUp } from '../../shared/step-up.tsx';
import { DeskFrame } from './frame/desk-frame.tsx';
import { pages } from './routes.ts';

async function stepUp(code: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ code });
  const answer = await send(new Request(`${location.origin}/desk/v1/step-up`, { method: 'POST', headers, body }));
  if (!answer.ok) throw await problemOf(answer);
}

const root = createRootRoute({
  errorComponent: BrokenAlone,
  component: () => (
    <>
      <Outlet />
      <StepUp check={stepUp} />
    </>
  ),
});

const frame = createRoute({ getParentRoute: () => root, id: 'desk', component: DeskFrame });
const start = createRoute({
  getParentRoute: () => frame,
  path: '/',
  component: () => <Navigate to="/status" replace />,
});
const doors = pages
  .filter(({ place }) => place === 'door')
  .map(({ path, load }) =>
    createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, 'Page') }),
  );
const framed = pages
  .filter(({ place }) => place === 'desk')
  .map(({ path, load }) =>
    createRoute({ getParentRoute: () => frame, path, component: lazyRouteComponent(load, 'Page') }),
  );

const elsewhere = createRoute({ getParentRoute: () => frame, path: '$', component: NotFound });

export const router = createRouter({
  routeTree: root.addChildren([...doors, frame.addChildren([start, ...framed, elsewhere])]),
  defaultPreload: 'intent',
  // Another object remounts the page: no response, dialog or input carries over.
  defaultRemountDeps: ({ params }) => params,
  defaultPendingComponent: PageSkeleton,
  defaultPendingMs: 150,
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: Broken,
  scrollRestoration: true,
});
