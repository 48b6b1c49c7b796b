// Serializers, compiled from response schemas at start-up.
import SerializerSelector from '@fastify/fast-json-stringify-compiler';

type Compile = SerializerSelector.SerializerCompiler;

/**
 * Compiles one function per schema instead of one per response of each endpoint: most are the same refusals, and
 * compiling them again was half of the start-up time.
 */
export function serializerFactory(): SerializerSelector.SerializerFactory {
  const select = SerializerSelector();
  const compilers = new Map<string, Compile>(); // by the schemas that others reference
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
