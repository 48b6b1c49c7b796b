// A company's own rate limits; an empty field keeps the cell's default.
import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ComponentProps, useState } from 'react';
import { answer, deskApi } from '../../../shared/client.ts';
import type { Company, Limits } from '../../../shared/desk-api.ts';
import { Section } from '../../../shared/page.tsx';
import { ProposeWithReason } from '../proposals/proposed.tsx';
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

const limitsOf = ({ reads, writes, statements }: Typed): Limits => ({
  reads: rateOf(reads),
  writes: rateOf(writes),
  statements: rateOf(statements),
});

/** All three limits together, as the server expects. Remounted when the limits change. */
export function LimitsForm({ company }: { company: Company }) {
  const [wanted, setWanted] = useState<Limits>();
  const form = useForm<Typed>({
    initialValues: typedOf(company.limits),
    validate: { reads: mistakeIn, writes: mistakeIn, statements: mistakeIn },
  });
  return (
    <Section title={t('deskCompanies.limits')}>
      <form className={classes.body} noValidate onSubmit={form.onSubmit((typed) => setWanted(limitsOf(typed)))}>
        <div className={classes.limits}>
          <Rate label={t('deskCompanies.reads')} {...form.getInputProps('reads')} />
          <Rate label={t('deskCompanies.writes')} {...form.getInputProps('writes')} />
          <Rate label={t('deskCompanies.statements')} {...form.getInputProps('statements')} />
        </div>
        <Group mt="md">
          <Button type="submit" variant="default" disabled={!form.isDirty()}>
            {t('deskCompanies.proposeLimitsDots')}
          </Button>
        </Group>
      </form>
      {wanted !== undefined && (
        <ProposeLimits
          company={company}
          limits={wanted}
          onProposed={() => form.reset()}
          onClose={() => setWanted(undefined)}
        />
      )}
    </Section>
  );
}

const rateText = (rate: number | null): string => (rate === null ? t('deskCompanies.rateDefault') : String(rate));

type Props = { company: Company; limits: Limits; onProposed: () => void; onClose: () => void };

function ProposeLimits({ company: { id, name }, limits, onProposed, onClose }: Props) {
  return (
    <ProposeWithReason
      onClose={onClose}
      title={t('deskCompanies.proposeLimitsTitle', { name })}
      action={t('deskCompanies.proposeLimits')}
      propose={(reason) =>
        answer(deskApi.PUT('/desk/v1/companies/{id}/limits', { params: { path: { id } }, body: { ...limits, reason } }))
      }
      onProposed={onProposed}
    >
      {t('deskCompanies.proposeLimitsWhy', {
        reads: rateText(limits.reads),
        writes: rateText(limits.writes),
        statements: rateText(limits.statements),
      })}
    </ProposeWithReason>
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
