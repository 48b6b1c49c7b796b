// Operator tasks reserved for the database's owner: the first operators, the waiting time of new ones, breaking glass.
import type pg from 'pg';
import { ConfigError } from '../../foundation/config.ts';
import { asAdministrator } from '../../platform/db/migrate.ts';

type Person = { name: string; email: string };

export type FirstOperators = { people: readonly Person[]; waitHours: number };

/** Default wait before a new operator may propose and approve: by then everyone has been notified of them. */
const WAIT_HOURS = 24;

/** Waiting longer than a month adds no security. */
const LONGEST_WAIT_HOURS = 720;

const EMAIL = /^[^\s<>,@]+@[^\s<>,@]+$/;

/** The limit of columns and emails. */
const LONGEST_NAME = 200;
const LONGEST_EMAIL = 320;

const EXAMPLE = 'Jane Doe <jane@example.com>, Joe Doe <joe@example.com>';

/** Reads the settings of the installation, or throws an error that names the invalid one and its expected form. */
export function readFirstOperators(env: NodeJS.ProcessEnv): FirstOperators {
  const text = env['CARDWRIGHT_FIRST_OPERATORS'] ?? '';
  const hours = env['CARDWRIGHT_OPERATOR_WAIT_HOURS'] || String(WAIT_HOURS);
  if (!/^\d{1,3}$/.test(hours) || Number(hours) > LONGEST_WAIT_HOURS) {
    throw new ConfigError(
      `CARDWRIGHT_OPERATOR_WAIT_HOURS must be a whole number from 0 to ${LONGEST_WAIT_HOURS}; it is "${hours}"`,
    );
  }
  return { people: text === '' ? [] : readPeople(text), waitHours: Number(hours) };
}

function readPeople(text: string): Person[] {
  const people = text.split(',').map((part) => {
    const [, name = '', email = ''] = /^\s*([^<>]*?)\s*<\s*(.*?)\s*>\s*$/.exec(part) ?? [];
    if (!isName(name) || !isEmail(email)) {
      throw new ConfigError(`CARDWRIGHT_FIRST_OPERATORS must look like ${EXAMPLE}; "${part.trim()}" does not`);
    }
    return { name, email: email.toLowerCase() };
  });
  if (new Set(people.map(({ email }) => email)).size < Math.max(2, people.length)) {
    throw new ConfigError(
      'CARDWRIGHT_FIRST_OPERATORS must name at least two people with an address each: what matters needs two. ' +
        `For example: ${EXAMPLE}`,
    );
  }
  return people;
}

/** Whether this is a valid operator name. */
export const isName = (name: string): boolean =>
  name.trim() !== '' && name.length <= LONGEST_NAME && !/\p{C}/u.test(name);

/** Whether this is a valid operator address. */
export const isEmail = (email: string): boolean => EMAIL.test(email) && email.length <= LONGEST_EMAIL;

export type Installed = {
  /** Operators that were added; zero if there were any before. */
  added: number;
  /** Operators that are not disabled. */
  active: number;
};

/** Adds the first operators if there are none, and sets the waiting time of new ones. Idempotent. */
export async function installOperators(ownerUrl: string, { people, waitHours }: FirstOperators): Promise<Installed> {
  return asAdministrator(ownerUrl, async (client) => {
    await client.query(
      `update operator_rules set wait = make_interval(hours => $1) where wait <> make_interval(hours => $1)`,
      [waitHours],
    );
    const added = people.length === 0 ? 0 : await addFirst(client, people);
    const { rows } = await client.query<{ active: number }>(
      'select count(*)::integer as active from operators where disabled_at is null',
    );
    return { added, active: rows[0]?.active ?? 0 };
  });
}

async function addFirst(client: pg.Client, people: readonly Person[]): Promise<number> {
  const { rows } = await client.query<{ added: number }>('select install_operators($1::jsonb) as added', [
    JSON.stringify(people),
  ]);
  return rows[0]?.added ?? 0;
}

export type BrokenGlass = {
  /** When they can sign in and approve. */
  from: Date;
  /** Operators who are notified by email. */
  told: number;
};

const UNIQUE_VIOLATION = '23505';

/** Adds an operator without a proposal. Undefined if the address is taken. */
export async function breakGlass(
  ownerUrl: string,
  { name, email, reason }: Person & { reason: string },
): Promise<BrokenGlass | undefined> {
  return asAdministrator(ownerUrl, async (client) => {
    try {
      const { rows } = await client.query<BrokenGlass>(
        `select break_glass($1, $2, $3) as from,
                (select count(*)::integer from operators where disabled_at is null and email <> lower($2)) as told`,
        [name, email, reason],
      );
      return rows[0];
    } catch (error) {
      if ((error as { code?: string }).code === UNIQUE_VIOLATION) return undefined;
      throw error;
    }
  });
}
