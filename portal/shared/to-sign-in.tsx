// Redirects a page that needs a session to sign-in, and back afterwards.
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { withNext } from './next.ts';

type Props = {
  /** Whether a session existed until now: sign-in then says that it has ended. */
  ended: boolean;
};

/** Redirects to sign-in. Keeps the first address, because it changes before this component unmounts. */
export function ToSignIn({ ended }: Props) {
  const navigate = useNavigate();
  const { href } = useLocation();
  const asked = useRef({ ...withNext(href), ...(ended ? { ended: 'yes' } : {}) });
  useEffect(() => void navigate({ to: '/sign-in', search: asked.current, replace: true } as never), [navigate]);
  return null;
}
