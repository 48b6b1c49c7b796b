// Builds the pages once before all journeys, instead of in each file.
import { buildPages } from '@cardwright/stack/pages.ts';

/** Builds the pages unless they are up to date. */
export async function setup(): Promise<void> {
  await buildPages('production', () => console.log('building the pages …'));
}
