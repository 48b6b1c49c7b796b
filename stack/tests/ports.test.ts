// Free ports: no two callers get the same one, also in different processes.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { freePorts } from '../src/ports.ts';

/** A sixth of all ports: without claims, two callers would choose hundreds of the same ones. */
const COUNT = 2_000;

it('gives each port once, also to another process', async () => {
  const here = await freePorts(COUNT);
  const module = new URL('../src/ports.ts', import.meta.url).href;
  const program = `
    const { freePorts } = await import(${JSON.stringify(module)});
    console.log(JSON.stringify(await freePorts(${COUNT})));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  const there: number[] = JSON.parse(stdout);
  expect(new Set([...here, ...there]).size).toBe(2 * COUNT);
});
