import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'server/tests/**/*.test.ts',
      'admin-cli/tests/**/*.test.ts',
      'issuer-sandbox/tests/**/*.test.ts',
      'receiver/tests/**/*.test.ts',
      'stack/tests/**/*.test.ts',
      'proofs/tests/**/*.test.ts',
      'portal/tests/**/*.test.ts',
      'tests/journeys/**/*.test.ts',
    ],
    globalSetup: 'server/tests/global-setup.ts',
    // These limits only end tests that hang, on slow machines too.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Node runs our TypeScript by itself, and the tests run it exactly as the processes do.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    maxWorkers: 3, // CI has two cores; much of the time a file waits, for a lease that ends or a process that starts
  },
});
