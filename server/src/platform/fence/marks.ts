// Marks: how far the database has come, kept outside of it. A database that lacks the newest exported mark has lost
// commits.

/** A mark as it is exported. */
export type Mark = {
  /** Rises with each mark, through all epochs. */
  number: number;
  /** Rises with each recovery from a loss. */
  epoch: number;
  /** When it was committed, to the millisecond, UTC. */
  at: string;
  /** The first eight digits of a WAL file's name. */
  timeline: string;
  /** Of the Postgres cluster. */
  system: string;
  /** Whether a synchronous standby had it when its commit ended. */
  confirmed: boolean;
  /** Random: after a loss, another mark may get the same number. */
  token: string;
};

/** Storage for marks, out of reach of the database's administrators. */
export type MarkStore = {
  /** Stores a mark durably. */
  appendMark(mark: Mark): Promise<void>;
  /** The newest mark; several if different ones have its number, none if nothing was ever stored. */
  newestMarks(): Promise<Mark[]>;
};

/** The line of a mark. */
export const toMarkLine = ({ number, epoch, at, timeline, system, confirmed, token }: Mark): string =>
  JSON.stringify({ mark: number, epoch, at, timeline, system, confirmed, token });

/** Parses the mark of a line; undefined if the line is not one. */
export function fromMarkLine(line: string): Mark | undefined {
  let parsed: Record<string, unknown>;
  try {
    parsed = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  const { mark: number, epoch, at, timeline, system, confirmed, token } = parsed;
  if (typeof number !== 'number' || typeof epoch !== 'number' || typeof confirmed !== 'boolean') return undefined;
  if (typeof at !== 'string' || typeof timeline !== 'string') return undefined;
  if (typeof system !== 'string' || typeof token !== 'string') return undefined;
  const mark = { number, epoch, at, timeline, system, confirmed, token };
  return toMarkLine(mark) === line ? mark : undefined;
}

/** The newest of marks, each token once. */
export function newestOf(marks: readonly Mark[]): Mark[] {
  const [newest] = marks.toSorted((a, b) => b.epoch - a.epoch || b.number - a.number);
  const same = marks.filter(({ epoch, number }) => epoch === newest?.epoch && number === newest.number);
  return [...new Map(same.map((mark) => [mark.token, mark])).values()];
}
