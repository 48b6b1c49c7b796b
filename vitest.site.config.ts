import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['site/tests/**/*.test.ts'],
    globalSetup: ['server/tests/global-setup.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Node runs TypeScript natively, so tests run the code exactly as the processes do.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    maxWorkers: 2, // the samples mostly wait for the stack, and the pages for the browser
  },
});
