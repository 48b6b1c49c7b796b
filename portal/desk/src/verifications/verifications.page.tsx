// The queue of verifications, longest waiting first.
import { answer, deskApi } from '../../../shared/client.ts';
import type { WaitingVerification } from '../../../shared/desk-api.ts';
import { type Column, List } from '../../../shared/list.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { Time } from '../../../shared/time.tsx';
import { kindOfCompany } from '../companies/words.ts';
import { useLookAgain } from '../frame/look-again.ts';
import { t } from '../words/t.ts';

const columns: readonly Column<WaitingVerification>[] = [
  { head: t('deskVerifications.company'), cell: ({ company }) => company.name },
  { head: t('deskVerifications.kind'), cell: ({ kind }) => kindOfCompany(kind) },
  { head: t('deskVerifications.submittedAt'), cell: ({ submittedAt }) => <Time at={submittedAt} /> },
];

/** The queue. */
export function Page() {
  useLookAgain('verifications');
  return (
    <Sheet title={t('deskVerifications.title')} lead={t('deskVerifications.lead')}>
      <Section title={t('deskVerifications.queue')}>
        <List
          label={t('deskVerifications.queue')}
          queryKey={['verifications', 'list']}
          read={(query) => answer(deskApi.GET('/desk/v1/verifications', { params: { query } }))}
          columns={columns}
          rowKey={({ company }) => company.id}
          linkOf={({ company }) => `/verifications/${company.id}`}
          empty={
            <Empty icon="check" title={t('deskVerifications.none')}>
              {t('deskVerifications.noneWhy')}
            </Empty>
          }
        />
      </Section>
    </Sheet>
  );
}
