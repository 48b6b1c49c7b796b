// Preload: `typescript` is the version of this workspace. Generators of types crash beside TypeScript 7, next to which
// npm places them.
import { registerHooks } from 'node:module';

const url = import.meta.resolve('typescript');

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript' ? { url, shortCircuit: true } : next(specifier, context),
});
