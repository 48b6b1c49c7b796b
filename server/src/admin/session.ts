// Who acts, and on which database. Every command runs in a session.
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Command } from 'commander';
import { type Clock, systemClock } from '../clock.ts';
import { needSealingKeys, type Peppers, readConfig, type SealingKeys } from '../config.ts';
import { type Db, openDb } from '../db/db.ts';
import { type AllowList, readAllowList } from '../guard/allow.ts';
import { findOperatorByToken } from '../operators/operators.ts';
import { openHeadFiles } from '../seals/head-files.ts';
import { gatherHeads, type Heads } from '../seals/heads.ts';
import { print, type Shown } from './output.ts';
import { Problem } from './problem.ts';

/** What a command works with: the tools of the capabilities, and the operator in whose name it acts. */
export type Session = {
  db: Db;
  clock: Clock;
  peppers: Peppers;
  cell: string;
  actor: { operatorId: string };
  /** Reads the exported heads of the chains; undefined when nobody said where they are. */
  readHeads: (() => Promise<Heads>) | undefined;
  /** What it takes to change webhooks; says which setting is missing. */
  webhooks: () => { sealingKeys: SealingKeys; allow: AllowList };
};

type OpenSession = Omit<Session, 'actor'> & { actor: Session['actor'] | undefined };

/** `npm run dev` leaves its settings here, so that commands beside it need none. */
const developmentSettings = new URL('../../../.data/admin.env', import.meta.url);

/** A page of companies is read side by side on this many connections. */
const CONNECTIONS = 4;

/** The action of a command that only an operator may run: without a valid token nothing happens. */
export const asOperator = <Given extends unknown[]>(work: (session: Session, ...given: Given) => Promise<Shown>) =>
  asAnyone(({ actor, ...tools }, ...given: Given) => {
    if (actor === undefined) {
      throw new Problem('Nobody acts here: set CARDWRIGHT_OPERATOR_TOKEN to your token, or give --token-file.');
    }
    return work({ ...tools, actor }, ...given);
  });

/** The action of a command that runs without a token too. A token that is given must be valid all the same. */
export function asAnyone<Given extends unknown[]>(work: (session: OpenSession, ...given: Given) => Promise<Shown>) {
  return async (...typed: [...given: Given, command: Command]): Promise<void> => {
    const given = typed.slice(0, -1) as Given;
    const command = typed.at(-1) as Command; // Commander hands itself over behind what was typed
    const options = command.optsWithGlobals<{ json?: true; tokenFile?: string }>();
    const { databaseUrl, peppers, cell, token, sealsDirectory, ...rest } = readSettings(process.env, options.tokenFile);
    const webhooks = () => ({ sealingKeys: needSealingKeys(rest), allow: readAllowList(rest.webhookAllow) });
    const db = openDb({
      url: databaseUrl,
      name: 'cardwright-admin',
      connections: CONNECTIONS,
      histories: true, // a ledger is verified from here too
      onError: () => undefined, // the statement that needed the connection fails too, and that error is shown
    });
    try {
      const actor = token === undefined ? undefined : await findActor(db, peppers, token);
      const readHeads =
        sealsDirectory === undefined ? undefined : () => gatherHeads(openHeadFiles(sealsDirectory, systemClock));
      const shown = await work({ db, clock: systemClock, peppers, cell, actor, readHeads, webhooks }, ...given);
      print(shown, { json: options.json === true }); // before anything else can fail: a key is shown only now
    } finally {
      await db.close();
    }
  };
}

async function findActor(db: Db, peppers: Peppers, token: string): Promise<Session['actor']> {
  const operator = await findOperatorByToken(db, peppers, token);
  if (operator === undefined) {
    throw new Problem('This operator token is not valid here. Make a new one at the desk: Operators, My token.');
  }
  return { operatorId: operator.id };
}

function readSettings(env: NodeJS.ProcessEnv, tokenFile: string | undefined) {
  const settings = settingsOf(env);
  const config = readConfig({
    CARDWRIGHT_DATABASE_URL: settings['CARDWRIGHT_ADMIN_DATABASE_URL'],
    CARDWRIGHT_PEPPERS: settings['CARDWRIGHT_PEPPERS'],
    CARDWRIGHT_CELL: settings['CARDWRIGHT_CELL'],
    CARDWRIGHT_SEALS_DIRECTORY: settings['CARDWRIGHT_SEALS_DIRECTORY'],
    CARDWRIGHT_WEBHOOK_KEYS: settings['CARDWRIGHT_WEBHOOK_KEYS'],
    CARDWRIGHT_WEBHOOK_ALLOW: settings['CARDWRIGHT_WEBHOOK_ALLOW'],
  });
  const token = tokenFile === undefined ? settings['CARDWRIGHT_OPERATOR_TOKEN'] : readToken(tokenFile);
  const { databaseUrl, peppers, cell, sealsDirectory, sealingKeys, webhookAllow } = config;
  return { databaseUrl, peppers, cell, token, sealsDirectory, sealingKeys, webhookAllow };
}

/** The environment; without a database in it, over the settings of `npm run dev`. An empty variable is not set. */
function settingsOf(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  if (given['CARDWRIGHT_ADMIN_DATABASE_URL'] !== undefined) return given;
  const left = existsSync(developmentSettings) ? parseEnv(readFileSync(developmentSettings, 'utf8')) : {};
  if (left['CARDWRIGHT_ADMIN_DATABASE_URL'] === undefined) {
    throw new Problem(
      'No database is named: start `npm run dev`, or set CARDWRIGHT_ADMIN_DATABASE_URL, CARDWRIGHT_PEPPERS and ' +
        'CARDWRIGHT_OPERATOR_TOKEN.',
    );
  }
  return { ...left, ...given };
}

function readToken(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw new Problem(`The token file ${path} cannot be read: check the path and its permissions.`);
  }
}
