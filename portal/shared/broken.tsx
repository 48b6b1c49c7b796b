// A page that crashed or failed to load: after a deployment, the chunks of an open page no longer exist.
import { Container } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Page } from './page.tsx';
import { Problem } from './problem.ts';
import { ProblemShown } from './states/problem.tsx';
import { PageSkeleton } from './states/skeletons.tsx';
import { t } from './words/t.ts';

/** Error messages of browsers, and of our style loader, for a missing chunk. */
const missing = /dynamically imported module|module script failed|preload CSS/i;

/** Keeps the frame, so that people can navigate away. Reloads once for a missing chunk before it shows an error. */
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
        again={() => location.reload()} // a failed import stays failed until a reload
      />
    </Page>
  );
}

/** The same where no frame is left. */
export const BrokenAlone = (props: ErrorComponentProps) => (
  <Container component="main" py="xl">
    <Broken {...props} />
  </Container>
);

/** The router reloads once per failed page and stores that under this name; we do the same for missing chunks. */
const nameOf = (message: string) => `tanstack_router_reload:${message}`;

const wasTried = (message: string) => sessionStorage.getItem(nameOf(message)) !== null;

function tryAgain(message: string): void {
  sessionStorage.setItem(nameOf(message), '1');
  location.reload();
}
