// The settings of the operators' desk, read once from environment variables named CARDWRIGHT_…
import {
  type Config,
  ConfigError,
  readConfig,
  readVersions,
  required,
  type SealingKeys,
} from '../../foundation/config.ts';
import { readSignInConfig, type SignInConfig } from '../../foundation/portal-config.ts';

export type DeskConfig = Omit<Config, 'publicUrl'> & SignInConfig & { documentKeys: SealingKeys };

/** Reads the settings of the desk, or says which one is missing or wrong and what it should be. */
export function readDeskConfig(env: NodeJS.ProcessEnv): DeskConfig {
  const databaseUrl = required(
    env,
    'CARDWRIGHT_ADMIN_DATABASE_URL',
    'postgres://cardwright_admin:…@host:5432/cardwright',
  );
  const config = readConfig({ ...env, CARDWRIGHT_DATABASE_URL: databaseUrl });
  const signIn = readSignInConfig(env, { process: 'DESK', role: 'cardwright_desk', ...config });
  if (signIn.development) throw new ConfigError('CARDWRIGHT_DESK_DEVELOPMENT is no setting: operators always sign in');
  const keys = required(env, 'CARDWRIGHT_DOCUMENT_KEYS', '1:<64 hex digits>, as the portal has it');
  return { ...config, ...signIn, documentKeys: readVersions('CARDWRIGHT_DOCUMENT_KEYS', keys) };
}
