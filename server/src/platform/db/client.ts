// A connection to the primary. It ends when its server is or becomes something else, and it reports a commit whose
// outcome is unknown instead of taking it for a success. Every connection that commits is one of these.
import pg from 'pg';
import { CommitUnknown, isLost } from './errors.ts';
import { type Host, parseHosts } from './hosts.ts';
import { type Servers, serversOf } from './primary.ts';
import { countUnknownCommit } from './unknown.ts';

/** How to connect: options for `new pg.Pool`, and for libraries that create one. */
type Connecting = { connectionString: string; Client: typeof PrimaryClient; servers: Servers | undefined };

/** A single connection. */
export type Primary = pg.Client & { drop(why: Error): void };

/** Options that open connections to the primary of a URL. */
export function connectingTo(url: string): Connecting {
  const parsed = parseHosts(url);
  const [first, second] = parsed.hosts;
  const connectionString = first === undefined || second === undefined ? url : parsed.urlOf(first);
  return { connectionString, Client: PrimaryClient, servers: serversOf(url) };
}

/** A connection to the primary of a URL, not yet open. */
export const newClient = (url: string, options: pg.ClientConfig = {}): Primary =>
  new PrimaryClient({ ...options, ...connectingTo(url) });

/** A statement that failed because its server takes no writes: it became a standby, or an operator made it so. */
const READ_ONLY = '25006';

/** Where Postgres warns that a commit ended without the confirmation of the standby. Words may be translated. */
const CANCELLED_WAIT = 'SyncRepWaitForLSN';

type Callback = (error: Error | null, result?: unknown) => void;

/** A setting that the server reports. The driver's types do not show it. */
type Reported = { parameterName: string; parameterValue: string };

/**
 * A broken connection fails its running or next statement, which reports the error; without a listener, the same error
 * would end the process. The listener is attached from the start: the pool stops listening when it hands out a
 * connection, and a dying server's error may come in the same packet as its last answer.
 */
const leaveToTheStatement = () => undefined;

class PrimaryClient extends pg.Client {
  readonly #servers: Servers | undefined;
  /** The server of the list that this connection goes to; undefined without a list. */
  server: Host | undefined;
  #isStandby = false;
  #isUnconfirmed = false;
  /** The open transaction, as told by the statements that were sent. */
  #transaction: 'none' | 'writes' | 'reads' = 'none';

  constructor(config?: pg.ClientConfig & { servers?: Servers | undefined }) {
    super(config);
    this.#servers = config?.servers;
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Reported) => {
      if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on';
    });
    this.on('notice', ({ routine }) => {
      if (routine === CANCELLED_WAIT) this.#isUnconfirmed = true;
    });
    this.on('error', leaveToTheStatement);
    this.once('end', () => this.#servers?.unfollow(this));
  }

  /** Connects to the primary; a server that turns out to be a standby is an error. */
  override connect(...args: unknown[]): never {
    const [callback] = args as [Callback?];
    const connected = this.#connect();
    if (callback === undefined) return connected as never;
    // The driver's own form, for pools. What the callback throws must not become a failed connection.
    connected.then(
      () => process.nextTick(callback, null, this),
      (error: Error) => process.nextTick(callback, error),
    );
    return undefined as never;
  }

  async #connect(): Promise<this> {
    this.server = await this.#servers?.find();
    if (this.server !== undefined) Object.assign(this, this.server);
    this.#servers?.follow(this); // from now on: a server that is gone may never answer
    try {
      await super.connect();
      if (this.#isStandby) throw Object.assign(new Error('the database server is a standby'), { code: READ_ONLY });
    } catch (error) {
      if (this.server !== undefined) this.#servers?.left(this.server);
      this.#servers?.unfollow(this);
      void super.end();
      throw error;
    }
    return this;
  }

  /** Ends the connection at once. What runs on it fails. */
  drop(why: Error): void {
    this.connection.stream.destroy(why);
  }

  /** As the driver's, except for commits whose outcome is unknown: they fail with `CommitUnknown`. */
  override query(...args: unknown[]): never {
    const mayCommit = this.#follow(args[0]);
    const last = args.at(-1);
    const run = (): unknown => (super.query as (...all: unknown[]) => unknown).apply(this, args);
    if (typeof last === 'function') {
      args[args.length - 1] = (error: Error | null, result: unknown) =>
        (last as Callback)(this.#judge(error ?? undefined, mayCommit) ?? null, result);
      return run() as never;
    }
    const running = run();
    if (!(running instanceof Promise)) return running as never; // a cursor reports to itself
    return running.then(
      (result: unknown) => {
        const error = this.#judge(undefined, mayCommit);
        if (error !== undefined) throw error;
        return result;
      },
      (error: Error) => {
        throw this.#judge(error, mayCommit);
      },
    ) as never;
  }

  /** Follows transactions; returns whether this statement may commit something. */
  #follow(statement: unknown): boolean {
    const text = typeof statement === 'string' ? statement : ((statement as { text?: string } | null)?.text ?? '');
    const word = /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase();
    const before = this.#transaction;
    if (word === 'begin' || word === 'start') this.#transaction = /\bread only\b/i.test(text) ? 'reads' : 'writes';
    else if (word === 'commit' || word === 'end' || word === 'rollback') this.#transaction = 'none';
    if (word === 'commit' || word === 'end') return before !== 'reads';
    return this.#transaction === 'none' && word !== 'rollback';
  }

  /** What a statement's end means: the error to report, if any. */
  #judge(error: Error | undefined, mayCommit: boolean): Error | undefined {
    if (error !== undefined && (error as { code?: unknown }).code === READ_ONLY) {
      if (this.server !== undefined) this.#servers?.left(this.server);
      this.drop(error);
    }
    if (this.#isUnconfirmed) return this.#unknown('unconfirmed', error);
    return error !== undefined && mayCommit && isLost(error) ? this.#unknown('lost', error) : error;
  }

  #unknown(how: 'unconfirmed' | 'lost', cause: Error | undefined): CommitUnknown {
    this.#isUnconfirmed = false; // said once; nothing runs here after it
    countUnknownCommit(how);
    const unknown = new CommitUnknown(how, cause);
    this.drop(unknown);
    return unknown;
  }
}
