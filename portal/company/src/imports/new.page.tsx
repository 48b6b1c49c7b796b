// Bulk orders: choose a file, see the price or the refusals of every row, and confirm once.
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAsked } from '../../../shared/asked.ts';
import { ChooseFile } from '../../../shared/choose-file.tsx';
import { answer } from '../../../shared/client.ts';
import { Icon } from '../../../shared/icons.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { Notice, ProblemShown } from '../../../shared/states/problem.tsx';
import { RowsSkeleton } from '../../../shared/states/skeletons.tsx';
import { oneOf } from '../operations/filters.tsx';
import { useMayOrder } from '../orders/may-order.ts';
import { useProducts } from '../orders/products.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { ConfirmImport, type Given } from './confirm-import.tsx';
import { type ImportType, importTypes, MOST_ROWS } from './import.ts';
import classes from './imports.module.css';
import { PreviewShown } from './preview-shown.tsx';
import { readText } from './read-file.ts';
import { saveTemplate } from './template.ts';
import '../words/cards.ts';
import '../words/imports.ts';

/** A new import of the type that the address names. */
export function Page() {
  const { path } = useScope();
  const type = oneOf(importTypes, useAsked().asked('type')) ?? 'issue';
  const may = useMayOrder();
  return (
    <Sheet
      title={t(`imports.new.${type}`)}
      lead={t(`imports.newLead.${type}`)}
      back={{ to: path('cards'), words: t('cards.title') }}
    >
      {may ? <New key={type} type={type} /> : <Notice>{t('imports.mayNot')}</Notice>}
    </Sheet>
  );
}

function New({ type }: { type: ImportType }) {
  const { api, environment } = useScope();
  const [file, setFile] = useState<File>();
  const [confirming, setConfirming] = useState(false);
  const [changed, setChanged] = useState(false);
  const preview = useWrite({
    reads: true,
    write: async ({ chosen, productId }: { chosen: File; productId: string | undefined }) => {
      const given: Given = {
        type,
        file: await readText(chosen),
        ...(productId === undefined ? {} : { productId }),
      };
      return { given, shown: await answer(api.POST('/portal/v1/imports/preview', { body: given })) };
    },
  });
  const check = (chosen: File, productId: string | undefined) => {
    setFile(chosen);
    setChanged(false);
    preview.mutate({ chosen, productId });
  };
  const checkAgain = () => {
    setConfirming(false);
    setChanged(true);
    if (preview.input !== undefined) preview.mutate(preview.input);
  };
  return (
    <Stack gap="lg">
      <Section title={t('imports.file')}>
        <Choice type={type} file={file} pending={preview.isPending} onChoose={check} />
      </Section>
      {preview.isError && <ProblemShown error={preview.error} />}
      {preview.isPending && (
        <Section title={t('imports.preview')}>
          <Text size="sm" c="dimmed" px="lg" role="status">
            {t('imports.reading')}
          </Text>
          <RowsSkeleton />
        </Section>
      )}
      {preview.isSuccess && (
        <>
          {changed && <Notice kind="warning">{t('imports.changed')}</Notice>}
          <PreviewShown
            key={preview.data.shown.allowed.digest}
            type={type}
            preview={preview.data.shown}
            onContinue={() => setConfirming(true)}
          />
          <ConfirmImport
            opened={confirming}
            onClose={() => setConfirming(false)}
            given={preview.data.given}
            preview={preview.data.shown}
            environment={environment}
            onChanged={checkAgain}
          />
        </>
      )}
    </Stack>
  );
}

type ChoiceProps = {
  type: ImportType;
  file: File | undefined;
  pending: boolean;
  onChoose: (file: File, productId: string | undefined) => void;
};

function Choice({ type, file, pending, onChoose }: ChoiceProps) {
  const products = useProducts('card');
  const [chosen, setChosen] = useState('');
  const offered = type === 'issue' ? (products.data ?? []) : [];
  const product = offered.find(({ id }) => id === chosen) ?? offered[0];
  const lacksProduct = type === 'issue' && product === undefined;
  return (
    <Stack gap="sm" px="lg" pb="lg">
      <Text size="sm">
        {t(`imports.columns.${type}`, { rows: MOST_ROWS })} {t('imports.amounts')}
      </Text>
      {type === 'issue' && products.isError && (
        <ProblemShown error={products.error} again={() => void products.refetch()} />
      )}
      {lacksProduct && products.isSuccess && <Notice kind="warning">{t('cards.noProducts')}</Notice>}
      {offered.length > 1 && (
        <NativeSelect
          label={t('imports.product')}
          maw={320}
          data={offered.map(({ id, name }) => ({ value: id, label: name }))}
          value={product?.id ?? ''}
          onChange={({ currentTarget: { value } }) => {
            setChosen(value);
            if (file !== undefined) onChoose(file, value);
          }}
        />
      )}
      <Group gap="xs">
        <ChooseFile
          label={t('imports.file')}
          accept=".csv,text/csv,text/plain"
          onChoose={(picked) => onChoose(picked, product?.id)}
        >
          {(props) => (
            <Button {...props} loading={pending} disabled={lacksProduct}>
              {t(file === undefined ? 'imports.choose' : 'imports.chooseOther')}
            </Button>
          )}
        </ChooseFile>
        <Button variant="default" leftSection={<Icon name="download" size={16} />} onClick={() => saveTemplate(type)}>
          {t('imports.template')}
        </Button>
        {file !== undefined && <span className={classes.fileName}>{file.name}</span>}
      </Group>
    </Stack>
  );
}
