// The pages of the operator's desk.
import '../../shared/nonce.ts';
import { RouterProvider } from '@tanstack/react-router';
import { mount } from '../../shared/mount.tsx';
import { queries } from './queries.ts';
import { router } from './router.tsx';

mount(queries, <RouterProvider router={router} />);
