// The files that run a release: they match the schemas of Kubernetes, name processes that exist, and give none of them
// more than it needs.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';

const root = join(import.meta.dirname, '../..');
const deploy = join(root, 'deploy');
const read = (path: string) => readFileSync(join(deploy, path), 'utf8');

/** Every name that `cardwrightd` knows. */
const help = execFileSync(process.execPath, [join(root, 'server/src/processes/cardwrightd.ts'), '--help'], {
  encoding: 'utf8',
});
const known = [...help.matchAll(/^ {2}([a-z-]+) {2,}/gm)].map(([, name]) => name ?? '');
const processes = ['api', 'worker', 'portal', 'desk', 'issuer-sandbox'];

type Container = {
  args: string[];
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  startupProbe?: object;
  livenessProbe?: { httpGet?: object };
  readinessProbe?: object;
  resources: object;
  securityContext: object;
};
type PodSpec = { containers: Container[]; initContainers?: Container[] };
type Document = {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: { template: { spec: PodSpec }; selector?: object; minReplicas?: number };
};

const documentsOf = (text: string): Document[] =>
  parseAllDocuments(text, { merge: true }).map((each) => {
    expect(each.errors).toEqual([]);
    return each.toJS() as Document;
  });
const files = globSync('kubernetes/**/*.yaml', { cwd: deploy }).toSorted();
const documents = files.flatMap((file) => documentsOf(read(file)));

/** Kinds that others define: the database's operator, and kubectl's own file. */
const FOREIGN = ['postgresql.cnpg.io/v1', 'kustomize.config.k8s.io/v1beta1'];

/** Checks an object against the schema of its kind; throws what is wrong. */
async function validate(document: Document): Promise<void> {
  const kinds = (await import(`kubernetes-models/${document.apiVersion}`)) as Record<
    string,
    (new (data: unknown) => { validate(): void }) | undefined
  >;
  const Kind = kinds[document.kind];
  if (Kind === undefined) throw new Error(`${document.apiVersion} has no ${document.kind}`);
  new Kind(document).validate();
}

test('every object matches the schema of its kind', async () => {
  const ours = documents.filter(({ apiVersion }) => !FOREIGN.includes(apiVersion));
  expect(ours.length).toBeGreaterThan(20);
  for (const document of ours) await validate(document);
});

test('a wrong object is noticed', async () => {
  const planted = read('kubernetes/api.yaml').replace('failureThreshold: 60', 'failureThreshold: often');
  await expect(validate(documentsOf(planted)[0] as Document)).rejects.toThrow('failureThreshold');
});

const kindsOf = (kind: string) => documents.filter((each) => each.kind === kind);

test('each process has a deployment that can do nothing but its work', () => {
  const deployments = kindsOf('Deployment');
  expect(deployments.map(({ metadata }) => metadata.name).toSorted()).toEqual(
    processes.map((name) => `cardwright-${name}`).toSorted(),
  );
  for (const { spec } of [...deployments, ...kindsOf('Job')]) {
    expect(spec.template.spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: 'RuntimeDefault' } },
    });
    for (const container of [...spec.template.spec.containers, ...(spec.template.spec.initContainers ?? [])]) {
      expect(known).toContain(container.args[0]);
      expect(container).toMatchObject({
        resources: { requests: { memory: expect.any(String) }, limits: { memory: expect.any(String) } },
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
      });
    }
  }
});

test('each of ours has probes, a budget for disruptions, and its own secret', () => {
  const budgets = kindsOf('PodDisruptionBudget').map(({ metadata }) => metadata.name);
  const secrets = kindsOf('Secret').map(({ metadata }) => metadata.name);
  for (const { metadata, spec } of kindsOf('Deployment')) {
    const [container] = spec.template.spec.containers;
    expect(secrets).toContain(metadata.name);
    expect(container?.envFrom).toEqual([
      { configMapRef: { name: 'cardwright' } },
      { secretRef: { name: metadata.name } },
    ]);
    if (metadata.name === 'cardwright-issuer-sandbox') continue;
    expect(budgets).toContain(metadata.name);
    expect(container?.startupProbe).toBeDefined();
    const port = metadata.name === 'cardwright-worker' ? 'metrics' : 'http'; // a worker serves no requests
    expect(container?.livenessProbe?.httpGet).toEqual({ path: '/health/live', port });
    expect(container?.readinessProbe).toMatchObject({ httpGet: { path: '/health/ready', port } });
  }
});

test('the kustomizations list every file but the examples', () => {
  const lists = files.filter((file) => basename(file) === 'kustomization.yaml');
  const listed = lists.flatMap((file) => {
    const [list] = documentsOf(read(file)) as unknown as { resources: string[] }[];
    return list?.resources.map((resource) => join(dirname(file), resource)) ?? [];
  });
  const rest = files.filter((file) => !lists.includes(file) && !file.endsWith('.example.yaml'));
  expect(listed.toSorted()).toEqual(rest);
});

test('compose and systemd run every process', () => {
  const [compose] = documentsOf(read('compose.yaml')) as unknown as {
    services: Record<string, { command?: string[]; read_only?: boolean; depends_on?: Record<string, unknown> }>;
  }[];
  const services = Object.entries(compose?.services ?? {}).filter(([, { command }]) => command !== undefined);
  expect(services.map(([name]) => name).toSorted()).toEqual(
    ['migrate', 'migrate-issuer-sandbox', ...processes].toSorted(),
  );
  for (const [name, { command, read_only }] of services) {
    expect({ command, read_only }).toEqual({ command: [name], read_only: true });
  }
  const units = globSync('systemd/*.service', { cwd: deploy }).flatMap((unit) =>
    [...read(unit).matchAll(/^ExecStart=\/opt\/cardwright\/bin\/cardwrightd (.+)$/gm)].map(([, name]) => name ?? ''),
  );
  expect(units.toSorted()).toEqual(['migrate', 'migrate-issuer-sandbox', ...processes].toSorted());
  for (const name of units) expect(known).toContain(name);
});

test('nothing that compose reads from .env is taken for a misspelt setting by the processes, which get it too', () => {
  const names = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
  expect(names).toContain('IMAGE');
  expect(names.filter((name) => /^(CARDWRIGHT|ISSUER_SANDBOX)_/.test(name ?? ''))).toEqual([]);
});
