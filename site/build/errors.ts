// One page for each error code of the API, generated from its refusal and the endpoints that give it.
import { type RefusalCode, refusals } from '@cardwright/server/foundation/refusals/refusals.ts';
import { explanations } from './explanations.ts';
import type { Contract, Endpoint } from './openapi.ts';
import { endpointAddress, endpointsOf, responseOf } from './openapi.ts';
import type { Page } from './page.ts';

const verdicts = {
  same_key: ['Retry with the same key', 'Repeat the same request later, under the same `Idempotency-Key`.'],
  new_key: [
    'Change something first',
    'Something must change first, in the request or in the account. Then send it under a new `Idempotency-Key`.',
  ],
  never: ['Do not retry', 'No form of this request will do.'],
} as const;

const reasons: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** The page of every code, and the page that leads to them. */
export function errorPages(contract: Contract): Page[] {
  const codes = (contract.components.schemas['ApiError']?.properties?.['code']?.enum ?? []) as RefusalCode[];
  const unexplained = codes.filter((code) => explanations[code] === undefined);
  const unknown = Object.keys(explanations).filter((code) => !codes.includes(code as RefusalCode));
  if (unexplained.length + unknown.length > 0)
    throw new Error(`site/build/explanations.ts lacks ${unexplained.join()}; it also has ${unknown.join()}`);
  const endpoints = endpointsOf(contract);
  return [indexPage(codes), ...codes.map((code) => errorPage(code, contract, endpoints))];
}

function indexPage(codes: readonly RefusalCode[]): Page {
  const rows = [...new Set(codes.map((code) => refusals[code][0]))]
    .toSorted((one, other) => one - other)
    .map((status) => {
      const links = codes
        .filter((code) => refusals[code][0] === status)
        .map((code) => `[\`${code}\`](/errors/${code}/)`);
      return `| ${status} ${reasons[status]} | ${links.join(', ')} |`;
    });
  return {
    address: 'errors',
    title: 'Errors',
    label: 'All codes',
    description: 'Every error has a stable code, a message, and a field that says what to do next.',
    markdown: `Every error has the same shape. Branch on \`code\`, never on \`message\`. Log \`requestId\`: it finds the request
in our logs.

\`\`\`json
{
  "statusCode": 400,
  "message": "The available balance does not cover the total. Fund the account first.",
  "code": "insufficient_funds",
  "requestId": "req_3f9c1b7a52e84d06a1c0e7d95b2f6a48",
  "retry": "new_key",
  "available": "43.70",
  "required": "103.20"
}
\`\`\`

## What to do next

\`retry\` decides, also for codes that you do not know yet:

| \`retry\` | What to do |
|---|---|
${Object.entries(verdicts)
  .map(([name, [, words]]) => `| \`${name}\` | ${words} |`)
  .join('\n')}

No answer at all is not an error: the request may have taken effect. Repeat it under
[the same key](/concepts/idempotency/).

## All codes

| Status | Codes |
|---|---|
${rows.join('\n')}`,
  };
}

function errorPage(code: RefusalCode, contract: Contract, endpoints: readonly Endpoint[]): Page {
  const [status, retry, message] = refusals[code];
  const { cause = '', remedy = '' } = explanations[code] ?? {};
  const [verdict, words] = verdicts[retry];
  const giving = endpoints.filter((endpoint) => exampleOf(code, contract, endpoint) !== undefined);
  const example = giving.map((endpoint) => exampleOf(code, contract, endpoint))[0] ?? {
    statusCode: status,
    message,
    code,
    requestId: 'req_3f9c1b7a52e84d06a1c0e7d95b2f6a48',
    retry,
  };
  const isEverywhere = giving.length === 0 || giving.length > endpoints.length / 2;
  const list = giving.map((endpoint) => `- [${endpoint.summary}](/${endpointAddress(endpoint)}/)`).join('\n');
  return {
    address: `errors/${code}`,
    title: code,
    description: message.replaceAll('`', ''),
    markdown: `**${status} ${reasons[status]}** · ${verdict.toLowerCase()}

> ${message}

## Cause

${cause}

## Remedy

${remedy}

\`retry\` is \`${retry}\`: ${words.charAt(0).toLowerCase()}${words.slice(1)}

## Response

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`

## Where it occurs

${isEverywhere ? 'Any endpoint can give it.' : list}`,
  };
}

/** The example of a code in the responses of an endpoint. */
function exampleOf(code: string, contract: Contract, { responses }: Endpoint): unknown {
  for (const response of Object.values(responses)) {
    const example = responseOf(contract, response).content?.['application/json']?.examples?.[code];
    if (example !== undefined) return example.value;
  }
  return undefined;
}
