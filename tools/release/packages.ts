// The packages that a release needs, from package-lock.json: the production dependencies of some of our packages.

type Names = Record<string, string>;

type LockEntry = {
  name?: string;
  version?: string;
  license?: string;
  integrity?: string;
  /** Our own packages are links to their folders. */
  link?: boolean;
  resolved?: string;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dependencies?: Names;
  optionalDependencies?: Names;
  peerDependencies?: Names;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

export type Lock = { packages: Record<string, LockEntry> };

/** Where a release runs. `libc` decides between packages for glibc and musl. */
export type Target = { os: string; cpu: string; libc: string };

export type Package = {
  /** Its folder in the repository. */
  path: string;
  name: string;
  version: string;
  license: string | undefined;
  /** Checksum of its tarball, as npm writes it: `sha512-` and base64. */
  integrity: string | undefined;
  /** Whether it is one of ours, and no dependency. */
  isOurs: boolean;
  /** Folders of the packages that it needs. */
  needs: string[];
};

/** The packages at `roots` and all that they need to run on a target, sorted by folder. */
export function neededBy(lock: Lock, roots: readonly string[], target: Target): Package[] {
  const found = new Map<string, Package>();
  const visit = (linked: string): void => {
    const path =
      lock.packages[linked]?.resolved && lock.packages[linked].link ? lock.packages[linked].resolved : linked;
    const entry = lock.packages[path];
    if (entry === undefined) throw new Error(`package-lock.json has no entry for ${path}`);
    if (found.has(path)) return;
    const needs = needsOf(lock, path, entry, target);
    found.set(path, {
      path,
      name: entry.name ?? path.split('node_modules/').at(-1) ?? path,
      version: entry.version ?? '',
      license: entry.license,
      integrity: entry.integrity,
      isOurs: !path.includes('node_modules/'),
      needs: needs.map((each) => lock.packages[each]?.resolved ?? each),
    });
    for (const each of needs) visit(each);
  };
  for (const root of roots) visit(root);
  return [...found.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** A package for another system is left out. A missing one is an error, unless it is optional. */
function needsOf(lock: Lock, path: string, entry: LockEntry, target: Target): string[] {
  const optional = new Set(Object.keys(entry.optionalDependencies ?? {}));
  const peers = Object.keys(entry.peerDependencies ?? {}).filter(
    (name) => !entry.peerDependenciesMeta?.[name]?.optional, // a package that uses it names it as well
  );
  const names = new Set([...Object.keys(entry.dependencies ?? {}), ...optional, ...peers]);
  return [...names].toSorted().flatMap((name) => {
    const at = resolve(lock, path, name);
    if (at === undefined && !optional.has(name)) throw new Error(`package-lock.json has no ${name} for ${path}`);
    return at !== undefined && runsOn(lock.packages[at], target) ? [at] : [];
  });
}

/** As Node resolves a name: in the `node_modules` of the folder, then of each folder above it. */
function resolve(lock: Lock, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const candidate = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (lock.packages[candidate] !== undefined) return candidate;
    if (at === '') return undefined;
  }
}

const runsOn = (entry: LockEntry | undefined, { os, cpu, libc }: Target): boolean =>
  (entry?.os?.includes(os) ?? true) && (entry?.cpu?.includes(cpu) ?? true) && (entry?.libc?.includes(libc) ?? true);
