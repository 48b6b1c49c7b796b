import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/portal/**/*.test.ts'],
    globalSetup: ['server/tests/global-setup.ts', 'tests/portal/built.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000, // starts a whole stack, and for some files a company with a long history
    // Node runs TypeScript natively, so tests run the code exactly as the processes do.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    maxWorkers: 2, // each file runs a browser and six processes, which mostly wait for each other
  },
});
