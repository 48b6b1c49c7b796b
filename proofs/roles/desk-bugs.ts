// Bugs at the desk that the proof of roles must catch.
import type { Plant } from '../harness/plant.ts';

const source = (file: string, find: string, replace: string) => [{ file, find, replace }];

export const deskBugs: Record<string, Plant> = {
  'operator-without-factor': {
    what: 'the desk answers an operator who has no second factor',
    source: source('surfaces/desk/operator.ts', "if (!operator.hasSecondFactor) refuse('second_factor_missing');", ''),
  },
  'desk-without-code': {
    what: 'an operator is disabled without a fresh code',
    source: source(
      'surfaces/desk/actions.ts',
      "'operators.disable': { does: ['operator.disable'], stepUp: true, exported: true }",
      "'operators.disable': { does: ['operator.disable'], exported: true }",
    ),
    sql: [`update operator_actions set needs_code = false where action = 'operator.disable'`],
  },
  'ended-operator': {
    what: 'a disabled operator continues with their session',
    source: source(
      'identity/operators/operators.ts',
      'where id = ${id} and disabled_at is null and',
      'where id = ${id} and',
    ),
    functions: [
      {
        name: 'actions.operator_disable',
        find: 'update desk.users u set disabled_at = clock_timestamp() where u.id = operator',
        replace: 'update desk.users u set disabled_at = null where u.id = operator',
      },
      { name: 'actions.operator_disable', find: 'perform actions.end_sessions(operator);', replace: '' },
    ],
  },
  'audit-for-everybody': {
    what: 'the audit log is served without asking who reads it',
    source: [
      { file: 'surfaces/desk/app.ts', find: '    await desk.register(auditRoutes, deps);\n', replace: '' },
      {
        file: 'surfaces/desk/app.ts',
        find: '  await app.register(signInRoutes, deps);',
        replace: '  await app.register(signInRoutes, deps);\n  await app.register(auditRoutes, deps);',
      },
    ],
  },
  'desk-any-site': {
    what: 'other sites make a browser act at the desk',
    source: source(
      'surfaces/desk/app.ts',
      "app.addHook('onRequest', async (request) => refuseOtherSites(request, deps.publicUrl));",
      '',
    ),
  },
};
