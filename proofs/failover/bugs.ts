// Bugs that the proof of failovers must catch.
import type { Plant } from '../harness/plant.ts';

const accepting = (find: string, replace: string) => ({ file: 'operations/accept/accept.ts', find, replace });
const claiming = (find: string, replace: string) => ({ file: 'operations/run/claim.ts', find, replace });
const answering = (find: string, replace: string) => ({ file: 'platform/idempotency/claim.ts', find, replace });
const connecting = (find: string, replace: string) => ({ file: 'platform/db/client.ts', find, replace });
const watching = (find: string, replace: string) => ({ file: 'platform/db/primary.ts', find, replace });
const fencing = (find: string, replace: string) => ({ file: 'platform/fence/fence.ts', find, replace });

/** The end of a commit that takes an unknown outcome for a success. */
const UNKNOWN_IS_DONE = `.catch((error) => {
      if (kept !== undefined && error.constructor.name === 'CommitUnknown') return kept;
      throw error;
    });`;

export const failoverBugs: Record<string, Plant> = {
  'warning-ignored': {
    what: 'a commit whose wait for the standby was cancelled counts as a success',
    source: [connecting('if (routine === CANCELLED_WAIT)', "if (routine === 'nothing')")],
  },
  'unknown-is-accepted': {
    what: 'an operation is acknowledged although the outcome of its commit is unknown',
    source: [
      accepting("crashPoint('before-accept');\n", "crashPoint('before-accept');\n      let kept;\n"),
      accepting('        return answers;\n      });', `        return (kept = answers);\n      })${UNKNOWN_IS_DONE}`),
    ],
  },
  'unknown-is-claimed': {
    what: 'an operation is sent although the outcome of its claim is unknown',
    source: [
      claiming('const { leased, claimed, walkedTo } =', 'let kept;\n    const { leased, claimed, walkedTo } ='),
      claiming(
        'return { leased: due.work, claimed: decided, walkedTo: due.walkedTo };\n    });',
        `return (kept = { leased: due.work, claimed: decided, walkedTo: due.walkedTo });\n    })${UNKNOWN_IS_DONE}`,
      ),
    ],
  },
  'read-back-unconfirmed': {
    what: 'an unknown outcome is read back without waiting for the standby',
    source: [answering('.readConfirmed(scope, (tx) => findIdempotencyKey', '.read(scope, (tx) => findIdempotencyKey')],
  },
  'looked-up-unconfirmed': {
    what: 'the outcome of a key is shown without waiting for the standby',
    source: [{ file: 'platform/idempotency/routes.ts', find: 'await db.readConfirmed(', replace: 'await db.read(' }],
  },
  'committed-locally': {
    what: 'connections do not wait for the standby',
    source: [
      {
        file: 'platform/db/db.ts',
        find: '-c jit=off',
        replace: '-c jit=off -c synchronous_commit=local',
      },
    ],
  },
  'mark-exported-unconfirmed': {
    what: 'a mark is exported although no standby has it',
    functions: [{ name: 'write_mark', find: "perform pg_logical_emit_message(true, 'cardwright', '');", replace: '' }],
  },
  'listener-stays-away': {
    what: 'a listener does not connect to the new primary',
    source: [
      {
        file: 'platform/db/listen.ts',
        find: "client.drop(new Error('the listener connects again'));",
        replace: "await new Promise((end) => closed.signal.addEventListener('abort', end));",
      },
    ],
  },
  'first-server-for-ever': {
    what: 'processes stay with the server that was the primary when they started',
    source: [
      watching('if (seen.server !== primary) moveTo(seen.server);', 'primary ??= seen.server;'),
      watching('if (primary === server) primary = undefined;', ''),
      watching('!each?.isPrimary)) moveTo(undefined);', '!each?.isPrimary)) void 0;'),
    ],
  },
  'unverified-server': {
    what: 'a new connection is used before its server is verified, and accepting does not compare the timeline',
    source: [
      fencing('if (isSame(server, verified)) return;\n      await check();', 'if (server !== undefined) return;'),
      fencing('const CHECK_EVERY_MS = 1_000;', 'const CHECK_EVERY_MS = 5_000;'),
    ],
    functions: [
      { name: 'require_verified_timeline', find: 'if not exists (select', replace: 'if false and not exists (select' },
    ],
  },
};
