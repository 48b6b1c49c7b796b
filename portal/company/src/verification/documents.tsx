// The documents of a verification: one slot for each.
import { Button, Group, Input, Text } from '@mantine/core';
import { ChooseFile } from '../../../shared/choose-file.tsx';
import { answer } from '../../../shared/client.ts';
import { Icon } from '../../../shared/icons.tsx';
import { Section } from '../../../shared/page.tsx';
import type { Verification } from '../../../shared/portal-api.ts';
import { useWrite } from '../../../shared/queries.ts';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { Time } from '../../../shared/time.tsx';
import { useCompanyScope } from '../session.ts';
import { t } from '../words/t.ts';
import { acceptedTypes, upload } from './upload.ts';
import classes from './verification.module.css';
import '../words/verification.ts';

type Props = {
  verification: Verification;
  mayChange: boolean;
  /** Whether a missing document is shown as an error. */
  whole: boolean;
  onChanged: (now: Verification) => void;
};

/** Every slot with its file, if any. */
export function Documents({ verification, mayChange, whole, onChanged }: Props) {
  return (
    <Section title={t('verification.documents')}>
      <Text size="sm" c="dimmed" px="lg" pb="sm">
        {t('verification.documentsHelp')}
      </Text>
      <ul className={classes.slots}>
        {verification.required.documents.map((slot) => (
          <Slot
            key={slot.slot}
            {...slot}
            document={verification.documents.find((one) => one.slot === slot.slot)}
            mayChange={mayChange}
            whole={whole}
            onChanged={onChanged}
          />
        ))}
      </ul>
    </Section>
  );
}

type SlotProps = Omit<Props, 'verification'> &
  Verification['required']['documents'][number] & { document: Verification['documents'][number] | undefined };

function Slot({ slot, label, help, document, mayChange, whole, onChanged }: SlotProps) {
  const { api, company } = useCompanyScope();
  const put = useWrite({ write: (file: File) => upload(company, slot, file), onDone: onChanged });
  const remove = useWrite({
    write: () => answer(api.DELETE('/portal/v1/verification/documents/{slot}', { params: { path: { slot } } })),
    onDone: onChanged,
  });
  const error = put.error ?? remove.error;
  return (
    <li className={classes.slot} id={slot} tabIndex={-1}>
      <div className={classes.slotWords}>
        <Text size="sm" fw={550}>
          {label}
        </Text>
        <Text size="sm" c="dimmed">
          {help}
        </Text>
        {document !== undefined && <File {...document} />}
        {document === undefined && !mayChange && (
          <Text size="sm" c="dimmed" mt={4}>
            {t('verification.none')}
          </Text>
        )}
        {document === undefined && mayChange && whole && (
          <Input.Error mt={4}>{t('verification.documentMissing')}</Input.Error>
        )}
        {error !== null && <ProblemShown error={error} />}
      </div>
      {mayChange && (
        <Group gap={6} wrap="nowrap">
          <ChooseFile label={label} accept={acceptedTypes.join(',')} onChoose={put.mutate}>
            {(props) => (
              <Button {...props} size="compact-sm" variant="default" loading={put.isPending}>
                {document === undefined ? t('verification.choose') : t('verification.replace')}
                <span className="hidden-name"> {label}</span>
              </Button>
            )}
          </ChooseFile>
          {document !== undefined && (
            <Button size="compact-sm" variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
              {t('verification.remove')}
              <span className="hidden-name"> {label}</span>
            </Button>
          )}
        </Group>
      )}
    </li>
  );
}

const KILOBYTE = 1_024;

function File({ name, bytes, uploadedAt }: Verification['documents'][number]) {
  return (
    <span className={classes.file}>
      <Icon name="check" size={15} />
      <span>
        {name} · {t('verification.bytes', { count: Math.max(1, Math.round(bytes / KILOBYTE)) })} ·{' '}
        {t('verification.uploaded')} <Time at={uploadedAt} />
      </span>
    </span>
  );
}
