// Operator tasks reserved for the database's owner: the first operators, the waiting time of new ones, breaking glass.
import type pg from 'pg';
import type { Person } from '../../foundation/configuration/places.ts';
import { type Environment, readSettings } from '../../foundation/configuration/read.ts';
import { asAdministrator } from '../../platform/db/migrate.ts';

export type FirstOperators = { people: readonly Person[]; waitHours: number };

/** Reads the settings of the installation, or throws an error that names the invalid one and its expected form. */
export function readFirstOperators(env?: Environment): FirstOperators & { ownerUrl: string } {
  const values = readSettings('migrate', env);
  return {
    ownerUrl: values.CARDWRIGHT_OWNER_DATABASE_URL,
    people: values.CARDWRIGHT_FIRST_OPERATORS ?? [],
    waitHours: values.CARDWRIGHT_OPERATOR_WAIT_HOURS,
  };
}

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
