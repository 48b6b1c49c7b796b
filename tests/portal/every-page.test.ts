// Every page of both sites in each of its states: light and dark, desktop and phone. A page without a view fails the
// first tests.
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addresses as companyAddresses } from '../../portal/company/src/addresses.ts';
import { addresses as deskAddresses } from '../../portal/desk/src/addresses.ts';
import { halfOperator } from '../../server/tests/surfaces/desk/operator.ts';
import { DESKTOP, PHONE, type Visitor } from './browser.ts';
import { writeContactSheet } from './contact-sheet.ts';
import { type FullHouse, fill } from './full-house.ts';
import { type House, openHouse } from './house.ts';
import { EVERY_PAGE, look, PICTURES_ONLY, rests, ways } from './looking.ts';
import type { View, Who } from './view.ts';
import { companyViews } from './views-company.ts';
import { deskViews } from './views-desk.ts';

let house: House;
let full: FullHouse;
let visitors: Record<Who, Visitor>;
beforeAll(async () => {
  if (PICTURES_ONLY !== 'some') await rm(EVERY_PAGE, { recursive: true, force: true });
  house = await openHouse('every-page', { tampered: true }); // its past is written on days that are over
  full = await fill(house);
  const size = { ...DESKTOP };
  visitors = {
    ida: await house.enters(full.ida, size),
    otto: await house.enters(full.otto, size),
    vera: await house.enters(full.vera, size),
    stranger: await house.stranger(size),
    ann: await house.entersDesk(full.ann, size),
    bob: await house.entersDesk(full.bob, size),
    half: await house.entersDesk(await halfOperator(house.world, 'Nina Neu'), size),
    deskStranger: await house.atDesk(size),
  };
});
afterAll(async () => {
  await full?.close();
  await house?.leave();
  await house?.stop();
  await writeContactSheet(
    EVERY_PAGE,
    ways.map(({ name }) => name),
  );
});

/** The part of the views to check, such as 2/3 for every third one from the second: all of them take minutes. */
const [part = 1, parts = 1] = (process.env['CARDWRIGHT_VIEWS'] ?? '1/1').split('/').map(Number);
const isOfPart = (_view: View, index: number) => index % parts === part - 1;

const siteOf = { company: companyViews, desk: deskViews } as const;

describe.each([
  ['company', companyAddresses],
  ['desk', deskAddresses],
] as const)('the pages of the %s', (site, table) => {
  const views = siteOf[site];

  test('all have a view', () => {
    const seen = new Set(views.map(({ page }) => page));
    expect(table.map(([, path]) => path).filter((path) => !seen.has(path))).toEqual([]);
    const names = views.map((view) => nameOf(site, view));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test.each(views.filter(isOfPart))('$page, $state', async (view) => {
    expect(await lookAt(site, view)).toEqual([]);
  });
});

const nameOf = (site: string, { page, state }: View) =>
  [site, ...page.split('/').map((part) => (part === '$id' ? 'one' : part)), state]
    .filter((part) => part !== '')
    .join('-');

/** Opens and checks a view; returns all faults. */
async function lookAt(site: string, view: View): Promise<string[]> {
  const visitor = visitors[view.who];
  const { page } = visitor;
  visitor.troubles(); // clears errors of the previous view
  try {
    await view.before?.(page);
    await page.setViewportSize(view.onPhonesOnly === true ? PHONE : DESKTOP);
    await visitor.opens(view.at(full));
    if (view.whileSeeing === undefined) await rests(page);
    else await page.locator(view.whileSeeing).first().waitFor();
    await view.actions?.(visitor);
    if (view.actions !== undefined && view.whileSeeing === undefined) await rests(page);
    const { kept, onPhonesOnly = false } = view;
    const wrong = await look(page, {
      name: nameOf(site, view),
      onPhonesOnly,
      ...(kept === undefined ? {} : { kept }),
    });
    return [...wrong, ...visitor.troubles().filter((trouble) => view.expects?.test(trouble) !== true)];
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
}
