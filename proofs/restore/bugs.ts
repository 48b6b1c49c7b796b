// Planted bugs of a restore.
import type { Plant } from '../harness/plant.ts';

type Patch = NonNullable<Plant['source']>[number];

const recovering = (find: string, replace: string) => ({ name: 'actions.database_recover', find, replace });
const applying = (action: string) => ({
  name: 'apply_audit_entry',
  find: `when '${action}' then`,
  replace: `when '${action}.never' then`,
});
const fencing = (find: string, replace: string): Patch => ({ file: 'platform/fence/fence.ts', find, replace });

export const restoreBugs: Record<string, Plant> = {
  'fence-not-asked': {
    what: 'processes write to a database without asking the fence',
    source: [fencing('    check: () => closed,\n', '    check: () => undefined,\n')],
    functions: [{ name: 'require_verified_timeline', find: 'if not exists', replace: 'if false and not exists' }],
  },
  'mark-not-compared': {
    what: 'a database without the newest exported mark, on a new timeline, is taken for verified',
    source: [fencing('if (!(await holdsMarks(judging.db, exported)))', 'if (exported.length < 0)')],
    functions: [
      { name: 'report_timeline', find: 'if not is_confirmed and not exists', replace: 'if false and not exists' },
      { name: 'require_marks', find: 'elsif exported_epoch >=', replace: 'elsif false and exported_epoch >=' },
    ],
  },
  'ids-random': {
    what: 'the id of an operation is not derived from its key',
    source: [
      {
        file: 'operations/accept/accept.ts',
        find: "derivedUuid('operation', scope, ordered.key)",
        replace: "derivedUuid('operation', scope, `${ordered.key} ${performance.timeOrigin}`)",
      },
    ],
  },
  'numbers-continued': {
    what: 'events after the recovery take the numbers of lost ones',
    functions: [
      recovering('on conflict (company_id, environment) do update set last = excluded.last', 'on conflict do nothing'),
    ],
  },
  'revocation-forgotten': {
    what: 'a key that was revoked after the restored point works again',
    functions: [applying('key.revoke')],
  },
  'operator-comes-back': {
    what: 'an operator who was disabled after the restored point acts again',
    functions: [applying('operator.disable')],
  },
  'suspension-forgotten': {
    what: 'a company that was suspended after the restored point is not',
    functions: [applying('company.suspend')],
  },
  'sent-before-asked': {
    what: 'operations from before the loss are sent without asking the issuer',
    functions: [{ name: 'ask_about_queued', find: "where o.status = 'queued'", replace: 'where false' }],
  },
  'absent-at-once': {
    what: 'whatever the issuer says about an operation from before, it is sent',
    source: [
      { file: 'operations/run/ask.ts', find: "if (found.kind === 'absent') return", replace: 'if (found) return' },
    ],
  },
  'listings-not-awaited': {
    what: 'companies order again before the issuer’s listings are read, and a known reference is no reason to wait',
    functions: [
      {
        name: 'fate_of_reference',
        find: "coalesce(u.resolution, 'recovering')",
        replace: 'nullif(u.resolution, u.resolution)',
      },
      { name: 'fate_of_reference', find: "select 'recovering' from", replace: 'select null::text from' },
    ],
  },
  'listings-not-read': {
    what: 'a book counts as compared with the issuer before its listings were read',
    source: [
      {
        file: 'oversight/recovery/listings.ts',
        find: 'const look = await lookAtListed(kind)(book, { after });',
        replace: 'const look = { unread: [], last: undefined };',
      },
    ],
  },
  'fork-not-exported': {
    what: 'nobody outside is told that chains go on from an earlier entry',
    source: [
      {
        file: 'oversight/recovery/recover.ts',
        find: 'await recovery.store.append([line]);',
        replace: 'await Promise.resolve(line);',
      },
    ],
  },
  'replay-not-first': {
    what: 'a recovery is proposed before the exported audit entries are replayed',
    functions: [
      recovering(
        "elsif (given ->> 'auditThrough')::bigint is distinct from v.replayed_through then",
        'elsif false then',
      ),
    ],
  },
  'adopted-without-money': {
    what: 'an adopted order is not captured',
    functions: [{ name: 'adopt_order', find: "'outcome', u.record -> 'status'", replace: "'outcome', 'rejected'" }],
  },
  'epoch-stays': {
    what: 'the recovery does not begin an epoch',
    functions: [recovering('epoch = v.epoch + 1,', 'epoch = v.epoch,')],
  },
};
