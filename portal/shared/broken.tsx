// A page that broke, or did not come: after a deployment the parts that an open page would load are no longer there.
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Page } from './page.tsx';
import { Problem } from './problem.ts';
import { ProblemShown } from './states/problem.tsx';
import { PageSkeleton } from './states/skeletons.tsx';
import { t } from './words/t.ts';

/** How browsers, and our loader of styles, say that a part did not come. */
const missing = /dynamically imported module|module script failed|preload CSS/i;

/** Keeps the frame around it, so that one can go elsewhere. What did not come is tried again once before it is told. */
export function Broken({ error }: ErrorComponentProps) {
  const message = error instanceof Error ? error.message : '';
  const isMissing = missing.test(message);
  const [reloads] = useState(() => isMissing && !wasTried(message));
  useEffect(() => {
    if (reloads) tryAgain(message);
  }, [reloads, message]);
  if (reloads) return <PageSkeleton />;
  return (
    <Page title={t('states.broken')}>
      <ProblemShown
        error={isMissing ? new Problem(0, { code: 'part_missing' }) : error}
        again={() => location.reload()} // what did not come once does not come again without
      />
    </Page>
  );
}

/** The router tries pages again by itself, once for each, and keeps that under this name; so do we for their parts. */
const nameOf = (message: string) => `tanstack_router_reload:${message}`;

const wasTried = (message: string) => sessionStorage.getItem(nameOf(message)) !== null;

function tryAgain(message: string): void {
  sessionStorage.setItem(nameOf(message), '1');
  location.reload();
}
