// The pages of a company's people.
import '../../shared/nonce.ts';
import { RouterProvider } from '@tanstack/react-router';
import { mount } from '../../shared/mount.tsx';
import { queries } from './queries.ts';
import { router } from './router.tsx';
import { meQuery } from './session.ts';

// Requested while the page's chunk still loads: every page of a company waits for it.
if (location.pathname.startsWith('/c/')) void queries.prefetchQuery(meQuery);

mount(queries, <RouterProvider router={router} />);
