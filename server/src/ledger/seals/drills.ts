// Drills: rehearsed restores of the newest backup. Outcomes are kept beside the marks, out of the database's reach:
// they outlive the database, and no restored copy can write one.

/** The outcome of a drill, as it is exported. */
export type Drill = {
  /** When it ended, to the millisecond, UTC. */
  at: string;
  ok: boolean;
  /** Why it failed; null if it did not. */
  failure: string | null;
  /** From the start to the end of the verification. */
  restoreSeconds: number;
  /** Age of the newest restored mark when the newest one was exported; null if the restore failed before. */
  lossSeconds: number | null;
  /** Time of the newest restored mark. */
  restoredTo: string | null;
  books: number | null;
  ledgerEntries: number | null;
  auditEntries: number | null;
  /** Entries that exported heads name and the restored database lacks. */
  lostLedgerEntries: number | null;
  lostAuditEntries: number | null;
};

/** Storage for the outcomes of drills. */
export type DrillStore = {
  /** Stores an outcome durably. */
  appendDrill(drill: Drill): Promise<void>;
  /** The newest good drill; undefined if there never was one. */
  newestGoodDrill(): Promise<Drill | undefined>;
};

/** The line of a drill. */
export const toDrillLine = (drill: Drill): string => JSON.stringify({ drill });

/** Parses the drill of a line; undefined if the line is not one. */
export function fromDrillLine(line: string): Drill | undefined {
  let drill: Partial<Drill> | undefined;
  try {
    drill = (JSON.parse(line) as { drill?: Partial<Drill> }).drill;
  } catch {
    return undefined;
  }
  if (typeof drill !== 'object' || drill === null) return undefined;
  const { at, ok, restoreSeconds, lossSeconds } = drill;
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at)) || typeof ok !== 'boolean') return undefined;
  if (typeof restoreSeconds !== 'number' || (ok && typeof lossSeconds !== 'number')) return undefined;
  return drill as Drill;
}
