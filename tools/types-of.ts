// The types of a contract.
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

/** A contract as TypeScript. All refusals have one shape, so each endpoint has one default response. */
export async function typesOf(file: string, contract: string): Promise<string> {
  const document = JSON.parse(contract) as OpenAPI3 & {
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
  };
  const error = {
    description: 'A refusal.',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ApiError' } } },
  };
  for (const operations of Object.values(document.paths)) {
    for (const operation of Object.values(operations)) {
      const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
      operation.responses = { ...Object.fromEntries(successes), default: error };
    }
  }
  return `// Made from ${file} by tools/generate.ts. Never edited.\n${astToString(await openapiTS(document))}`;
}
