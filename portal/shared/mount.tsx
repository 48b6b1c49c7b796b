// Mounts an application with the providers of all its pages.
import './library-styles.ts';
import './ground.css';
import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepFocus } from './focus.ts';
import { nonce } from './nonce.ts';
import { theme, variables } from './theme.ts';
import { Toasts } from './toast.tsx';

function Ground({ queries, children }: { queries: QueryClient; children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
      deduplicateInlineStyles
    >
      <QueryClientProvider client={queries}>
        {children}
        <Toasts />
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
