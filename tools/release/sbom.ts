// The software bill of materials of a release, in CycloneDX 1.6. It has no time and no serial number: the same commit
// gives the same bytes.
import type { Package } from './packages.ts';

/** A part of a release that is no package of npm's registry. */
export type Runtime = { version: string; sha256: string };

const purlOf = ({ name, version }: Pick<Package, 'name' | 'version'>) =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** Lists our packages, the packages that they load, those that the pages contain, and Node. */
export function toSbom(release: {
  version: string;
  packages: readonly Package[];
  /** Packages that the build of the pages bundles. */
  bundled: readonly Package[];
  node: Runtime;
}): unknown {
  const { version, packages, bundled, node } = release;
  const byPurl = new Map<string, { package: Package; places: Set<string>; needs: Set<string> }>();
  const purlByPath = new Map([...packages, ...bundled].map((each) => [each.path, purlOf(each)]));
  for (const [place, listed] of Object.entries({ server: packages, pages: bundled })) {
    for (const each of listed) {
      const known = byPurl.get(purlOf(each)) ?? { package: each, places: new Set(), needs: new Set() };
      known.places.add(place);
      for (const path of each.needs) known.needs.add(purlByPath.get(path) ?? '');
      byPurl.set(purlOf(each), known);
    }
  }
  const root = `pkg:generic/cardwright@${version}`;
  const nodeRef = `pkg:generic/node@${node.version}`;
  const sorted = [...byPurl].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const ours = sorted.filter(([, { package: each }]) => each.isOurs).map(([purl]) => purl);
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': root,
        name: 'cardwright',
        version,
        licenses: licensesOf('Apache-2.0'),
      },
    },
    components: [
      {
        type: 'application',
        'bom-ref': nodeRef,
        name: 'node',
        version: node.version,
        cpe: `cpe:2.3:a:nodejs:node.js:${node.version}:*:*:*:*:*:*:*`,
        purl: nodeRef,
        hashes: [{ alg: 'SHA-256', content: node.sha256 }],
        licenses: licensesOf('MIT'),
      },
      ...sorted.map(([purl, { package: each, places }]) => ({
        type: each.isOurs ? 'application' : 'library',
        'bom-ref': purl,
        name: each.name,
        version: each.version,
        purl,
        ...(each.integrity === undefined ? {} : { hashes: hashesOf(each.integrity) }),
        ...(each.license === undefined ? {} : { licenses: licensesOf(each.license) }),
        properties: [{ name: 'cardwright:part', value: [...places].toSorted().join(', ') }],
      })),
    ],
    dependencies: [
      { ref: root, dependsOn: [nodeRef, ...ours] },
      ...sorted.map(([ref, { needs }]) => ({ ref, dependsOn: [...needs].toSorted() })),
    ],
  };
}

/** npm's checksum, which is base64, as CycloneDX writes it. */
function hashesOf(integrity: string): { alg: string; content: string }[] {
  const [algorithm = '', base64 = ''] = integrity.split('-');
  return [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(base64, 'base64').toString('hex') }];
}

/** A single identifier, an expression of several, or a sentence. */
function licensesOf(license: string): unknown[] {
  if (/^[\w.+-]+$/.test(license)) return [{ license: { id: license } }];
  return /^\(?[\w.+-]+( (OR|AND|WITH) [\w.+-]+)+\)?$/.test(license)
    ? [{ expression: license.replace(/^\((.*)\)$/, '$1') }]
    : [{ license: { name: license } }];
}
