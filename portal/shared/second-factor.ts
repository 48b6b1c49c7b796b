// Between the client, which finds that the second factor is needed, and the dialog, which asks for it.

type Asker = () => Promise<boolean>;

let asker: Asker | undefined;
let asking: Promise<boolean> | undefined;

/** The dialog that asks; it takes itself away with the function that it gets back. */
export function answerSecondFactor(ask: Asker): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = undefined;
  };
}

/** Asks for the second factor, once for all requests that wait; false when the person turned away. */
export function askSecondFactor(): Promise<boolean> {
  asking ??= (asker?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined;
  });
  return asking;
}
