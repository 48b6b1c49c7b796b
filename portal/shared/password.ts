// The rule for passwords, so that a form can say it before the server does.

/** The server refuses shorter ones. */
export const LEAST_PASSWORD = 12;
