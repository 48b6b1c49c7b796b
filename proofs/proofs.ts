// All proofs, by name.
import { cardLife } from './card-life/proof.ts';
import { cells } from './cells/proof.ts';
import { clock } from './clock/proof.ts';
import { conservation } from './conservation/proof.ts';
import { crash } from './crash/proof.ts';
import { delivery } from './delivery/proof.ts';
import { failover } from './failover/proof.ts';
import type { Proof } from './harness/proof.ts';
import { idempotencyStorm } from './idempotency-storm/proof.ts';
import { issuerFaults } from './issuer-faults/proof.ts';
import { lastCent } from './last-cent/proof.ts';
import { listen } from './listen/proof.ts';
import { money } from './money/proof.ts';
import { neighbours } from './neighbours/proof.ts';
import { oneInvoice } from './one-invoice/proof.ts';
import { paging } from './paging/proof.ts';
import { quotaRace } from './quota-race/proof.ts';
import { restore } from './restore/proof.ts';
import { roles } from './roles/proof.ts';
import { scopes } from './scopes/proof.ts';
import { sdk } from './sdk/proof.ts';
import { settlement } from './settlement/proof.ts';
import { signature } from './signature/proof.ts';
import { ssrf } from './ssrf/proof.ts';
import { statements } from './statements/proof.ts';
import { tamper } from './tamper/proof.ts';
import { tenants } from './tenants/proof.ts';
import { twoPeople } from './two-people/proof.ts';

export const proofs: Readonly<Record<string, Proof>> = {
  'card-life': cardLife,
  cells,
  clock,
  conservation,
  crash,
  delivery,
  failover,
  'idempotency-storm': idempotencyStorm,
  'issuer-faults': issuerFaults,
  'last-cent': lastCent,
  listen,
  money,
  neighbours,
  'one-invoice': oneInvoice,
  paging,
  'quota-race': quotaRace,
  restore,
  roles,
  scopes,
  sdk,
  settlement,
  signature,
  ssrf,
  tenants,
  statements,
  tamper,
  'two-people': twoPeople,
};
