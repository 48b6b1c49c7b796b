import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/portal/**/*.test.ts'],
    globalSetup: ['server/tests/global-setup.ts', 'tests/portal/built.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000, // a whole stack starts, and for some of them a company with a long past
    // Node runs our TypeScript by itself, and the tests run it exactly as the processes do.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    maxWorkers: 2, // a browser and six processes run beside each file, and wait for each other much of the time
  },
});
