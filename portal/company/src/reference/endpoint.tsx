// One endpoint: a line that opens into its fields and its command.
import { Code, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { type Column, Rows } from '../../../shared/list.tsx';
import { maybe, t } from '../words/t.ts';
import { commandOf, type Endpoint, type Field, type Shape } from './contract.ts';
import classes from './reference.module.css';
import { Snippet } from './snippet.tsx';

/** The line of an endpoint; its details render when it is first opened. */
export function EndpointShown({ endpoint }: { endpoint: Endpoint }) {
  const [opened, setOpened] = useState(false);
  return (
    <details className={classes.endpoint} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary className={classes.line}>
        <span className={classes.method} data-method={endpoint.method}>
          {endpoint.method}
        </span>
        <span className={classes.path}>{endpoint.path}</span>
        <span className={classes.summary}>{endpoint.summary}</span>
      </summary>
      {opened && <Details endpoint={endpoint} />}
    </details>
  );
}

function Details({ endpoint }: { endpoint: Endpoint }) {
  const { answer } = endpoint;
  return (
    <Stack gap="md" px="lg" pb="lg" pt="xs">
      <Text size="sm" maw={720}>
        <Words text={endpoint.description} />
      </Text>
      <Snippet name={t('reference.command')} text={commandOf(endpoint)} />
      <Fields title={t('reference.parameters')} fields={endpoint.parameters} />
      <Fields title={t('reference.bodyFields')} fields={endpoint.body} />
      {answer !== undefined && (
        <Fields title={`${t('reference.answer', { status: answer.status })} ${answer.name}`} fields={answer.fields} />
      )}
    </Stack>
  );
}

/** Renders names in backticks as code. */
function Words({ text }: { text: string }) {
  return text
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? <Code key={`${index} ${part}`}>{part}</Code> : part));
}

function shapeText({ kind, text }: Shape): string {
  if (kind === 'list') return t('reference.listOf', { what: text });
  if (kind === 'nullable') return t('reference.orNull', { what: text });
  return kind === 'choice' ? t('reference.oneOf', { values: text }) : text;
}

const columns: readonly Column<Field>[] = [
  {
    head: t('reference.name'),
    cell: ({ name, required, place }) => (
      <div>
        <Code>{name}</Code>
        <Text size="xs" c="dimmed" mt={2}>
          {[place && maybe(`reference.in.${place}`), required && t('reference.required')].filter(Boolean).join(', ')}
        </Text>
      </div>
    ),
  },
  {
    head: t('reference.type'),
    cell: ({ type }) => (
      <Text size="sm" className={classes.type}>
        {shapeText(type)}
      </Text>
    ),
  },
  {
    head: t('reference.meaning'),
    cell: ({ meaning }) => (
      <Text size="sm" maw={420}>
        <Words text={meaning} />
      </Text>
    ),
  },
];

function Fields({ title, fields }: { title: string; fields: readonly Field[] }) {
  if (fields.length === 0) return null;
  return (
    <div>
      <Title order={3} size="h6" mb={6}>
        {title}
      </Title>
      <div className={classes.fields}>
        <Rows label={title} rows={fields} columns={columns} rowKey={({ name, place }) => `${place ?? ''} ${name}`} />
      </div>
    </div>
  );
}
