// The fields of a verification. The server lists them by kind of company.
import { Box, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { answer } from '../../../shared/client.ts';
import { Form } from '../../../shared/form.tsx';
import { Section } from '../../../shared/page.tsx';
import type { Verification } from '../../../shared/portal-api.ts';
import { useWrite } from '../../../shared/queries.ts';
import { useCompanyScope } from '../session.ts';
import { t } from '../words/t.ts';
import classes from './verification.module.css';

/** Fields with several lines. */
const long = new Set(['address', 'businessDescription', 'directors', 'beneficialOwners', 'sourceOfFunds']);

type Props = {
  verification: Verification;
  mayChange: boolean;
  onChanged: (now: Verification) => void;
  /** Called when unsaved changes appear or disappear. */
  onUnsaved: (unsaved: boolean) => void;
};

/** The fields; owners edit them until they are submitted. */
export function Fields({ verification, mayChange, onChanged, onUnsaved }: Props) {
  const title =
    verification.kind === 'corporate' ? t('verification.aboutCorporate') : t('verification.aboutIndividual');
  return (
    <Section title={title}>
      {mayChange ? (
        <Box px="lg" pb="lg">
          <FieldsForm verification={verification} onChanged={onChanged} onUnsaved={onUnsaved} />
        </Box>
      ) : (
        <Given verification={verification} />
      )}
    </Section>
  );
}

function FieldsForm({ verification, onChanged, onUnsaved }: Omit<Props, 'mayChange'>) {
  const { api } = useCompanyScope();
  const [values, setValues] = useState(verification.fields);
  const save = useWrite({
    write: (fields: Record<string, string>) => answer(api.PUT('/portal/v1/verification/fields', { body: fields })),
    onDone: (now) => {
      setValues(now.fields);
      onChanged(now);
    },
  });
  const changed = changedOf(verification, values);
  const isUnsaved = Object.keys(changed).length > 0;
  useEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved]);
  const change = (name: string, value: string) => {
    save.reset();
    setValues((before) => ({ ...before, [name]: value }));
  };
  return (
    <Form
      submit={save.isSuccess ? t('verification.saved') : t('verification.save')}
      pending={save.isPending}
      error={save.error}
      onSubmit={(event) => {
        event.preventDefault();
        if (isUnsaved) save.mutate(changed);
      }}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {verification.required.fields.map(({ name, label, help }) => {
          const field = {
            id: name,
            label,
            description: help,
            value: values[name] ?? '',
            maxLength: 4_000,
            onChange: (event: { currentTarget: { value: string } }) => change(name, event.currentTarget.value),
          };
          return long.has(name) ? (
            <Textarea key={name} autosize minRows={2} maxRows={8} {...field} />
          ) : (
            <TextInput key={name} {...field} />
          );
        })}
      </SimpleGrid>
    </Form>
  );
}

/** Sends only changed fields, so that two owners do not overwrite each other. */
const changedOf = ({ fields, required }: Verification, values: Record<string, string>) =>
  Object.fromEntries(
    required.fields.flatMap(({ name }) => {
      const value = values[name]?.trim() ?? '';
      return value === (fields[name] ?? '') ? [] : [[name, value]];
    }),
  );

function Given({ verification: { required, fields } }: Pick<Props, 'verification'>) {
  return (
    <SimpleGrid component="dl" cols={{ base: 1, sm: 2 }} spacing="md" px="lg" pb="lg" m={0}>
      {required.fields.map(({ name, label }) => (
        <div key={name} id={name}>
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          <Text component="dd" size="sm" m={0} className={classes.given}>
            {fields[name] || t('verification.notGiven')}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
