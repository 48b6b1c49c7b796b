// The house style, executable: what a reader may rely on in every file.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseAst } from 'vitest/node';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A folder of the server imports only from folders to its left. */
const order = [
  'money',
  'guard',
  'db',
  'queue',
  'operators',
  'companies',
  'products',
  'pauses',
  'idempotency',
  'ledger',
  'seals',
  'issuer',
  'keys',
  'people',
  'members',
  'company-keys',
  'verifications',
  'holders',
  'cards',
  'transactions',
  'statements',
  'statement-files',
  'operations',
  'orders',
  'running',
  'invoices',
  'events',
  'live',
  'webhooks',
  'deliveries',
  'overview',
  'timelines',
  'reviews',
  'reconciling',
  'sandbox',
  'status',
  'desk',
  'admin',
];

/** Files at the top of the server that everyone may import; the others there are programs, which nobody imports. */
const foundations = [
  'card-numbers',
  'clock',
  'company-refusals',
  'config',
  'crash-points',
  'desk-refusals',
  'ids',
  'looking',
  'mail-config',
  'portal-config',
  'portal-refusals',
  'process',
  'refusals',
  'scope',
  'sealing',
  'secrets',
  'waiting',
];

/** Files beside every `sql.ts` that hold statements; each is small enough to be its own. */
const holdSql = [
  /^server\/src\/db\//,
  /^server\/src\/ledger\/verify\.ts$/,
  /^server\/src\/operators\//,
  /^server\/src\/products\/products\.ts$/,
  /^server\/src\/reconciling\/rows\.ts$/, // our side of what is compared; `sql.ts` beside it holds the runs
  /^server\/src\/queue\/install\.ts$/,
  /^server\/src\/http\/health\.ts$/, // `select 1`, to see whether the database answers
];

const MOST_LINES = 300;
const MOST_FUNCTION_LINES = 70;
const MOST_COLUMNS = 120;
const MOST_SQL_COLUMNS = 160; // inside a template literal

/** Any node of a syntax tree, as far as these rules look at it. */
type Node = {
  type: string;
  start: number;
  end: number;
  name?: string;
  source?: { value: string } | null;
  declaration?: Node | null;
  declarations?: Node[];
  init?: Node | null;
  id?: Node | null;
  tag?: Node;
  callee?: Node;
  property?: Node;
  arguments?: Node[];
};

type File = { path: string; text: string; nodes: Node[] };

function read(path: string): File {
  const text = readFileSync(join(root, path), 'utf8');
  const nodes: Node[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === 'object' && value !== null) {
      if ('type' in value && 'start' in value) nodes.push(value as Node);
      Object.values(value).forEach(visit);
    }
  };
  visit(parseAst(text, { lang: path.endsWith('.tsx') ? 'tsx' : 'ts' }));
  return { path, text, nodes };
}

const isTest = (path: string) => /(^|\/)tests\/|\.test\.ts$/.test(path);
const sources = globSync(
  [
    'server/src/**/*.ts',
    'issuer-sandbox/src/**/*.ts',
    'stack/src/**/*.ts',
    'proofs/**/*.ts',
    'bench/**/*.ts',
    'portal/{company,desk,shared}/**/*.{ts,tsx}',
  ],
  {
    cwd: root,
    exclude: ['**/node_modules/**', '**/*.d.ts'],
  },
)
  .map(normalize)
  .toSorted();
const files = sources.filter((path) => !isTest(path)).map(read);
const serverFiles = files.filter(({ path }) => path.startsWith('server/src/'));
const issuerFiles = files.filter(({ path }) => path.startsWith('issuer-sandbox/src/'));

const lineOf = (text: string, offset: number) => text.slice(0, offset).split('\n').length;
const importsOf = ({ nodes }: File): string[] =>
  nodes.flatMap(({ type, source }) =>
    /^(Import|Export)/.test(type) && typeof source?.value === 'string' ? [source.value] : [],
  );

/** The folder of a server file, or undefined for one at the top. */
const folderOf = (path: string) => /^server\/src\/([^/]+)\/.+$/.exec(path)?.[1];

/** What a file imports of the server itself, by path from the root of the repository. */
const ownImportsOf = (file: File) =>
  importsOf(file)
    .filter((target) => target.startsWith('.'))
    .map((target) => join(dirname(file.path), target));

test('there is something to look at', () => {
  expect(serverFiles.length).toBeGreaterThan(30);
  expect(files.length).toBeGreaterThan(serverFiles.length);
});

describe('imports', () => {
  test.each(serverFiles.map((file) => [file.path, file] as const))('%s imports only from the left', (path, file) => {
    const folder = folderOf(path);
    if (folder === undefined) return; // a program, or a foundation, which is looked at below
    expect(['http', ...order], `${folder} has no place in the order`).toContain(folder);
    for (const target of ownImportsOf(file)) {
      const other = folderOf(target);
      if (other === undefined) expect(foundations, target).toContain(basename(target, '.ts'));
      else if (other === 'http') expect(path).toMatch(/\/(routes|(http|people|desk)\/[a-z-]+)\.ts$/);
      else if (folder !== 'http' && other !== folder)
        expect(order.indexOf(other), `${path} imports ${target}`).toBeLessThan(order.indexOf(folder));
    }
  });

  test('foundations import foundations only', () => {
    for (const file of serverFiles) {
      if (folderOf(file.path) !== undefined || !foundations.includes(basename(file.path, '.ts'))) continue;
      for (const target of ownImportsOf(file)) {
        expect(folderOf(target), `${file.path} imports ${target}`).toBeUndefined();
        expect(foundations).toContain(basename(target, '.ts'));
      }
    }
  });

  test('only routes, http and the programs know HTTP', () => {
    // Signing in is HTTP through and through: cookies, headers, answers.
    const knowHttp =
      /^server\/src\/((http|people|desk)\/[a-z-]+|[a-z-]+\/routes|app|api|worker|desk(-app)?|portal(-app|-hooks)?)\.ts$/;
    for (const file of serverFiles) {
      const http = importsOf(file).filter((target) => /^(@fastify\/.+|fastify|.*\/http\/.+)$/.test(target));
      if (http.length > 0) expect(file.path, http.join(', ')).toMatch(knowHttp);
    }
  });

  test('the server knows nothing around it, the stack knows the server only, and the proofs know no benches', () => {
    for (const file of files) {
      const targets = [...importsOf(file), ...ownImportsOf(file)].join('\n');
      if (file.path.startsWith('server/'))
        expect(targets, file.path).not.toMatch(/@cardwright\/|^(stack|proofs|bench)\//m);
      if (file.path.startsWith('stack/'))
        expect(targets, file.path).not.toMatch(/@cardwright\/(proofs|bench)|^(proofs|bench)\//m);
      if (file.path.startsWith('proofs/')) expect(targets, file.path).not.toMatch(/@cardwright\/bench|^bench\//m);
    }
  });

  test('the issuer knows of the server only what has nothing to do with issuers', () => {
    const ground = /^@cardwright\/server\/((db|money)\/[a-z]+|config|process|http\/log)\.ts$/;
    expect(issuerFiles.length).toBeGreaterThan(10);
    for (const file of issuerFiles) {
      for (const target of importsOf(file).filter((name) => name.startsWith('@cardwright/')))
        expect(target, file.path).toMatch(ground);
    }
  });

  test('relative imports end in .ts and stay inside their package', () => {
    for (const file of files) {
      const [home] = file.path.split('/');
      for (const target of importsOf(file).filter((name) => name.startsWith('.'))) {
        expect(target, file.path).toMatch(/\.(tsx?|json|css)$/);
        expect(join(dirname(file.path), target).split('/')[0], `${file.path} imports ${target}`).toBe(home);
      }
    }
  });
});

describe('size', () => {
  test.each(files.map((file) => [file.path, file] as const))('%s is short enough to read', (_path, { text, nodes }) => {
    const lines = text.trimEnd().split('\n');
    expect(lines.length, 'lines').toBeLessThanOrEqual(MOST_LINES);
    for (const node of nodes) {
      if (!/Function(Declaration|Expression)$/.test(node.type)) continue;
      const length = text.slice(node.start, node.end).split('\n').length;
      expect(length, `the function at line ${lineOf(text, node.start)}`).toBeLessThanOrEqual(MOST_FUNCTION_LINES);
    }
    const templates = nodes.filter(({ type }) => type === 'TemplateLiteral');
    let offset = 0;
    for (const [index, line] of lines.entries()) {
      const inTemplate = templates.some(({ start, end }) => start < offset + line.length && end > offset);
      const most = inTemplate ? MOST_SQL_COLUMNS : MOST_COLUMNS;
      expect(line.length, `columns of line ${index + 1}`).toBeLessThanOrEqual(most);
      offset += line.length + 1;
    }
  });
});

describe('names and words', () => {
  test('no file is a drawer', () => {
    for (const { path } of files) {
      // What both sets of pages stand on has one folder, in which every file still says what it is.
      expect(path.replace(/^portal\/shared\//, '')).not.toMatch(/(util|helper|common|shared|manager|misc)/i);
      expect(basename(path)).toMatch(/^[a-z0-9-]+(\.[a-z]+)*\.tsx?$/);
      expect(basename(path)).not.toBe('index.ts');
    }
  });

  test('no comment waits for somebody', () => {
    for (const { path, text } of files) expect(text, path).not.toMatch(/\b(TODO|FIXME|XXX|HACK)\b/);
  });

  test('every export has a name', () => {
    for (const { path, nodes } of files)
      expect(
        nodes.some(({ type }) => type === 'ExportDefaultDeclaration'),
        path,
      ).toBe(false);
  });

  test.each(files.map((file) => [file.path, file] as const))('%s says what it is for', (path, { text }) => {
    expect(text.startsWith('// ') || text.startsWith('/**'), `${path} begins with a sentence`).toBe(true);
  });

  test.each(files.map((file) => [file.path, file] as const))('%s explains every function it exports', (_path, file) => {
    for (const { node, name } of exportedFunctionsOf(file)) {
      const before = file.text.slice(0, node.start).trimEnd();
      const documented =
        before.endsWith('*/') && before.lastIndexOf('/**') > before.lastIndexOf('*/', before.length - 3);
      expect(documented, `${name} has a doc comment`).toBe(true);
    }
  });
});

/** Exported functions, declared or assigned. */
function exportedFunctionsOf({ nodes }: File): { node: Node; name: string }[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || !node.declaration) return [];
    const { declaration } = node;
    if (declaration.type === 'FunctionDeclaration') return [{ node, name: declaration.id?.name ?? '' }];
    return (declaration.declarations ?? [])
      .filter(({ init }) => init?.type === 'ArrowFunctionExpression')
      .map(({ id }) => ({ node, name: id?.name ?? '' }));
  });
}

describe('SQL', () => {
  test.each([...serverFiles, ...issuerFiles].map((file) => [file.path, file] as const))(
    '%s holds statements only where they belong',
    (path, file) => {
      if (basename(path) === 'sql.ts' || holdSql.some((pattern) => pattern.test(path))) return;
      for (const node of file.nodes) {
        const tagged = node.type === 'TaggedTemplateExpression' && node.tag?.name === 'sql';
        const [argument] = node.arguments ?? [];
        const queried =
          node.callee?.property?.name === 'query' && /^(Literal|TemplateLiteral)$/.test(argument?.type ?? '');
        expect(tagged || queried, `a statement at line ${lineOf(file.text, node.start)}`).toBe(false);
      }
    },
  );
});
