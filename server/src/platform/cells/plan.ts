// A new cell as its operator describes it: its name, and where its parts run.

export type CellPlan = {
  /** Two characters of every API key, and a label of the cell's host names. */
  name: string;
  /** Parent of the host names: the portal of c2 is portal.c2.example.com. */
  domain: string;
  /** Address of the database, without credentials. */
  database: string;
  /** Where the processes listen, each as `host:port`. Those of one kind share a port. */
  servers: Readonly<Record<ServerKind, readonly string[]>>;
  /** Addresses of the router, as CARDWRIGHT_TRUSTED_PROXIES takes them. */
  proxies: string;
  smtp: string;
  mailFrom: string;
  /** Directory of heads, audit entries and marks, which all processes share. Undefined: the default of one machine. */
  seals: string | undefined;
  redis: string | undefined;
  operators: string | undefined;
};

/** Processes that listen. The first three are behind the router. */
const serverKinds = ['api', 'portal', 'desk', 'issuer'] as const;
export type ServerKind = (typeof serverKinds)[number];

/** Those that read heads and marks. */
const sealed = ['api', 'portal', 'desk'] as const satisfies readonly ServerKind[];

/**
 * Host names ignore case and keys do not, so that Ab and ab would share their portal: names have no capitals. That
 * leaves 1,296 of them.
 */
const CELL_NAME = /^[0-9a-z]{2}$/;

const DOMAIN = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;
const SERVER = /^(\[[0-9a-f:]+\]|[\w.-]+):(\d{1,5})$/i;
const DATABASE = /^postgres(?:ql)?:\/\/[^@/\s]+\/([a-z][a-z0-9_]{0,62})(?:\?[^\s]*)?$/;

/** The name of the database in a plan. */
export const databaseName = ({ database }: Pick<CellPlan, 'database'>): string => DATABASE.exec(database)?.[1] ?? '';

/** Splits `host:port`. */
export function partsOf(server: string): { host: string; port: string } {
  const [, host = '', port = ''] = SERVER.exec(server) ?? [];
  return { host, port };
}

/** What is wrong with a plan, each as a sentence; none if it can be carried out. */
export function problemsOf(plan: CellPlan): string[] {
  const problems = serverKinds.flatMap((kind) => {
    const ports = new Set(plan.servers[kind].map((server) => partsOf(server).port));
    if (ports.size === 1 && !ports.has('')) return [];
    return [`--${kind} must be host:port, or several with commas between them and one port for all.`];
  });
  if (!CELL_NAME.test(plan.name)) problems.push('--name must be two lower-case letters or digits, such as c2.');
  if (!DOMAIN.test(plan.domain)) problems.push('--domain must be a domain in lower case, such as example.com.');
  if (!DATABASE.test(plan.database)) {
    problems.push('--database must be an address without user and password: postgres://host:5432/cardwright.');
  }
  // The worker writes it. A process that finds an empty one beside a used database refuses to write.
  const machines = new Set(sealed.flatMap((kind) => plan.servers[kind].map((server) => partsOf(server).host)));
  if (plan.seals === undefined && machines.size > 1) {
    problems.push('--seals must name a directory that all machines of the cell share: the processes run on several.');
  }
  return problems;
}
