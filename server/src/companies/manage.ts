// What operators do with companies: each act is one commit with its line in the audit log.
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { newUuid, toId } from '../ids.ts';
import { type Actor, audit } from '../operators/audit.ts';
import {
  type Capability,
  insertCompany,
  type Kind,
  openBook,
  type RateLimitsOfCompany,
  updateCapability,
  updateRateLimits,
  updateSuspension,
  updateVerification,
  type Verification,
} from './sql.ts';

export type CompanyTools = { db: Db; clock: Clock; actor: Actor };

/** Creates a company, not yet verified, with an empty book in each environment. Answers its id. */
export async function createCompany(tools: CompanyTools, company: { name: string; kind: Kind }): Promise<string> {
  const createdAt = tools.clock.now();
  const id = newUuid(createdAt);
  await tools.db.write({ companyId: id, environment: 'sandbox' }, async (tx) => {
    await insertCompany(tx, { id, ...company, createdAt });
    await openBook(tx, id, 'sandbox');
    await openBook(tx, id, 'live');
    await audit(tx, {
      at: createdAt,
      actor: tools.actor,
      action: 'company.create',
      scope: { companyId: id },
      subject: toId('company', id),
      details: company,
    });
  });
  return id;
}

/** Approves or rejects a company. False when it stands so already or does not exist. */
export async function verifyCompany(
  tools: CompanyTools,
  companyId: string,
  decision: { verification: Exclude<Verification, 'pending'>; reason: string },
): Promise<boolean> {
  const from: Verification[] = decision.verification === 'approved' ? ['pending', 'rejected'] : ['pending', 'approved'];
  return change(
    tools,
    companyId,
    { action: `company.${decision.verification}`, details: { reason: decision.reason } },
    (tx) => updateVerification(tx, companyId, { from, to: decision.verification, reason: decision.reason }),
  );
}

/** Switches a live capability. False when it stands so already or the company does not exist. */
export async function setCapability(
  tools: CompanyTools,
  companyId: string,
  { capability, enabled }: { capability: Capability; enabled: boolean },
): Promise<boolean> {
  const action = enabled ? 'company.activate' : 'company.deactivate';
  return change(tools, companyId, { action, details: { capability } }, (tx) =>
    updateCapability(tx, companyId, capability, enabled),
  );
}

/** Stops all writes of a company: its keys can only read. False when it is suspended already or does not exist. */
export async function suspendCompany(tools: CompanyTools, companyId: string, reason: string): Promise<boolean> {
  return change(tools, companyId, { action: 'company.suspend', details: { reason } }, (tx) =>
    updateSuspension(tx, companyId, { at: tools.clock.now(), reason }),
  );
}

/** Lets a suspended company write again. False when it is not suspended or does not exist. */
export async function resumeCompany(tools: CompanyTools, companyId: string): Promise<boolean> {
  return change(tools, companyId, { action: 'company.resume', details: {} }, (tx) =>
    updateSuspension(tx, companyId, { at: undefined, reason: '' }),
  );
}

/** Gives a company rate limits of its own, all three at once. False when it does not exist. */
export async function setRateLimits(
  tools: CompanyTools,
  companyId: string,
  limits: RateLimitsOfCompany,
): Promise<boolean> {
  return change(tools, companyId, { action: 'company.limits', details: limits }, (tx) =>
    updateRateLimits(tx, companyId, limits),
  );
}

async function change(
  tools: CompanyTools,
  companyId: string,
  act: { action: string; details: object },
  update: (tx: Parameters<Parameters<Db['write']>[1]>[0]) => Promise<boolean>,
): Promise<boolean> {
  return tools.db.write({ companyId, environment: 'sandbox' }, async (tx) => {
    const changed = await update(tx);
    if (changed) {
      await audit(tx, {
        at: tools.clock.now(),
        actor: tools.actor,
        action: act.action,
        scope: { companyId },
        subject: toId('company', companyId),
        details: act.details,
      });
    }
    return changed;
  });
}
