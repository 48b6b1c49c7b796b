// Before all journeys: the pages are built once, and not by each file that finds them old.
import { buildPages } from '@cardwright/stack/pages.ts';

/** Builds the pages unless they are new. */
export async function setup(): Promise<void> {
  await buildPages('production', () => console.log('building the pages …'));
}
