// Bugs that the proof of two people must catch. Where two layers refuse the same, a bug is planted in both.
import type { Plant } from '../harness/plant.ts';

const inFunction = (name: string, find: string, replace: string) => ({ name, find, replace });

/** The table itself refuses proposers who approve their own proposal, and contradictory decisions. */
const WITHOUT_CONSTRAINTS = [
  'alter table proposals drop constraint approved_by_another',
  'alter table proposals drop constraint decided_one_way',
];

const ofCredentials: Record<string, Plant> = {
  'disabled-acts': {
    what: 'a disabled operator continues with a token',
    functions: [inFunction('require_operator', 'o.disabled_at is null and', '')],
  },
  'begins-early': {
    what: 'an operator acts before they begin',
    functions: [inFunction('require_operator', ' and o.active_from <= clock_timestamp()', '')],
  },
  'session-without-end': {
    what: 'a session is accepted after its end',
    functions: [inFunction('read_credential', 's.expires_at > clock_timestamp() and', '')],
  },
  'token-without-end': {
    what: 'a token is accepted after its end',
    functions: [inFunction('read_credential', 't.expires_at > clock_timestamp() and', '')],
  },
  'revoked-token': {
    what: 'a revoked token is accepted',
    functions: [inFunction('read_credential', ' and t.revoked_at is null', '')],
  },
  'without-factor': {
    what: 'a session decides without a second factor',
    functions: [inFunction('read_credential', ' and u.two_factor_enabled', '')],
  },
  'without-code': {
    what: 'nobody is asked for a code',
    functions: [inFunction('require_operator', 'if coalesce(with_code, demands.needs_code) and', 'if false and')],
  },
  'code-for-hours': {
    what: 'a code is fresh for hours',
    sql: [
      `create or replace function code_lifetime() returns interval language sql immutable return interval '5 hours'`,
    ],
  },
  'narrowed-in-vain': {
    what: 'a narrowed token does everything',
    functions: [inFunction('require_operator', 'if for_action <> all (may) or', 'if')],
  },
};

const ofApprovals: Record<string, Plant> = {
  'own-approval': {
    what: 'the proposer approves',
    functions: [inFunction('approve_proposal', 'when p.proposed_by = who then', 'when false then')],
    sql: WITHOUT_CONSTRAINTS,
  },
  'new-approver': {
    what: 'an operator who was added a moment ago approves',
    functions: [inFunction('approve_proposal', '> clock_timestamp() then', "< p.proposed_at - interval '1 year' then")],
  },
  'new-proposer': {
    what: 'one operator approves what their second account proposed, which was added a moment ago',
    functions: [inFunction('propose', '> clock_timestamp() then', 'is null then')],
  },
  'proposer-gone': {
    what: 'the proposal of a disabled operator is approved',
    functions: [inFunction('approve_proposal', 'when not found then', 'when false then')],
  },
  'expired-approved': {
    what: 'an expired proposal is approved',
    functions: [inFunction('approve_proposal', 'when p.expires_at <= clock_timestamp() then', 'when false then')],
  },
  'approved-twice': {
    what: 'a proposal is approved twice',
    functions: [inFunction('approve_proposal', 'when p.approved_at is not null then', 'when false then')],
  },
  'withdrawn-approved': {
    what: 'what was withdrawn is approved',
    functions: [
      inFunction('approve_proposal', 'when p.withdrawn_by is not null then', 'when false then'),
      inFunction('approve_proposal', ' and x.approved_at is null and x.withdrawn_at is null', ''),
    ],
    sql: WITHOUT_CONSTRAINTS,
  },
  'approver-not-locked': {
    what: 'an operator is disabled while they approve',
    functions: [inFunction('require_operator', ' for share', '')],
  },
  'proposer-not-locked': {
    what: 'an operator is disabled while their proposal is approved',
    functions: [inFunction('approve_proposal', ' for share', '')],
  },
  'proposal-not-locked': {
    what: 'two approve the same proposal at the same time',
    functions: [inFunction('approve_proposal', 'x.id = of_proposal for update', 'x.id = of_proposal')],
  },
};

const ofActions: Record<string, Plant> = {
  'done-at-once': {
    what: 'a price is set by one operator',
    functions: [
      inFunction(
        'administer',
        'where a.action = for_action) then',
        `where a.action = for_action and a.action <> 'product.price') then`,
      ),
    ],
  },
  'added-without-wait': {
    what: 'a new operator does not wait',
    functions: [inFunction('actions.operator_add', 'clock_timestamp() + r.wait', 'clock_timestamp()')],
  },
  'enabled-without-wait': {
    what: 'an operator who is enabled again does not wait',
    functions: [inFunction('actions.operator_enable', 'clock_timestamp() + r.wait', 'clock_timestamp()')],
  },
  'reset-without-wait': {
    what: 'an operator who sets up a new second factor does not wait',
    functions: [inFunction('actions.operator_reset', 'clock_timestamp() + r.wait', 'clock_timestamp()')],
  },
  'sessions-left': {
    what: 'a reset leaves sessions and tokens as they were',
    functions: [inFunction('actions.operator_reset', 'perform actions.end_sessions(operator);', '')],
  },
  'action-not-logged': {
    what: 'a live key is created without an audit entry',
    functions: [inFunction('log_action', 'begin\n', `begin\n  if action = 'key.create_live' then return; end if;\n`)],
  },
  'in-anothers-name': {
    what: 'an approval is recorded in the name of the proposer',
    functions: [inFunction('approve_proposal', 'log_action(who,', 'log_action(p.proposed_by,')],
  },
};

const ofRoles: Record<string, Plant> = {
  'log-writable': {
    what: 'the role of the desk writes the audit log',
    sql: ['grant insert on audit_log to cardwright_admin'],
  },
  'tokens-writable': {
    what: 'the role of the desk changes tokens',
    sql: ['grant usage on schema desk to cardwright_admin', 'grant update on desk.tokens to cardwright_admin'],
  },
  'sessions-readable': {
    what: 'the role of the desk reads sessions',
    sql: ['grant usage on schema desk to cardwright_admin', 'grant select on desk.sessions to cardwright_admin'],
  },
  'wait-writable': {
    what: 'the worker changes how long operators wait',
    sql: ['grant update (wait) on operator_rules to cardwright_worker'],
  },
  'installed-by-anybody': {
    what: 'the role of the desk may install operators',
    sql: ['grant execute on function install_operators(jsonb) to cardwright_admin'],
  },
  'sign-in-decides': {
    what: 'the role that writes sessions may approve with them',
    sql: ['grant execute on function approve_proposal(text, uuid, text) to cardwright_desk'],
  },
};

export const twoPeopleBugs: Record<string, Plant> = { ...ofCredentials, ...ofApprovals, ...ofActions, ...ofRoles };
