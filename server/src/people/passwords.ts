// Passwords: argon2id, with the costs that OWASP recommends for it.
import { hash, verify } from '@node-rs/argon2';

/** Short ones are guessed; long ones cost us time. */
export const SHORTEST_PASSWORD = 12;
export const LONGEST_PASSWORD = 128;

/** 19 MiB, two passes, one lane: about 30 ms of one core. Argon2id is what the library does unless told otherwise. */
const costs = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a password, for storing. */
export const hashPassword = (password: string): Promise<string> => hash(password, costs);

/** Whether a password is the one behind a stored hash. */
export const isPassword = ({ hash: stored, password }: { hash: string; password: string }): Promise<boolean> =>
  verify(stored, password);
