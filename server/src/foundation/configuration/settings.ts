// Every setting of every process, in one table: the check at start, `config --explain` and the reference page are made
// from it.
import type { ProcessName, Setting } from './declare.ts';
import { issuerSandboxSettings, issuerSettings } from './issuers.ts';
import { commandSettings, toolSettings } from './operators.ts';
import { retentionSettings } from './retention.ts';
import {
  databaseSettings,
  limitSettings,
  secretSettings,
  servingSettings,
  siteSettings,
  workSettings,
} from './service.ts';

/** The settings by topic, in the order of the reference page. */
export const topics = {
  Database: databaseSettings,
  'Addresses, metrics and logs': servingSettings,
  Secrets: secretSettings,
  'Portal, desk and mail': siteSettings,
  'Limits of clients': limitSettings,
  'Background work and exports': workSettings,
  Retention: retentionSettings,
  Issuers: issuerSettings,
  'Simulated issuer': issuerSandboxSettings,
  'Commands of operators': commandSettings,
  'Development and tests': toolSettings,
};

export const settings = {
  ...databaseSettings,
  ...servingSettings,
  ...secretSettings,
  ...siteSettings,
  ...limitSettings,
  ...workSettings,
  ...retentionSettings,
  ...issuerSettings,
  ...issuerSandboxSettings,
  ...commandSettings,
  ...toolSettings,
};

export type SettingName = keyof typeof settings;

/** The value of a setting where it may be missing: undefined, unless it has a default. */
type ValueOf<Name extends SettingName> =
  (typeof settings)[Name] extends Setting<infer Value, ProcessName, ProcessName, infer Default>
    ? Default extends string
      ? Value
      : Value | undefined
    : never;

/** The values of some settings, for code that several processes share. */
export type Values<Name extends SettingName> = { [Each in Name]: ValueOf<Each> };

/** The values that a process reads; those that it needs are never undefined. */
export type ValuesOf<Process extends ProcessName> = {
  [Name in SettingName as Process extends (typeof settings)[Name]['by'][number]
    ? Name
    : never]: Process extends (typeof settings)[Name]['needed'][number] ? NonNullable<ValueOf<Name>> : ValueOf<Name>;
};

/** The settings by name, for code that handles all of them alike. */
export const declaredSettings: ReadonlyMap<string, Setting> = new Map(Object.entries<Setting>(settings));
