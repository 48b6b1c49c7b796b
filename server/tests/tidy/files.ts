// Files as the style rules see them: path, text and syntax tree.
import { dirname, join } from 'node:path';
import { parseAst } from 'vitest/node';

/** A node of a syntax tree, as far as the rules use it. */
export type Node = {
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

export type File = { path: string; text: string; nodes: Node[] };

/** Reads the text of a source file. */
export function fileOf(path: string, text: string): File {
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

/** The line of an offset, counted from one. */
export const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** The import specifiers of a file. */
export const importsOf = ({ nodes }: File): string[] =>
  nodes.flatMap(({ type, source }) =>
    /^(Import|Export)/.test(type) && typeof source?.value === 'string' ? [source.value] : [],
  );

/** Imports from a file's own package and from the server, as paths from the repository root. */
export const ownImportsOf = (file: File): string[] =>
  importsOf(file).flatMap((target) => {
    if (target.startsWith('.')) return [join(dirname(file.path), target)];
    return target.startsWith('@cardwright/server/') ? [target.replace('@cardwright/server', 'server/src')] : [];
  });

/** Exported functions, declared or assigned. */
export function exportedFunctionsOf({ nodes }: File): { node: Node; name: string }[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || !node.declaration) return [];
    const { declaration } = node;
    if (declaration.type === 'FunctionDeclaration') return [{ node, name: declaration.id?.name ?? '' }];
    return (declaration.declarations ?? [])
      .filter(({ init }) => init?.type === 'ArrowFunctionExpression')
      .map(({ id }) => ({ node, name: id?.name ?? '' }));
  });
}
