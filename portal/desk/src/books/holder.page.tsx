// One cardholder: name, company, cards and operations.
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answer, deskApi } from '../../../shared/client.ts';
import { Copy } from '../../../shared/copy.tsx';
import type { HolderAtDesk } from '../../../shared/desk-api.ts';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { EnvironmentBadge, Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { useId } from '../address.ts';
import { Facts, Id } from '../frame/facts.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { kindWord } from '../reviews/words.ts';
import { t } from '../words/t.ts';
import { Cards } from './cards.tsx';
import { Operations } from './operations.tsx';

/** A cardholder as operators see them. */
export function Page() {
  const id = useId();
  const holder = useQuery({
    queryKey: ['companies', 'holder', id],
    queryFn: () => answer(deskApi.GET('/desk/v1/holders/{id}', { params: { path: { id } } })),
  });
  const { data } = holder;
  return (
    <Sheet
      title={data?.name ?? t('deskBooks.holder')}
      back={
        data === undefined
          ? { to: '/companies', words: t('deskCompanies.title') }
          : { to: `/companies/${data.company.id}`, words: data.company.name }
      }
      actions={data && <EnvironmentBadge environment={data.environment} />}
    >
      <Loaded query={holder}>
        {(shown) => (
          <>
            <Section title={t('deskBooks.details')}>
              <Facts facts={factsOf(shown)} />
            </Section>
            <Cards company={shown.company.id} environment={shown.environment} holderId={shown.id} />
            <Operations company={shown.company.id} environment={shown.environment} holderId={shown.id} />
          </>
        )}
      </Loaded>
    </Sheet>
  );
}

const factsOf = ({ id, kind, status, company, createdAt }: HolderAtDesk) => [
  { name: t('deskBooks.status'), value: <Status state={status} /> },
  { name: t('deskBooks.kind'), value: kindWord(kind) },
  {
    name: t('deskBooks.company'),
    value: (
      <Anchor component={Link} to={`/companies/${company.id}`} inherit>
        {company.name}
      </Anchor>
    ),
  },
  { name: t('deskBooks.createdAt'), value: <Time at={createdAt} as="full" /> },
  {
    name: t('deskBooks.id'),
    value: (
      <>
        <Id>{id}</Id> <Copy text={id} what={t('deskBooks.id')} size="compact-xs" />
      </>
    ),
  },
];
