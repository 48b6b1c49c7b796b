// What operators do with companies. The database runs each action in one commit with its audit entry.
import type { Clock } from '../../foundation/clock.ts';
import { newUuid } from '../../foundation/ids.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Actor, administer, didAlone, type Proposed, propose } from '../operators/act.ts';
import type { Capability, Kind, RateLimitsOfCompany, Verification } from './sql.ts';

export type CompanyTools = { db: Db; clock: Clock; actor: Actor };

/** Creates an unverified company with an empty book in each environment. Returns its id. */
export async function createCompany(tools: CompanyTools, company: { name: string; kind: Kind }): Promise<string> {
  const id = newUuid(tools.clock.now());
  await didAlone(tools.db, tools.actor, { action: 'company.create', given: { id, ...company } });
  return id;
}

/** Approves or rejects a company. False if it already has this status or does not exist. */
export async function verifyCompany(
  tools: CompanyTools,
  companyId: string,
  { verification, reason }: { verification: Exclude<Verification, 'pending'>; reason: string },
): Promise<boolean> {
  return changed(tools, { action: `company.${verification}`, given: { company: companyId, reason } });
}

/** Switches a live capability off, or proposes to switch it on. False if nothing would change. */
export async function setCapability(
  { db, actor }: CompanyTools,
  companyId: string,
  { capability, enabled, reason = '' }: { capability: Capability; enabled: boolean; reason?: string },
): Promise<boolean | Proposed> {
  const action = enabled ? 'company.activate' : 'company.deactivate';
  const answer = await administer(db, actor, { action, given: { company: companyId, capability }, reason });
  return 'proposed' in answer ? answer : !('refused' in answer);
}

/** Stops all writes of a company: its keys can only read. False if it is already suspended or does not exist. */
export async function suspendCompany(tools: CompanyTools, companyId: string, reason: string): Promise<boolean> {
  return changed(tools, { action: 'company.suspend', given: { company: companyId, reason } });
}

/** Lifts a company's suspension. False if it is not suspended or does not exist. */
export async function resumeCompany(tools: CompanyTools, companyId: string): Promise<boolean> {
  return changed(tools, { action: 'company.resume', given: { company: companyId } });
}

/** Proposes rate limits for one company, all three together. */
export async function setRateLimits(
  { db, actor }: CompanyTools,
  companyId: string,
  limits: RateLimitsOfCompany,
  reason: string,
): Promise<Proposed | { refused: string }> {
  const given = { company: companyId, ...limits };
  return propose(db, actor, { action: 'company.limits', given, reason });
}

async function changed({ db, actor }: CompanyTools, asked: { action: string; given: object }): Promise<boolean> {
  return (await didAlone(db, actor, asked)) === 'done';
}
