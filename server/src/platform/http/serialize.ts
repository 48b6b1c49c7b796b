// Answers are written by functions that are made from their schemas when a process starts.
import SerializerSelector from '@fastify/fast-json-stringify-compiler';

type Compile = SerializerSelector.SerializerCompiler;

/**
 * Makes one function for each schema of a process, not for each answer of each endpoint: most of them are the same
 * refusals, and making them again was half of what a start cost.
 */
export function serializerFactory(): SerializerSelector.SerializerFactory {
  const select = SerializerSelector();
  const compilers = new Map<string, Compile>(); // by the schemas that others refer to
  return (named, options) => {
    const names = JSON.stringify(named);
    const compiler = compilers.get(names) ?? remembering(select(named, options));
    compilers.set(names, compiler);
    return compiler;
  };
}

function remembering(compile: Compile): Compile {
  const made = new Map<string, ReturnType<Compile>>();
  return (route) => {
    const schema = JSON.stringify(route.schema);
    const serialize = made.get(schema) ?? compile(route);
    made.set(schema, serialize);
    return serialize;
  };
}
