// One verification: submitted details, documents and decision.
import { Anchor, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answer, deskApi } from '../../../shared/client.ts';
import type { Verification } from '../../../shared/desk-api.ts';
import { Icon } from '../../../shared/icons.tsx';
import { type Column, Rows } from '../../../shared/list.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { Notice } from '../../../shared/states/problem.tsx';
import { DetailSkeleton } from '../../../shared/states/skeletons.tsx';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { useId } from '../address.ts';
import { kindOfCompany } from '../companies/words.ts';
import { Facts } from '../frame/facts.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { t } from '../words/t.ts';
import { Decide } from './decide.tsx';

type Document = Verification['documents'][number];
type Decision = Verification['decisions'][number];

/** A company's submission. */
export function Page() {
  const id = useId();
  const verification = useQuery({
    queryKey: ['verifications', 'one', id],
    queryFn: () => answer(deskApi.GET('/desk/v1/verifications/{id}', { params: { path: { id } } })),
  });
  const { data } = verification;
  return (
    <Sheet
      title={data?.company.name ?? t('deskVerifications.one')}
      back={{ to: '/verifications', words: t('deskVerifications.title') }}
      actions={data && <Decide key={data.submittedAt} verification={data} />}
    >
      <Loaded query={verification} skeleton={<DetailSkeleton />}>
        {(shown) => <Shown verification={shown} />}
      </Loaded>
    </Sheet>
  );
}

function Shown({ verification }: { verification: Verification }) {
  const { company, kind, state, submittedAt, fields, documents, decisions } = verification;
  return (
    <>
      {state === 'draft' && <Notice>{t('deskVerifications.draft')}</Notice>}
      <Section title={t('deskVerifications.fields')} actions={<Status state={state} />}>
        <Facts
          facts={[
            { name: t('deskVerifications.kind'), value: kindOfCompany(kind) },
            { name: t('deskVerifications.submittedAt'), value: submittedAt && <Time at={submittedAt} as="full" /> },
            { name: t('deskVerifications.company'), value: <ToCompany company={company} /> },
            ...fields.map(({ label, value }) => ({
              name: label,
              value: value === '' ? t('deskVerifications.notGiven') : value,
            })),
          ]}
        />
      </Section>
      <Section title={t('deskVerifications.documents')}>
        {documents.length === 0 ? (
          <Empty icon="statement" title={t('deskVerifications.noDocuments')}>
            {t('deskVerifications.noDocumentsWhy')}
          </Empty>
        ) : (
          <Rows
            label={t('deskVerifications.documents')}
            rows={documents}
            columns={documentColumns(company.id)}
            rowKey={({ id }) => id}
          />
        )}
      </Section>
      {decisions.length > 0 && (
        <Section title={t('deskVerifications.decisions')}>
          <Rows
            label={t('deskVerifications.decisions')}
            rows={decisions}
            columns={decisionColumns}
            rowKey={({ decidedAt }) => decidedAt}
          />
        </Section>
      )}
    </>
  );
}

function ToCompany({ company }: Pick<Verification, 'company'>) {
  return (
    <Anchor component={Link} to={`/companies/${company.id}`} inherit>
      {company.name}
    </Anchor>
  );
}

/** The server returns documents only as downloads, and records who opened them. */
const documentColumns = (companyId: string): readonly Column<Document>[] => [
  { head: t('deskVerifications.document'), cell: ({ label, slot }) => <strong>{label === '' ? slot : label}</strong> },
  {
    head: t('deskVerifications.file'),
    cell: ({ id, name }) => (
      <Anchor href={`/desk/v1/verifications/${companyId}/documents/${id}`} target="_blank" rel="noreferrer" size="sm">
        <Group component="span" gap={6} wrap="nowrap">
          <Icon name="download" size={15} />
          {name}
          <span className="hidden-name"> {t('deskVerifications.newTab')}</span>
        </Group>
      </Anchor>
    ),
  },
  { head: t('deskVerifications.mediaType'), cell: ({ mediaType }) => mediaType, wideOnly: true },
  {
    head: t('deskVerifications.size'),
    cell: ({ bytes }) => <span className="figures">{sizeText(bytes)}</span>,
    numeric: true,
  },
  { head: t('deskVerifications.uploadedAt'), cell: ({ uploadedAt }) => <Time at={uploadedAt} /> },
];

const KILOBYTE = 1_024;

const sizeText = (bytes: number): string =>
  t('deskVerifications.kilobytes', { count: Math.max(1, Math.round(bytes / KILOBYTE)) });

const decisionColumns: readonly Column<Decision>[] = [
  { head: t('deskVerifications.decision'), cell: ({ decision }) => <Status state={decision} />, plain: true },
  { head: t('deskFrame.reason'), cell: ({ reason }) => reason },
  { head: t('deskVerifications.decidedBy'), cell: ({ decidedBy }) => decidedBy?.name ?? t('deskFrame.nobody') },
  { head: t('deskVerifications.decidedAt'), cell: ({ decidedAt }) => <Time at={decidedAt} as="full" /> },
  {
    head: t('deskVerifications.about'),
    cell: ({ submittedAt, documents }) => (
      <span>
        <Time at={submittedAt} as="full" />
        {`, ${t('deskVerifications.documentCount', { count: documents.length })}`}
      </span>
    ),
  },
];
