// Credit sandbox funds.
import { useForm } from '@mantine/form';
import { answer } from '../../../shared/client.ts';
import { AmountInput, Form } from '../../../shared/form.tsx';
import { looksLikeAmount, moneyText } from '../../../shared/money.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { Outcome, Tool } from './tool.tsx';
import '../words/sandbox.ts';

/** Credits an amount immediately. */
export function FundTool() {
  const { api, key } = useScope();
  const form = useForm({
    initialValues: { amount: '' },
    validate: { amount: (amount) => (looksLikeAmount(amount.trim()) ? null : t('sandbox.amountInvalid')) },
  });
  const fund = useWrite({
    keyed: true,
    write: ({ amount }: { amount: string }, intent) =>
      answer(
        api.POST('/api/v1/sandbox/funding', {
          params: { header: { 'Idempotency-Key': intent } },
          body: { amount: amount.trim() },
        }),
      ),
    changes: [key('overview'), key('balance')],
    onDone: () => form.reset(),
  });
  return (
    <Tool title={t('sandbox.fund')} why={t('sandbox.fundWhy')}>
      <Form
        submit={t('sandbox.fundAction')}
        pending={fund.isPending}
        error={fund.error}
        startOver={fund.startOver}
        onSubmit={form.onSubmit((values) => fund.mutate(values))}
      >
        <AmountInput label={t('sandbox.amount')} {...form.getInputProps('amount')} />
        {fund.isSuccess && fund.input !== undefined && (
          <Outcome>{t('sandbox.funded', { amount: `$${moneyText(fund.input.amount.trim())}` })}</Outcome>
        )}
      </Form>
    </Tool>
  );
}
