// The programs of a cluster, as `install.sh` installs them.
import { existsSync } from 'node:fs';

/** Postgres of Debian 12. The one of `npm ci` has no pg_basebackup and no pg_rewind, which Patroni needs. */
export const POSTGRES_BIN = '/usr/lib/postgresql/15/bin';

export const ETCD = '/usr/bin/etcd';
export const HAPROXY = '/usr/sbin/haproxy';
export const PGBACKREST = '/usr/bin/pgbackrest';
export const PYTHON = '/usr/bin/python3';

/** Python's module path of Debian 13's Patroni (4.0). */
const NEWER_PATRONI = '/opt/cardwright/patroni/usr/lib/python3/dist-packages';

/**
 * How Patroni reaches etcd. `sound` is Patroni 4.0 with etcd's v3 API. `unsound` is Debian 12's Patroni 3.0.2 with the
 * same API: a frozen primary that wakes takes the leader key back, and acknowledged rows are lost. It exists to prove
 * that the product notices.
 */
export type Pair = 'sound' | 'unsound';

/** Environment that makes `python3 -m patroni` the Patroni of a pair. */
export const patroniOf = (pair: Pair): Record<string, string> =>
  pair === 'sound' ? { PYTHONPATH: NEWER_PATRONI } : {};

const all = [ETCD, HAPROXY, PGBACKREST, PYTHON, '/usr/bin/patroni', `${POSTGRES_BIN}/postgres`, NEWER_PATRONI];

/** Whether a cluster can start on this machine. */
export const isInstalled = (): boolean => all.every((path) => existsSync(path));

/** Throws with what is missing and how to install it. */
export function requirePrograms(): void {
  const missing = all.filter((path) => !existsSync(path));
  if (missing.length === 0) return;
  throw new Error(`Not installed: ${missing.join(', ')}. On Debian 12: sudo bash stack/src/cluster/install.sh`);
}
