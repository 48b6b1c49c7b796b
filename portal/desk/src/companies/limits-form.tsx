// Rate limits of a company's own; an empty field leaves the default of the cell.
import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ComponentProps } from 'react';
import { answer, deskApi } from '../../../shared/client.ts';
import type { Company, Limits } from '../../../shared/desk-api.ts';
import { Section } from '../../../shared/page.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { tell } from '../frame/told.ts';
import { t } from '../words/t.ts';
import classes from './companies.module.css';

type Typed = Record<keyof Limits, string>;

const typedOf = ({ reads, writes, statements }: Limits): Typed => ({
  reads: reads === null ? '' : String(reads),
  writes: writes === null ? '' : String(writes),
  statements: statements === null ? '' : String(statements),
});

const rateOf = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed));

const mistakeIn = (typed: string): string | null =>
  typed.trim() === '' || /^[1-9]\d{0,5}$/.test(typed.trim()) ? null : t('deskCompanies.rateInvalid');

/** All three limits at once, as the server takes them. Mounted anew when the limits are others. */
export function LimitsForm({ company: { id, limits } }: { company: Company }) {
  const form = useForm<Typed>({
    initialValues: typedOf(limits),
    validate: { reads: mistakeIn, writes: mistakeIn, statements: mistakeIn },
  });
  const save = useWrite({
    write: (typed: Typed) =>
      answer(
        deskApi.PUT('/desk/v1/companies/{id}/limits', {
          params: { path: { id } },
          body: { reads: rateOf(typed.reads), writes: rateOf(typed.writes), statements: rateOf(typed.statements) },
        }),
      ),
    changes: [['companies']],
    onDone: () => tell(t('deskCompanies.limitsChanged')),
  });
  return (
    <Section title={t('deskCompanies.limits')}>
      <form className={classes.body} noValidate onSubmit={form.onSubmit((typed) => save.mutate(typed))}>
        <div className={classes.limits}>
          <Rate label={t('deskCompanies.reads')} {...form.getInputProps('reads')} />
          <Rate label={t('deskCompanies.writes')} {...form.getInputProps('writes')} />
          <Rate label={t('deskCompanies.statements')} {...form.getInputProps('statements')} />
        </div>
        {save.error !== null && <ProblemShown error={save.error} />}
        <Group mt="md">
          <Button type="submit" variant="default" disabled={!form.isDirty()} loading={save.isPending}>
            {t('deskCompanies.saveLimits')}
          </Button>
        </Group>
      </form>
    </Section>
  );
}

function Rate(props: ComponentProps<typeof TextInput>) {
  return (
    <TextInput
      description={t('deskCompanies.rateHelp')}
      placeholder={t('deskCompanies.rateDefault')}
      inputMode="numeric"
      autoComplete="off"
      classNames={{ input: 'figures' }}
      {...props}
    />
  );
}
