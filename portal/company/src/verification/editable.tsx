// The form of a verification that can still change, and its submission.
import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { answer } from '../../../shared/client.ts';
import { Confirm } from '../../../shared/confirm.tsx';
import type { Verification } from '../../../shared/portal-api.ts';
import { useWrite } from '../../../shared/queries.ts';
import { useCompanyScope } from '../session.ts';
import { t } from '../words/t.ts';
import { Documents } from './documents.tsx';
import { type Draft, useDraft } from './draft.ts';
import { Fields, shareOf } from './fields.tsx';
import { focusField } from './focus-field.ts';
import { isWhole } from './people.ts';
import '../words/verification.ts';

type Props = { verification: Verification; onChanged: (now: Verification) => void };

/** Fields, documents and the button that submits them. */
export function Editable({ verification, onChanged }: Props) {
  const draft = useDraft(verification, onChanged);
  const [whole, setWhole] = useState(false);
  return (
    <>
      <Fields verification={verification} draft={draft} whole={whole} />
      <Documents verification={verification} mayChange whole={whole} onChanged={onChanged} />
      <Submit verification={verification} draft={draft} onIncomplete={() => setWhole(true)} onChanged={onChanged} />
      <Leaving draft={draft} />
    </>
  );
}

/** Names of the parts that are missing, refused or incomplete, in the order of the form. */
function faultsOf({ required, missing }: Verification, draft: Draft): string[] {
  const absent = new Set(missing.map(({ name }) => name));
  const isWrong = (name: string) => {
    const withShare = shareOf(name);
    const isCut = withShare !== undefined && !isWhole(draft.valueOf(name), withShare);
    return absent.has(name) || draft.refusedOf(name) !== undefined || isCut;
  };
  return [...required.fields.map(({ name }) => name), ...required.documents.map(({ slot }) => slot)].filter(isWrong);
}

type SubmitProps = Props & { draft: Draft; onIncomplete: () => void };

/** Saves first. If something is missing, shows where, and leads to the first of it. */
function Submit({ verification, draft, onIncomplete, onChanged }: SubmitProps) {
  const { api, key } = useCompanyScope();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [saving, setSaving] = useState(false);
  const submit = useWrite({
    write: () => answer(api.POST('/portal/v1/verification/submit')),
    changes: [['me']],
    onDone: (now) => {
      onChanged(now);
      setAsking(false);
    },
  });
  const press = async () => {
    setSaving(true);
    const isSaved = await draft.save();
    setSaving(false);
    const [first] = faultsOf(queries.getQueryData<Verification>(key('verification')) ?? verification, draft);
    if (first !== undefined) {
      onIncomplete();
      setTimeout(() => focusField(first)); // once its error is shown
    } else if (isSaved) setAsking(true);
  };
  const { length: count } = verification.missing;
  return (
    <Group justify="flex-end">
      <Text size="sm" c="dimmed">
        {count > 0 && t('verification.missingFirst', { count })}
      </Text>
      <Button size="md" loading={saving} onClick={() => void press()}>
        {t('verification.submit')}
      </Button>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('verification.submitTitle')}
        action={t('verification.submit')}
        pending={submit.isPending}
        error={submit.error}
        onConfirm={() => submit.mutate()}
      >
        {t('verification.submitWhy')}
      </Confirm>
    </Group>
  );
}

/** Saves before the page is left, and asks if that fails. */
function Leaving({ draft }: { draft: Draft }) {
  const isUnsaved = draft.status === 'saving' || draft.status === 'refused';
  const leaving = useBlocker({
    shouldBlockFn: async () => !(await draft.save()),
    enableBeforeUnload: isUnsaved,
    disabled: !isUnsaved,
    withResolver: true,
  });
  return (
    <Confirm
      opened={leaving.status === 'blocked'}
      onClose={() => leaving.reset?.()}
      title={t('verification.leaveTitle')}
      action={t('verification.leave')}
      danger
      onConfirm={() => leaving.proceed?.()}
    >
      {t('verification.leaveWhy')}
    </Confirm>
  );
}
