import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'server/tests/**/*.test.ts',
      'admin-cli/tests/**/*.test.ts',
      'issuer-sandbox/tests/**/*.test.ts',
      'sdk/tests/**/*.test.ts',
      'cli/tests/**/*.test.ts',
      'stack/tests/**/*.test.ts',
      'tools/tests/**/*.test.ts',
      'proofs/tests/**/*.test.ts',
      'portal/tests/**/*.test.ts',
      'tests/journeys/**/*.test.ts',
    ],
    globalSetup: 'server/tests/global-setup.ts',
    // High enough for slow machines: these limits only end tests that hang.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Node runs TypeScript natively, so tests run the code exactly as the processes do.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    maxWorkers: 3, // CI has two cores, and a file mostly waits for leases to end or processes to start
  },
});
