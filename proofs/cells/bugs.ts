// Bugs of the router and of a deployment that the proof must catch.
import type { Plant } from '../harness/plant.ts';

/** The router's configuration, as planted bugs name files. */
export const ROUTER_FILE = '../../deploy/router/haproxy.cfg';

const routing = (find: string, replace: string) => ({ file: ROUTER_FILE, find, replace });

const BY_KEY = '  use_backend "api-%[var(txn.cell)]" if { var(txn.cell) -m found }';

export const cellsBugs: Record<string, Plant> = {
  'cell-ignored': {
    what: 'the router sends every key to the first cell',
    source: [routing(BY_KEY, '  use_backend api-c1 if { var(txn.cell) -m found }')],
  },
  'default-cell': {
    what: 'the router sends unknown cells and missing keys to the first cell',
    source: [routing('has.\n  default_backend refused', 'has.\n  default_backend api-c1')],
  },
  'two-keys': {
    what: 'the router routes a request with two keys by the last one, and the cell gets both',
    source: [routing('if to_api api_path one_key key_shape', 'if to_api api_path key_shape')],
  },
  'refused-otherwise': {
    what: 'the router refuses an unknown cell in other words than a cell refuses an unknown key',
    source: [routing('"code":"key_invalid"', '"code":"cell_unknown"')],
  },
  'taken-over': {
    what: 'requests for a cell without processes go to another cell',
    source: [routing(BY_KEY, `  use_backend api-c2 if { nbsrv(api-c1) lt 1 }\n${BY_KEY}`)],
  },
  'queue-without-end': {
    what: 'requests for a cell that hangs wait without limit, and take the router’s connections from the others',
    source: [
      routing('default-server check inter', 'default-server inter'),
      routing('  http-request deny deny_status 503 if { queue ge "${ROUTER_CELL_QUEUE}" }\n', ''),
      routing('timeout queue 2s', 'timeout queue 60s'),
    ],
  },
  'one-redis': {
    what: 'both cells count in one Redis',
    deployment: 'one-redis',
  },
};
