// Every expected refusal of the issuer, with its status and text. Any other error is a bug and answers 500.

const refusals = {
  request_invalid: [400, 'The request is not valid.'],
  scenario_unknown: [400, 'There is no such Sandbox-Scenario.'],
  scenario_elsewhere: [400, 'This Sandbox-Scenario has an address of its own; send the request there.'],
  account_missing: [400, 'A request needs an Issuer-Account.'],
  signature_invalid: [401, 'The request is not signed by a key of this issuer, or its time is too far from ours.'],
  absent: [404, 'There is nothing of this name.'],
  card_closed: [409, 'The card is closed.'],
  reference_conflict: [409, 'This reference was used for something else.'],
} as const;

type RefusalCode = keyof typeof refusals;

/** An expected refusal. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: object;

  constructor(code: RefusalCode, message?: string) {
    const [status, words] = refusals[code];
    super(message ?? words);
    this.status = status;
    // A read asks for a status, so its refusal is a status too.
    this.body = code === 'absent' ? { status: 'absent' } : { code, message: this.message };
  }
}

/** Refuses a request. */
export function refuse(code: RefusalCode, message?: string): never {
  throw new Refusal(code, message);
}
