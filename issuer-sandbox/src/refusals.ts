// Every expected "no" of the issuer: its status and its words. Anything else that is thrown is a bug and answers 500.

const refusals = {
  request_invalid: [400, 'The request is not valid.'],
  scenario_unknown: [400, 'There is no such Sandbox-Scenario.'],
  scenario_elsewhere: [400, 'This Sandbox-Scenario has an address of its own; send the request there.'],
  account_missing: [400, 'A request needs an Issuer-Account.'],
  signature_invalid: [401, 'The request is not signed by a key of this issuer, or its time is too far from ours.'],
  absent: [404, 'There is nothing of this name.'],
  reference_conflict: [409, 'This reference was used for something else.'],
} as const;

type RefusalCode = keyof typeof refusals;

/** An expected "no". */
export class Refusal extends Error {
  readonly status: number;
  readonly body: object;

  constructor(code: RefusalCode, message?: string) {
    const [status, words] = refusals[code];
    super(message ?? words);
    this.status = status;
    // A read asks what became of something, so its "no" is a status too.
    this.body = code === 'absent' ? { status: 'absent' } : { code, message: this.message };
  }
}

/** Ends a request with a "no". */
export function refuse(code: RefusalCode, message?: string): never {
  throw new Refusal(code, message);
}
