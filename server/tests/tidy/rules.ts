// The house style as executable rules for every file. A rule returns its violations.
import { basename } from 'node:path';
import { functionRooms } from '../../src/platform/db/function-files.ts';
import { exportedFunctionsOf, type File, importsOf, lineOf, ownImportsOf } from './files.ts';

/** The rooms of the server. Each imports from itself and from those above it. */
export const rooms: readonly string[] = functionRooms;

const MOST_LINES = 300;
const MOST_FUNCTION_LINES = 70;
const MOST_COLUMNS = 120;
const MOST_SQL_COLUMNS = 160; // inside a template literal
const MOST_README_LINES = 80;
const MOST_PROMISES_LINES = 200;

/** Parts of the server that may use HTTP. Sign-in consists of HTTP: cookies, headers, responses. */
const knowHttp = /\/(platform\/http|identity\/(authenticate|people)|surfaces|processes)\/|\/([a-z]+-)?routes\.ts$/;

/** Files beside every `sql.ts` that hold statements; each is small enough to be its own. */
const holdSql = [
  /^server\/src\/platform\/db\//,
  /^server\/src\/ledger\/book\/verify\.ts$/,
  /^server\/src\/identity\/operators\//,
  /^server\/src\/cards\/products\/products\.ts$/,
  /^server\/src\/oversight\/reconciliation\/rows\.ts$/, // our side of what is compared; `sql.ts` beside it holds the runs
  /^server\/src\/platform\/queue\/install\.ts$/,
  /^server\/src\/platform\/http\/health\.ts$/, // `select 1`, to see whether the database answers
];

/** Server modules that the simulated issuer may import; none concerns issuers. */
const issuersGround =
  /^@cardwright\/server\/(platform\/(db\/[a-z]+|http\/log)|foundation\/(money\/[a-z]+|configuration\/(keys|read)|process))\.ts$/;

/** Declares and checks every setting, so that none is read past it. */
const READS_ENVIRONMENT = 'server/src/foundation/configuration/read.ts';

/** Packages that a package must not import. */
const unknownTo: Record<string, RegExp> = {
  server: /@cardwright\/|^(admin-cli|stack|proofs|bench)\//,
  'admin-cli': /@cardwright\/(stack|proofs|bench)|^(stack|proofs|bench)\//,
  stack: /@cardwright\/(proofs|bench)|^(proofs|bench)\//,
  proofs: /@cardwright\/bench|^bench\//,
};

type Rule = (files: readonly File[]) => string[];

/** A rule about single files. */
const ofEach =
  (look: (file: File) => readonly string[]): Rule =>
  (files) =>
    files.flatMap((file) => look(file).map((what) => `${file.path}: ${what}`));

const roomOf = (path: string) => rooms.indexOf(/^server\/src\/([^/]+)\//.exec(path)?.[1] ?? '');
const packageOf = (path: string) => path.split('/')[0] ?? '';

export const rules: Record<string, Rule> = {
  'no room imports from a room below': ofEach((file) => {
    if (packageOf(file.path) !== 'server') return [];
    if (roomOf(file.path) < 0) return ['stands in no room'];
    return ownImportsOf(file).filter((target) => roomOf(target) > roomOf(file.path));
  }),

  'no file imports itself, however far around': (files) => circlesOf(files).map((circle) => circle.join(' -> ')),

  'only routes, surfaces and what they stand on know HTTP': ofEach((file) => {
    if (packageOf(file.path) !== 'server' || knowHttp.test(file.path)) return [];
    return importsOf(file).filter((target) => /^(@fastify\/.+|fastify|.*\/http\/.+)$/.test(target));
  }),

  'packages know only what they stand on': ofEach((file) => {
    const unknown = unknownTo[packageOf(file.path)];
    const targets = [...importsOf(file), ...ownImportsOf(file).filter((target) => !target.startsWith('server/'))];
    return unknown === undefined ? [] : targets.filter((target) => unknown.test(target));
  }),

  'the issuer knows of the server only what has nothing to do with issuers': ofEach((file) =>
    packageOf(file.path) === 'issuer-sandbox'
      ? importsOf(file).filter((target) => target.startsWith('@cardwright/') && !issuersGround.test(target))
      : [],
  ),

  'only the configuration reads the environment': ofEach(({ path, text }) =>
    /^(server|admin-cli|issuer-sandbox)\/src\//.test(path) && path !== READS_ENVIRONMENT
      ? Array.from(
          text.matchAll(/\bprocess\s*\.\s*env\b|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b/g),
          ({ index }) => `line ${lineOf(text, index)}`,
        )
      : [],
  ),

  'relative imports name their file and stay inside their package': ofEach((file) =>
    importsOf(file)
      .filter((target) => target.startsWith('.'))
      .filter((target) => {
        const [own] = ownImportsOf({ ...file, nodes: file.nodes.filter(({ source }) => source?.value === target) });
        return !/\.(tsx?|json|css)$/.test(target) || packageOf(own ?? '') !== packageOf(file.path);
      }),
  ),

  'files are short': ofEach(({ text }) => {
    const lines = text.trimEnd().split('\n').length;
    return lines > MOST_LINES ? [`${lines} lines`] : [];
  }),

  'functions are short': ofEach(({ text, nodes }) =>
    nodes
      .filter(({ type }) => /Function(Declaration|Expression)$/.test(type))
      .filter(({ start, end }) => text.slice(start, end).split('\n').length > MOST_FUNCTION_LINES)
      .map(({ start }) => `the function at line ${lineOf(text, start)}`),
  ),

  'lines are short': ofEach(({ text, nodes }) => {
    const templates = nodes.filter(({ type }) => type === 'TemplateLiteral');
    let offset = 0;
    return text.split('\n').flatMap((line, index) => {
      const inTemplate = templates.some(({ start, end }) => start < offset + line.length && end > offset);
      offset += line.length + 1;
      return line.length > (inTemplate ? MOST_SQL_COLUMNS : MOST_COLUMNS) ? [`line ${index + 1}`] : [];
    });
  }),

  'no file is a drawer': ofEach(({ path }) => {
    // Code shared by both sets of pages has one folder; every file in it still has a descriptive name.
    const isDrawer = /(util|helper|common|shared|manager|misc)/i.test(path.replace(/^portal\/shared\//, ''));
    const isNamed = /^[a-z0-9-]+(\.[a-z]+)*\.tsx?$/.test(basename(path)) && basename(path) !== 'index.ts';
    return isDrawer || !isNamed ? ['its name'] : [];
  }),

  'no comment waits for somebody': ofEach(({ text }) => text.match(/\b(TODO|FIXME|XXX|HACK)\b/g) ?? []),

  'every export has a name': ofEach(({ nodes }) =>
    nodes.some(({ type }) => type === 'ExportDefaultDeclaration') ? ['a default export'] : [],
  ),

  'every file says what it is for': ofEach(({ text }) =>
    /^(#!.*\n)?(\/\/ |\/\*\*)/.test(text) ? [] : ['its first line'],
  ),

  'every exported function is explained': ofEach((file) =>
    exportedFunctionsOf(file)
      .filter(({ node }) => {
        const before = file.text.slice(0, node.start).trimEnd();
        return !before.endsWith('*/') || before.lastIndexOf('/**') <= before.lastIndexOf('*/', before.length - 3);
      })
      .map(({ name }) => name),
  ),

  'statements stand where they belong': ofEach(({ path, text, nodes }) => {
    if (!/^(server|issuer-sandbox)\/src\//.test(path) || basename(path) === 'sql.ts') return [];
    if (holdSql.some((pattern) => pattern.test(path))) return [];
    return nodes
      .filter(({ type, tag, callee, arguments: [argument] = [] }) => {
        const isTagged = type === 'TaggedTemplateExpression' && tag?.name === 'sql';
        return (
          isTagged || (callee?.property?.name === 'query' && /^(Literal|TemplateLiteral)$/.test(argument?.type ?? ''))
        );
      })
      .map(({ start }) => `line ${lineOf(text, start)}`);
  }),
};

/** The rules of Markdown pages. */
export const pageRules: Record<string, Rule> = {
  'the first pages fit on a few screens': ofEach(({ path, text }) => {
    const most = { 'README.md': MOST_README_LINES, 'docs/promises.md': MOST_PROMISES_LINES }[path] ?? Infinity;
    const lines = text.trimEnd().split('\n').length;
    return lines > most ? [`${lines} lines`] : [];
  }),

  // Table rows, links and code cannot be wrapped.
  'lines of Markdown are short': ofEach(({ text }) => {
    let isCode = false;
    return text.split('\n').flatMap((line, index) => {
      if (line.startsWith('```')) isCode = !isCode;
      const isWhole = isCode || line.startsWith('|') || /^\S*\[[^\]]*\]\([^)]*\)\S*$/.test(line.trim());
      return line.length > MOST_COLUMNS && !isWhole ? [`line ${index + 1}`] : [];
    });
  }),
};

/** Words of our own making, and phrases that read as if translated; the field has better ones. */
export const refusedWords = [
  'lane',
  'poke',
  'bell',
  'rung',
  'whoever',
  'ways out',
  'let go of',
  'so many',
  'so often',
  'stands here',
];

/** The rule of every text of ours: code, statements, pages and screens. */
export const usesRefusedWords = ofEach(({ text }) => {
  const refused = new RegExp(`\\b(${refusedWords.map((words) => words.replaceAll(' ', '\\s+')).join('|')})s?\\b`, 'gi');
  return Array.from(text.matchAll(refused), ({ 0: words, index }) => `line ${lineOf(text, index)}: ${words}`);
});

/** Import cycles; each is reported once. */
function circlesOf(files: readonly File[]): string[][] {
  const importsOfPath = new Map(files.map((file) => [file.path, ownImportsOf(file)]));
  const circles: string[][] = [];
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path]);
    if (done.has(path) || way.includes(path)) return;
    for (const target of importsOfPath.get(path) ?? []) visit(target, [...way, path]);
    done.add(path);
  };
  for (const path of importsOfPath.keys()) visit(path, []);
  return circles;
}
