// The screen of `npm run dev`.

import { DEMO_OPERATOR } from './operators.ts';
import type { StackSecrets } from './secrets.ts';
import type { Demo } from './seed.ts';
import type { Stack } from './start.ts';

/** Data that a development stack keeps between runs. */
export type Kept = { secrets: StackSecrets; demo: Demo | undefined };

/** The first screen: addresses, a key, and commands to paste. */
export function welcome(shown: {
  stack: Stack;
  kept: Kept;
  home: string;
  /** File with the token of the second operator, who approves proposals. */
  secondTokenFile: string;
  seconds: number;
}): string {
  const { kept, home, secondTokenFile, seconds } = shown;
  const { baseUrl, portalUrl, deskUrl } = shown.stack;
  const company = kept.demo?.companies[0];
  const key = company?.keys.sandbox ?? '';
  return `
  Cardwright is ready (${seconds.toFixed(1)} s).

  Portal    ${portalUrl}    one click signs in as a demo person of ${company?.name ?? 'the demo'}
  Desk      ${deskUrl}    ${DEMO_OPERATOR}: choose “First time here”, and the link appears in this terminal
  API       ${baseUrl}
  Docs      ${baseUrl}/docs
  Company   ${company?.name ?? 'none'} (sandbox)
  Key       ${key}

  Credit sandbox funds, then read the balance:

    curl -X POST ${baseUrl}/api/v1/sandbox/funding \\
      -H 'Authorization: Bearer ${key}' \\
      -H 'Idempotency-Key: first-funding' -H 'Content-Type: application/json' \\
      -d '{"amount":"250.50"}'

    curl ${baseUrl}/api/v1/balance -H 'Authorization: Bearer ${key}'

  Issue a card to somebody, and see it a moment later:

    PRODUCT=$(curl -s ${baseUrl}/api/v1/products -H 'Authorization: Bearer ${key}' | grep -o 'prod_[a-z0-9]*' | head -1)
    HOLDER=$(curl -s -X POST ${baseUrl}/api/v1/holders \\
      -H 'Authorization: Bearer ${key}' \\
      -H 'Idempotency-Key: first-holder' -H 'Content-Type: application/json' \\
      -d '{"name":"Ada Lovelace","email":"ada@example.com","kind":"individual"}' | grep -o 'holder_[a-z0-9]*'); sleep 2
    curl -X POST ${baseUrl}/api/v1/operations \\
      -H 'Authorization: Bearer ${key}' \\
      -H 'Idempotency-Key: first-card' -H 'Content-Type: application/json' \\
      -d '{"type":"issue","productId":"'$PRODUCT'","holderId":"'$HOLDER'","amount":"50.00","expectedTotal":"53.10"}'; sleep 2
    curl ${baseUrl}/api/v1/cards -H 'Authorization: Bearer ${key}'

  Operator  npm run admin -- --help      (acts as the demo operator)
            npm run admin -- --token-file ${secondTokenFile} proposal list      (acts as the second operator, who approves)
  Data      ${home}  (remove it to start over)

  A change under server/src restarts the processes; a change of the pages is built by the next start. Ctrl-C stops everything.
`;
}
