// The password rule, for forms to check before the server does.

/** The server refuses shorter ones. */
export const LEAST_PASSWORD = 12;
