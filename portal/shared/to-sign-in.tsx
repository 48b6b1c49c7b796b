// The way from a page that needs a session to the sign-in, and from there back to the page.
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { withNext } from './next.ts';

type Props = {
  /** Whether there was a session until now: the sign-in then says that it has ended. */
  ended: boolean;
};

/** Leads to the sign-in, once: the address is another one before this page is gone, and would be asked for in turn. */
export function ToSignIn({ ended }: Props) {
  const navigate = useNavigate();
  const { href } = useLocation();
  const asked = useRef({ ...withNext(href), ...(ended ? { ended: 'yes' } : {}) });
  useEffect(() => void navigate({ to: '/sign-in', search: asked.current, replace: true } as never), [navigate]);
  return null;
}
