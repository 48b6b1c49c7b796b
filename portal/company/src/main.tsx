// The pages of a company's people.
import '../../shared/nonce.ts';
import { RouterProvider } from '@tanstack/react-router';
import { mount } from '../../shared/mount.tsx';
import { queries } from './queries.ts';
import { router } from './router.tsx';
import { meQuery } from './session.ts';

// Asked while the page's own file is still on its way: no page of a company shows before it is answered.
if (location.pathname.startsWith('/c/')) void queries.prefetchQuery(meQuery);

mount(queries, <RouterProvider router={router} />);
