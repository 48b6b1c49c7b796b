// One Postgres cluster for the whole run. Every test file gets its own database in it, copied from a template that was
// migrated and seeded once.
import { type PostgresVersion, startPostgres } from '@cardwright/stack/postgres.ts';
import { startStack } from '@cardwright/stack/start.ts';
import type { TestProject } from 'vitest/node';

/** The template database. */
const TEMPLATE = 'cardwright_template';

declare module 'vitest' {
  interface ProvidedContext {
    /** Administrator's URL of the cluster. */
    adminUrl: string;
    postgresVersion: PostgresVersion;
    /** The template database, and the peppers of its keys. */
    template: { database: string; peppers: string };
  }
}

/** Starts the cluster and prepares the template. Returns a function that stops the cluster. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const version = readVersion(process.env['CARDWRIGHT_POSTGRES'] ?? '18');
  // Test data is disposable, and on a slow disk flushes take most of the time.
  const postgres = await startPostgres({ version, settings: { fsync: 'off' } });
  try {
    const stack = await startStack({ adminUrl: postgres.url, database: TEMPLATE, api: 0, workers: 0 });
    project.provide('adminUrl', postgres.url);
    project.provide('postgresVersion', version);
    project.provide('template', { database: TEMPLATE, peppers: stack.secrets.peppers });
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return () => postgres.stop();
}

function readVersion(text: string): PostgresVersion {
  if (text === '15' || text === '18') return text;
  throw new Error(`CARDWRIGHT_POSTGRES must be 15 or 18; it is "${text}"`);
}
