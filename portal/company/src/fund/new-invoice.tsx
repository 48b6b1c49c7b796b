// The form of a new invoice: whole dollars, and the fee before anything is created.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { answer } from '../../../shared/client.ts';
import { AmountInput, Form } from '../../../shared/form.tsx';
import { Money, moneyText } from '../../../shared/money.tsx';
import { Section } from '../../../shared/page.tsx';
import { Problem } from '../../../shared/problem.ts';
import { useWrite } from '../../../shared/queries.ts';
import { EnvironmentBadge } from '../../../shared/status.tsx';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import classes from './fund.module.css';
import { LEAST_DOLLARS, MOST_DOLLARS, quoteOf, wholeDollars } from './funding.ts';
import '../words/fund.ts';

const common = ['100', '500', '1000', '5000'] as const;

function wrongWith(text: string): string | null {
  if (text.trim() === '') return t('fund.amountMissing');
  const dollars = wholeDollars(text);
  if (dollars === undefined) return t('fund.amountNotWhole');
  if (dollars < LEAST_DOLLARS) return t('fund.amountTooSmall');
  return dollars > MOST_DOLLARS ? t('fund.amountTooLarge') : null;
}

/** Creates an invoice and opens it. If another one is open, links to that one. */
export function NewInvoice() {
  const { api, key, path } = useScope();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { amount: '' }, validate: { amount: wrongWith } });
  const make = useWrite({
    keyed: true,
    write: (amount: string, intent) =>
      answer(
        api.POST('/api/v1/card-account/invoices', {
          params: { header: { 'Idempotency-Key': intent } },
          body: { amount },
        }),
      ),
    changes: [key('invoices'), key('overview')],
    onDone: ({ id }) => void navigate({ to: path(`fund/${id}`) }),
  });
  // An open invoice, perhaps from an earlier attempt, then replaces this form.
  const lookAgain = () => void queries.invalidateQueries({ queryKey: key('invoices') });
  return (
    <Section title={t('fund.new')}>
      <div className={classes.form}>
        <Form
          submit={t('fund.create')}
          pending={make.isPending}
          error={make.error}
          startOver={make.startOver}
          onSubmit={form.onSubmit(({ amount }) => make.mutate(String(wholeDollars(amount)), { onError: lookAgain }))}
        >
          <AmountInput
            label={t('fund.amount')}
            description={t('fund.amountHelp')}
            inputMode="numeric"
            placeholder="250"
            {...form.getInputProps('amount')}
          />
          <Group gap={6} role="group" aria-label={t('fund.quick')}>
            {common.map((amount) => (
              <Button key={amount} variant="default" size="compact-sm" onClick={() => form.setValues({ amount })}>
                ${moneyText(amount).replace(/\.00$/, '')}
              </Button>
            ))}
          </Group>
          <Quote text={form.values.amount} />
        </Form>
        <NextStep error={make.error} />
      </div>
    </Section>
  );
}

/** The fee while the amount is typed; a dash until the amount is valid. */
function Quote({ text }: { text: string }) {
  const { environment } = useScope();
  const dollars = wrongWith(text) === null ? wholeDollars(text) : undefined;
  const quote = dollars === undefined ? undefined : quoteOf(dollars);
  const shown = (amount: string | undefined) => (amount === undefined ? '–' : <Money amount={amount} />);
  return (
    <Stack gap={10}>
      <dl className={classes.quote}>
        <div>
          <dt>{t('fund.youTransfer')}</dt>
          <dd>{shown(quote?.deposit)}</dd>
        </div>
        <div>
          <dt>{t('fund.feeOf')}</dt>
          <dd>{shown(quote === undefined ? undefined : `-${quote.fee}`)}</dd>
        </div>
        <div data-total="true">
          <dt>{t('fund.credited')}</dt>
          <dd>{shown(quote?.credit)}</dd>
        </div>
        <div>
          <dt>{t('frame.environment')}</dt>
          <dd>
            <EnvironmentBadge environment={environment} />
          </dd>
        </div>
      </dl>
      <Text size="xs" c="dimmed">
        {t('fund.exactLater')}
      </Text>
    </Stack>
  );
}

/** A link to the blocking invoice, if the refusal names one. */
function NextStep({ error }: { error: Error | null }) {
  const { path } = useScope();
  if (!(error instanceof Problem) || error.code !== 'invoice_unresolved' || error.resourceId === undefined) return null;
  return (
    <Button component={Link} to={path(`fund/${error.resourceId}`)} variant="default" mt="sm">
      {t('fund.openThat')}
    </Button>
  );
}
