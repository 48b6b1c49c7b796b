// Propose a decision: evidence, effect in numbers, then the proposal.
import { Anchor, Group, Modal, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { answer, deskApi } from '../../../shared/client.ts';
import type { Decision } from '../../../shared/desk-api.ts';
import { Form } from '../../../shared/form.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { Notice } from '../../../shared/states/problem.tsx';
import { EnvironmentBadge } from '../../../shared/status.tsx';
import { tell } from '../frame/told.ts';
import { LONGEST_REASON } from '../frame/with-reason.tsx';
import { proposing } from '../proposals/proposed.tsx';
import { t } from '../words/t.ts';
import { EffectShown } from './effect-shown.tsx';
import {
  decisionOf,
  type Evidence,
  emptyEvidence,
  mistakesIn,
  needsAmount,
  outlineOf,
  type Proposable,
} from './evidence.ts';
import { proposeWord } from './words.ts';

type Props = { way: Proposable; environment: 'sandbox' | 'live'; onClose: () => void };

/** Evidence, effect, proposal. */
export function ProposeDialog({ way, environment, onClose }: Props) {
  const form = useForm<Evidence>({
    initialValues: emptyEvidence(way),
    validate: (evidence) => mistakesIn(way, evidence),
  });
  const path = { id: way.subject };
  const preview = useMutation({
    mutationFn: (body: Omit<Decision, 'reason'>) =>
      answer(deskApi.POST('/desk/v1/reviews/{id}/preview', { params: { path }, body })),
  });
  const propose = useWrite({
    write: (body: Decision) => answer(deskApi.POST('/desk/v1/reviews/{id}/proposals', { params: { path }, body })),
    changes: [['reviews'], ...proposing],
    onDone: () => {
      tell(t('deskReviews.proposed'));
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={proposeWord(way.decision)} size="lg">
      {preview.data === undefined ? (
        <Form
          key="evidence"
          submit={t('deskReviews.seeEffect')}
          pending={preview.isPending}
          error={preview.error}
          onCancel={onClose}
          onSubmit={form.onSubmit((evidence) => preview.mutate(outlineOf(way, evidence)))}
        >
          <Head words={way.words} environment={environment} />
          <Fields way={way} form={form} />
        </Form>
      ) : (
        // A separate form: pressing Enter twice must not propose an effect that nobody has read.
        <Form
          key="effect"
          submit={proposeWord(way.decision)}
          pending={propose.isPending}
          error={propose.error}
          onCancel={onClose}
          onSubmit={form.onSubmit((evidence) => propose.mutate(decisionOf(way, evidence)))}
        >
          <Head words={t('deskReviews.effectLead')} environment={environment} />
          <div role="group" aria-label={t('deskReviews.effectLead')} tabIndex={-1} data-autofocus>
            <EffectShown effect={preview.data} />
          </div>
          <Notice>{t('deskReviews.otherApproves')}</Notice>
          <Anchor component="button" type="button" size="sm" ta="left" onClick={() => preview.reset()}>
            {t('deskReviews.changeEvidence')}
          </Anchor>
        </Form>
      )}
    </Modal>
  );
}

function Head({ words, environment }: { words: string; environment: 'sandbox' | 'live' }) {
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <Text size="sm">{words}</Text>
      <EnvironmentBadge environment={environment} />
    </Group>
  );
}

/** Only the fields of this resolution, and always the reason. */
function Fields({ way, form }: { way: Proposable; form: UseFormReturnType<Evidence> }) {
  return (
    <>
      {way.needs.includes('receipt') && (
        <TextInput
          label={t('deskReviews.receipt')}
          description={t('deskReviews.receiptHelp')}
          maxLength={128}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('receipt')}
        />
      )}
      {way.needs.includes('card') && (
        <Group grow align="flex-start">
          <TextInput
            label={t('deskReviews.token')}
            description={t('deskReviews.tokenHelp')}
            maxLength={128}
            autoComplete="off"
            {...form.getInputProps('cardToken')}
          />
          <TextInput
            label={t('deskReviews.last4')}
            description={t('deskReviews.last4Help')}
            maxLength={4}
            inputMode="numeric"
            autoComplete="off"
            {...form.getInputProps('last4')}
          />
        </Group>
      )}
      {needsAmount(way) && (
        <TextInput
          label={way.decision === 'accept' ? t('deskReviews.amountUsdt') : t('deskReviews.amountUsd')}
          description={way.decision === 'accept' ? t('deskReviews.amountUsdtHelp') : t('deskReviews.amountUsdHelp')}
          inputMode="text"
          autoComplete="off"
          classNames={{ input: 'figures' }}
          {...form.getInputProps('amount')}
        />
      )}
      <TextInput
        label={t('deskReviews.reason')}
        description={t('deskReviews.reasonHelp')}
        maxLength={LONGEST_REASON}
        autoComplete="off"
        {...form.getInputProps('reason')}
      />
    </>
  );
}
