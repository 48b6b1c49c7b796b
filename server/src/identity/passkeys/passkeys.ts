// Passkeys of people: added and removed in a session, and used as a second factor, to confirm, or to sign in alone.
import type { Clock } from '../../foundation/clock.ts';
import { newUuid } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Entrant, Library } from '../people/library.ts';
import { type LockOut, passwordsOf, stepUpsOf } from '../people/lock-out.ts';
import type { Person, SessionHeaders } from '../people/session.ts';
import { sourceOf } from '../people/source.ts';
import { hasApp, stepUpSession } from '../people/sql.ts';
import { requireStepUp } from '../people/step-up.ts';
import { openChallenges, type Purpose } from './challenges.ts';
import type { Assertion, Attestation } from './contract.ts';
import { deletePasskey, findPasskey, insertPasskey, listPasskeys, type PasskeyRow, usePasskey } from './sql.ts';
import { challengeOf, openWebAuthn } from './webauthn.ts';

/** More than the devices of one person, and a short list to send with a challenge. */
const MOST_PASSKEYS = 20;

/** After the password, or alone: a passkey verifies its owner, so it is both factors. */
type SignInStep = 'second_factor' | 'sign_in';

type PasskeysOptions = {
  db: Db;
  clock: Clock;
  library: Library;
  lockOut: LockOut;
  publicUrl: string;
  /** Called when a passkey was added or removed. */
  onPasskey: (person: Person, change: { name: string; was: 'added' | 'removed' }) => void;
};

/** Opens passkeys on the tables of a schema. */
export function openPasskeys(options: PasskeysOptions) {
  const { library, lockOut } = options;
  const challenges = openChallenges(options);
  const webAuthn = openWebAuthn(options.publicUrl);
  const use = openUse(options, { challenges, webAuthn });
  const requestFor = async (purpose: Purpose, userId?: string) => {
    const allowed = userId === undefined ? undefined : await listPasskeys(options.db, userId);
    if (allowed?.length === 0) refuse('passkey_missing');
    return webAuthn.requestOptions(await challenges.issue(purpose), allowed);
  };
  const purposeOf = async (step: SignInStep, headers: SessionHeaders): Promise<Purpose> => {
    if (step === 'sign_in') return { purpose: step };
    return { purpose: step, userId: (await library.challenged(headers)) ?? refuse('signed_out') };
  };
  const count = ({ ip }: Entrant) => lockOut.take([{ kind: 'request', of: sourceOf(ip) }]);

  return {
    ...openChanges(options, { challenges, webAuthn }),

    async beginStepUp({ userId, sessionId }: Person) {
      await lockOut.take([stepUpsOf(userId)]);
      return requestFor({ purpose: 'step_up', sessionId }, userId);
    },

    /** Steps the session up by a passkey of its person. */
    async stepUp({ userId, sessionId }: Person, given: Assertion, at: Date): Promise<void> {
      const used = await use({ purpose: 'step_up', sessionId }, given);
      if (used !== userId || !(await stepUpSession(options.db, sessionId, at))) refuse('passkey_refused');
    },

    /** What a person who gave their password may continue with; a code for everybody else, which reveals nothing. */
    async secondFactorsOf(headers: SessionHeaders): Promise<{ app: boolean; passkey: boolean }> {
      const userId = await library.challenged(headers);
      if (userId === undefined) return { app: true, passkey: false };
      const [app, passkeys] = await Promise.all([hasApp(options.db, userId), listPasskeys(options.db, userId)]);
      return { app, passkey: passkeys.length > 0 };
    },

    async beginSignIn(from: Entrant, step: SignInStep) {
      await count(from);
      const purpose = await purposeOf(step, from.headers);
      return requestFor(purpose, 'userId' in purpose ? purpose.userId : undefined);
    },

    /** Signs in by a passkey and returns the cookies of the session. */
    async signIn(from: Entrant, step: SignInStep, given: Assertion): Promise<string[]> {
      await count(from);
      const purpose = await purposeOf(step, from.headers);
      const userId = await use(purpose, given);
      if ('userId' in purpose && purpose.userId !== userId) refuse('passkey_refused');
      return (await library.enter(from, { userId, afterPassword: 'userId' in purpose })) ?? refuse('passkey_refused');
    },
  };
}

export type Passkeys = ReturnType<typeof openPasskeys>;

type Tools = { challenges: ReturnType<typeof openChallenges>; webAuthn: ReturnType<typeof openWebAuthn> };

/** Takes the challenge, verifies the signature, and notes the counter. Returns the owner of the passkey. */
function openUse({ db, clock }: PasskeysOptions, { challenges, webAuthn }: Tools) {
  return async (purpose: Purpose, given: Assertion): Promise<string> => {
    const challenge = challengeOf(given);
    if (!(await challenges.take(purpose, challenge))) refuse('passkey_refused');
    const passkey = (await findPasskey(db, Buffer.from(given.id, 'base64url'))) ?? refuse('passkey_refused');
    const counter = await webAuthn.verifyUse(given, challenge, passkey);
    if (counter === undefined || !(await usePasskey(db, passkey.id, { counter, at: clock.now() })))
      refuse('passkey_refused');
    return passkey.user_id;
  };
}

function openChanges(options: PasskeysOptions, { challenges, webAuthn }: Tools) {
  const { db, clock, library, lockOut, onPasskey } = options;
  return {
    list: async ({ userId }: Person) => ({
      hasApp: await hasApp(db, userId),
      passkeys: await listPasskeys(db, userId),
    }),

    /** Checks the password, and the second factor of people who have one: a stolen session adds nothing. */
    async beginAdding(person: Person, headers: SessionHeaders, password: string) {
      if (person.hasSecondFactor) requireStepUp(person, clock.now());
      const guess = [passwordsOf(person.userId)];
      await lockOut.take(guess);
      if (!(await library.isPasswordOf(headers, password))) refuse('invalid_password');
      await lockOut.right(guess);
      const known = await listPasskeys(db, person.userId);
      if (known.length >= MOST_PASSKEYS) refuse('passkey_limit');
      const { userId: id, email, name, sessionId, hasSecondFactor } = person;
      const challenge = await challenges.issue({ purpose: 'add', sessionId, hasSecondFactor });
      return webAuthn.creationOptions({ id, email, name }, challenge, known);
    },

    /** Stores the passkey for which the options of this session were. */
    async add(person: Person, { name, credential }: { name: string; credential: Attestation }): Promise<PasskeyRow> {
      const { userId, sessionId, hasSecondFactor } = person;
      const challenge = challengeOf(credential);
      if (!(await challenges.take({ purpose: 'add', sessionId, hasSecondFactor }, challenge)))
        refuse('passkey_refused');
      const made = (await webAuthn.verifyNew(credential, challenge)) ?? refuse('passkey_refused');
      const at = clock.now();
      const passkey = { ...made, id: newUuid(at), user_id: userId, name, created_at: at, last_used_at: null };
      const stored = await insertPasskey(db, passkey, { hasSecondFactor });
      if (stored !== 'added') refuse(stored === 'known' ? 'passkey_known' : 'passkey_refused');
      onPasskey(person, { name, was: 'added' });
      return passkey;
    },

    /** Removes a passkey; needs a fresh second factor, whatever the id is. */
    async remove(person: Person, id: string | undefined): Promise<void> {
      requireStepUp(person, clock.now());
      const name = (id && (await deletePasskey(db, person.userId, id))) || refuse('passkey_not_found');
      onPasskey(person, { name, was: 'removed' });
    },
  };
}
