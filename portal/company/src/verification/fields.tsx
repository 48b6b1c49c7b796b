// The fields of a verification. The server lists them by kind of company. They save themselves.
import { Box, SimpleGrid, Skeleton, Text, Textarea, TextInput } from '@mantine/core';
import { lazy, Suspense, useLayoutEffect, useRef } from 'react';
import { Section } from '../../../shared/page.tsx';
import type { Verification } from '../../../shared/portal-api.ts';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { maybe, t } from '../words/t.ts';
import { countryName } from './country.ts';
import type { Draft } from './draft.ts';
import { PeopleRows } from './people-rows.tsx';
import classes from './verification.module.css';
import '../words/verification.ts';

/** The list of countries loads only for a form. */
const CountrySelect = lazy(async () => ({ default: (await import('./country-select.tsx')).CountrySelect }));

/** Fields with several lines. */
const long = new Set(['address', 'businessDescription', 'sourceOfFunds']);

/** Fields that list people; owners have a share. */
const people: Readonly<Record<string, { one: string; withShare: boolean }>> = {
  directors: { one: t('verification.director'), withShare: false },
  beneficialOwners: { one: t('verification.owner'), withShare: true },
};

/** Whether the people of a field have a share; undefined for other fields. */
export const shareOf = (name: string): boolean | undefined => people[name]?.withShare;

type Props = {
  verification: Verification;
  /** Undefined if the person may not change it, or not now. */
  draft: Draft | undefined;
  /** Whether missing values are shown as errors. */
  whole: boolean;
};

/** The fields; owners edit them until they are submitted. */
export function Fields({ verification, draft, whole }: Props) {
  const title =
    verification.kind === 'corporate' ? t('verification.aboutCorporate') : t('verification.aboutIndividual');
  const form = useRef<HTMLDivElement>(null);
  // An answer that comes while somebody types moves the fields: the one with the focus stays in view.
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (form.current?.contains(activeElement) === true) activeElement?.scrollIntoView({ block: 'nearest' });
  }, [draft?.status, draft?.error, verification]);
  return (
    <Section title={title} actions={draft && <Saving draft={draft} />}>
      {draft === undefined ? (
        <Given verification={verification} />
      ) : (
        <Box ref={form} px="lg" pb="lg" onBlur={() => void draft.save()}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            {verification.required.fields.map((field) => (
              <Field key={field.name} {...field} draft={draft} whole={whole} />
            ))}
          </SimpleGrid>
          {draft.error !== null && (
            <Box mt="md">
              <ProblemShown error={draft.error} again={() => void draft.save()} />
              <Text size="sm" mt="xs">
                {t('verification.notSaved')}
              </Text>
            </Box>
          )}
        </Box>
      )}
    </Section>
  );
}

/** Only "Saved" is announced: anything more would interrupt typing. */
function Saving({ draft: { status, error } }: { draft: Draft }) {
  return (
    <Text size="sm" c="dimmed" component="div">
      <span role="status">{status === 'saved' && t('verification.saved')}</span>
      {status === 'saving' && error === null && <span aria-hidden="true">{t('verification.saving')}</span>}
    </Text>
  );
}

type FieldProps = Verification['required']['fields'][number] & { draft: Draft; whole: boolean };

function Field({ name, label, help, draft, whole }: FieldProps) {
  const value = draft.valueOf(name);
  const change = (text: string) => draft.change(name, text);
  const listed = people[name];
  if (listed !== undefined)
    return (
      <div className={classes.wide}>
        <PeopleRows {...{ name, label, help, value, whole }} {...listed} onChange={change} />
      </div>
    );
  const refused = draft.refusedOf(name);
  const error =
    refused === undefined
      ? whole && value.trim() === '' && t('verification.required')
      : (maybe(`verification.invalid.${name}`) ?? `${label} ${refused}.`);
  const props = { id: name, label, description: help, value, error: error === false ? undefined : error };
  if (name === 'country')
    return (
      <Suspense fallback={<Skeleton height={80} />}>
        <CountrySelect {...props} onChange={change} />
      </Suspense>
    );
  const typed = {
    ...props,
    maxLength: LONGEST,
    onChange: (event: { currentTarget: { value: string } }) => change(event.currentTarget.value),
  };
  return long.has(name) ? <Textarea autosize minRows={2} maxRows={8} {...typed} /> : <TextInput {...typed} />;
}

/** As the server's limit. */
const LONGEST = 4_000;

function Given({ verification: { required, fields } }: Pick<Props, 'verification'>) {
  return (
    <SimpleGrid component="dl" cols={{ base: 1, sm: 2 }} spacing={{ base: 'xs', sm: 'md' }} px="lg" pb="lg" m={0}>
      {required.fields.map(({ name, label }) => (
        <div key={name} id={name} className={classes.givenRow}>
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          <Text component="dd" size="sm" m={0} className={classes.given}>
            {(name === 'country' ? countryName(fields[name] ?? '') : fields[name]) || t('verification.notGiven')}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
