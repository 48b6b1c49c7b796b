// Ends a request early: by its time limit, its caller or a closing sender. An AbortController would do the same, but
// each of its listeners costs every request some processor time.

/** We ended the request; the message gives the reason in our own words. */
export class Ended extends Error {}

/** Ends one request before its answer. */
export class Ending {
  reason: Error | undefined;
  #reject: ((reason: Error) => void) | undefined;

  end(reason: Error): void {
    this.reason ??= reason;
    this.#reject?.(this.reason);
  }

  /** Rejects the wait of this request, which has one at a time, once it is ended. */
  on(reject: (reason: Error) => void): void {
    this.#reject = reject;
    if (this.reason !== undefined) reject(this.reason);
  }
}

/** Rejects when the request is ended first. */
export const beforeEnd = <Value>(value: Promise<Value>, ending: Ending): Promise<Value> =>
  new Promise((resolve, reject) => {
    ending.on(reject);
    value.then(resolve, reject);
  });
