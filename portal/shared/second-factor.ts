// Connects the client, which learns that the second factor is needed, with the dialog that asks for it.

type Asker = () => Promise<boolean>;

let asker: Asker | undefined;
let asking: Promise<boolean> | undefined;

/** Registers the dialog; returns a function that unregisters it. */
export function answerSecondFactor(ask: Asker): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = undefined;
  };
}

/** Asks for the second factor once for all waiting requests; false if the person cancels. */
export function askSecondFactor(): Promise<boolean> {
  asking ??= (asker?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined;
  });
  return asking;
}
