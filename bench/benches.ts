// All benches, by name.
import { growth } from './growth/bench.ts';
import type { Bench } from './harness/bench.ts';
import { ledger } from './ledger/bench.ts';
import { operations } from './operations/bench.ts';
import { pages } from './pages/bench.ts';
import { tracing } from './tracing/bench.ts';
import { transfers } from './transfers/bench.ts';
import { webhooks } from './webhooks/bench.ts';

export const benches: Readonly<Record<string, Bench>> = {
  growth,
  ledger,
  operations,
  pages,
  tracing,
  transfers,
  webhooks,
};
