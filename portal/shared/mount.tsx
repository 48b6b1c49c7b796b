// Mounts an application with the providers of all its pages.
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './ground.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { useAccent } from './accent.ts';
import { keepFocus } from './focus.ts';
import { nonce } from './nonce.ts';
import { themeOf, variables } from './theme.ts';

function Ground({ queries, children }: { queries: QueryClient; children: ReactNode }) {
  const accent = useAccent();
  return (
    <MantineProvider
      theme={themeOf(accent)}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
      deduplicateInlineStyles
    >
      <QueryClientProvider client={queries}>
        {children}
        <Notifications position="bottom-right" />
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Shows the application. */
export function mount(queries: QueryClient, application: ReactNode): void {
  const place = document.getElementById('root');
  if (place === null) throw new Error('The page has no place for the application.');
  keepFocus();
  createRoot(place).render(
    <StrictMode>
      <Ground queries={queries}>{application}</Ground>
    </StrictMode>,
  );
}
