// Every source file follows the rules, and each rule detects a file that breaks it.
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fileOf } from './files.ts';
import { pageRules, refusedWords, rooms, rules, usesRefusedWords } from './rules.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const sources = [
  'server/src/**/*.ts',
  'admin-cli/src/**/*.ts',
  'issuer-sandbox/src/**/*.ts',
  'sdk/src/**/*.ts',
  'cli/src/**/*.ts',
  'stack/src/**/*.ts',
  'proofs/**/*.ts',
  'bench/**/*.ts',
  'portal/{company,desk,shared}/**/*.{ts,tsx}',
];
const files = globSync(sources, {
  cwd: root,
  exclude: ['**/node_modules/**', '**/*.d.ts', '**/tests/**', '**/generated/**'],
})
  .map(normalize)
  .toSorted()
  .map((path) => fileOf(path, readFileSync(join(root, path), 'utf8')));

const pages = globSync('{*.md,{deploy,docs,proofs,sdk,cli,issuer-sandbox}/**/*.md}', {
  cwd: root,
  exclude: ['**/node_modules/**', '{sdk,cli}/dist/**', 'docs/decisions/**'], // a decision is never edited
})
  .concat(globSync('site/src/**/*.mdx', { cwd: root }))
  .map(normalize)
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8'), nodes: [] }));

/** Everything that people read. The rules themselves name the words that they refuse. */
const texts = globSync(['*.{md,ts}', '.ci/run', '**/*.{astro,css,html,js,md,mdx,mjs,py,sql,ts,tsx,yaml,yml}'], {
  cwd: root,
  exclude: [
    '**/node_modules/**',
    '**/dist/**',
    'docs/decisions/**',
    'server/tests/tidy/**',
    'site/{.astro,public}/**', // generated, as are the pages that end with .md
    'site/src/**/*.md',
  ],
})
  .map(normalize)
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8'), nodes: [] }));

test('no text uses a refused word', () => expect(usesRefusedWords(texts)).toEqual([]));

test.each(refusedWords)('noticed: %s', (words) => {
  expect(usesRefusedWords([{ path: 'a.md', text: `A line.\n${words.toUpperCase()} is one.`, nodes: [] }])).toHaveLength(
    1,
  );
});

test('there are files to check', () => {
  expect(texts.length).toBeGreaterThan(1_000);
  expect(pages.length).toBeGreaterThan(30);
  for (const source of sources) expect(globSync(source, { cwd: root }).length, source).toBeGreaterThan(10);
});

test('the server has its rooms, and nothing beside them', () => {
  expect(readdirSync(join(root, 'server/src')).toSorted()).toEqual(rooms.toSorted());
});

test.each(Object.keys(rules))('%s', (name) => {
  expect(rules[name]?.(files)).toEqual([]);
});

test.each(Object.keys(pageRules))('%s', (name) => {
  expect(pageRules[name]?.(pages)).toEqual([]);
});

/** For each rule, files that break it. */
const broken: Record<string, Record<string, string>> = {
  'no room imports from a room below': {
    'server/src/ledger/book/a.ts': `// A.\nimport { b } from '../../cards/cards/b.ts';`,
    'server/src/loose.ts': '// In no room.',
  },
  'no file imports itself, however far around': {
    'proofs/money/a.ts': `// A.\nimport { b } from './b.ts';`,
    'proofs/money/b.ts': `// B.\nimport type { A } from './a.ts';`,
  },
  'only routes, surfaces and what they stand on know HTTP': {
    'server/src/cards/cards/create.ts': `// A verb.\nimport type { FastifyRequest } from 'fastify';`,
    'server/src/cards/cards/sql.ts': `// Statements.\nimport { keyed } from '../../platform/http/keyed.ts';`,
  },
  'packages know only what they stand on': {
    'server/src/processes/a.ts': `// A.\nimport { startStack } from '@cardwright/stack/start.ts';`,
    'stack/src/a.ts': `// A.\nimport { inParallel } from '@cardwright/proofs/harness/proof.ts';`,
    'proofs/money/a.ts': `// A.\nimport { cost } from '@cardwright/bench/harness/cost.ts';`,
  },
  'the issuer knows of the server only what has nothing to do with issuers': {
    'issuer-sandbox/src/a.ts': `// A.\nimport { signRequest } from '@cardwright/server/issuer/signature.ts';`,
  },
  'only the configuration reads the environment': {
    'server/src/platform/db/a.ts': `// A.\nexport const a = process.env['CARDWRIGHT_A'];`,
    'admin-cli/src/a.ts': `// A.\nconst { env } = process;`,
  },
  'relative imports name their file and stay inside their package': {
    'stack/src/a.ts': `// A.\nimport { b } from './b';`,
    'stack/src/c.ts': `// C.\nimport { clock } from '../../server/src/foundation/clock.ts';`,
  },
  'files are short': { 'stack/src/a.ts': `// Long.\n${'const a = 1;\n'.repeat(301)}` },
  'functions are short': {
    'stack/src/a.ts': `// Long.\nfunction a() {\n${'  a();\n'.repeat(70)}}`,
  },
  'lines are short': {
    'stack/src/a.ts': `// ${'long '.repeat(30)}`,
    'stack/src/b.ts': `// SQL.\nconst a = \`${'select '.repeat(30)}\`;`,
  },
  'no file is a drawer': {
    'stack/src/utils.ts': '// Anything.',
    'server/src/platform/common/a.ts': '// Anything.',
    'stack/src/index.ts': '// Anything.',
    'stack/src/camelCase.ts': '// A name.',
  },
  'no comment waits for somebody': { 'stack/src/a.ts': '// TODO' },
  'every export has a name': { 'stack/src/a.ts': '// A.\nexport default 1;' },
  'every file says what it is for': { 'stack/src/a.ts': 'const a = 1;' },
  'every exported function is explained': {
    'stack/src/a.ts': '// A.\nexport function a() {}',
    'stack/src/b.ts': '// B.\nexport const b = () => 1;',
    'stack/src/c.ts': '// C.\n/** Explained. */\nconst c = 1;\nexport function d() {}',
  },
  'statements stand where they belong': {
    'server/src/cards/cards/create.ts': '// A verb.\nconst rows = db.query(sql`select 1`);',
    'issuer-sandbox/src/a.ts': `// A.\nawait db.query('select 1');`,
  },
};

test('every rule is tested', () => expect(Object.keys(broken)).toEqual(Object.keys(rules)));

test.each(Object.entries(broken))('noticed: %s', (name, planted) => {
  const told = rules[name]?.(Object.entries(planted).map(([path, text]) => fileOf(path, text))) ?? [];
  for (const path of Object.keys(planted)) expect(told.join('\n')).toContain(path);
});

const brokenPages: Record<string, Record<string, string>> = {
  'the first pages fit on a few screens': {
    'README.md': 'A line.\n'.repeat(81),
    'docs/promises.md': 'A line.\n'.repeat(201),
  },
  'lines of Markdown are short': { 'docs/a.md': `Words ${'and words '.repeat(12)}` },
};

test('every page rule is tested', () => expect(Object.keys(brokenPages)).toEqual(Object.keys(pageRules)));

test.each(Object.entries(brokenPages))('noticed: %s', (name, planted) => {
  const told = pageRules[name]?.(Object.entries(planted).map(([path, text]) => ({ path, text, nodes: [] }))) ?? [];
  for (const path of Object.keys(planted)) expect(told.join('\n')).toContain(path);
});
