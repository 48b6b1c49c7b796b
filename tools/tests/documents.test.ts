// The descriptions of the API, the portal and the desk, as others read them: by a linter and by generators of types.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const directory = join(import.meta.dirname, '../../docs/api');
const typescript5 = join(import.meta.dirname, '../typescript-5.mjs');

test.each(['openapi', 'portal-openapi', 'desk-openapi'])('%s.json has no errors and no warnings', (name) => {
  const said = execFileSync('redocly', ['lint', '--format=json', join(directory, `${name}.json`)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  expect(JSON.parse(said)).toMatchObject({ totals: { errors: 0, warnings: 0 } });
});

let scratch: string;
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'cardwright-types-'));
  const document = readFileSync(join(directory, 'openapi.json'), 'utf8');
  writeFileSync(join(scratch, 'openapi-typescript.ts'), astToString(await openapiTS(document)));
  const heyApi = fileURLToPath(import.meta.resolve('@hey-api/openapi-ts/package.json')).replace(
    'package.json',
    'dist/run.mjs',
  );
  const options = ['-i', join(directory, 'openapi.json'), '-o', join(scratch, 'hey-api'), '-p', '@hey-api/typescript'];
  execFileSync(process.execPath, ['--import', typescript5, heyApi, ...options, '--silent'], { stdio: 'pipe' });
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** The errors of a program that uses generated types. */
function errorsOf(name: string, source: string): string[] {
  const file = join(scratch, `${name}.ts`);
  writeFileSync(file, source);
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

const generators = [
  {
    generator: 'openapi-typescript',
    imports: `import type { components } from './openapi-typescript.ts';
type NewOperation = components['schemas']['NewOperation'];
type Event = components['schemas']['Event'];
type ApiError = components['schemas']['ApiError'];`,
  },
  { generator: 'hey-api', imports: `import type { ApiError, Event, NewOperation } from './hey-api/types.gen.ts';` },
];

describe.each(generators)('types by $generator', ({ generator, imports }) => {
  const errors = (name: string, source: string) => errorsOf(`${generator}-${name}`, `${imports}\n${source}`);

  test('a top-up with its card compiles, and one without does not', () => {
    const order = (fields: string) => `export const order: NewOperation = { type: 'topup', amount: '10'${fields} };`;
    expect(errors('topup', order(", cardId: 'card_1'"))).toEqual([]);
    expect(errors('no-card', order('')).join()).toContain('cardId');
  });

  test('the object of an event is typed by the type of the event', () => {
    const read = (field: string) => `export const read = (event: Event): string =>
  event.type === 'card.updated' ? event.data.object.${field} : event.type === 'operation.failed' ? event.data.object.status : '';`;
    expect(errors('event', read('last4'))).toEqual([]);
    expect(errors('other-event', read('recipient')).join()).toContain('recipient');
  });

  test('codes of errors are known', () => {
    const known = (code: string) => `export const is = ({ code }: ApiError): boolean => code === '${code}';`;
    expect(errors('code', known('insufficient_funds'))).toEqual([]);
    expect(errors('no-code', known('insufficient_fund')).join()).toContain('no overlap');
  });
});
