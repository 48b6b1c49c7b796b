// One card: its name and last four digits, whose it is, and its operations.
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answer, deskApi } from '../../../shared/client.ts';
import { Copy } from '../../../shared/copy.tsx';
import type { CardAtDesk } from '../../../shared/desk-api.ts';
import { Money } from '../../../shared/money.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { EnvironmentBadge, Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { useId } from '../address.ts';
import { Facts, Id } from '../frame/facts.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { t } from '../words/t.ts';
import { Operations } from './operations.tsx';
import { cardWords } from './words.ts';

/** A card as operators see it. */
export function Page() {
  const id = useId();
  const card = useQuery({
    queryKey: ['companies', 'card', id],
    queryFn: () => answer(deskApi.GET('/desk/v1/cards/{id}', { params: { path: { id } } })),
  });
  const { data } = card;
  return (
    <Sheet
      title={data === undefined ? t('deskBooks.card') : cardWords(data)}
      back={
        data === undefined
          ? { to: '/companies', words: t('deskCompanies.title') }
          : { to: `/companies/${data.company.id}`, words: data.company.name }
      }
      actions={data && <EnvironmentBadge environment={data.environment} />}
    >
      <Loaded query={card}>
        {(shown) => (
          <>
            <Section title={t('deskBooks.details')}>
              <Facts facts={factsOf(shown)} />
            </Section>
            <Operations company={shown.company.id} environment={shown.environment} cardId={shown.id} />
          </>
        )}
      </Loaded>
    </Sheet>
  );
}

const factsOf = ({ id, status, balance, holder, product, company, createdAt }: CardAtDesk) => [
  { name: t('deskBooks.status'), value: <Status state={status} /> },
  { name: t('deskBooks.balance'), value: <Money amount={balance} /> },
  {
    name: t('deskBooks.holder'),
    value: holder !== null && (
      <Anchor component={Link} to={`/holders/${holder.id}`} inherit>
        {holder.name}
      </Anchor>
    ),
  },
  {
    name: t('deskBooks.company'),
    value: (
      <Anchor component={Link} to={`/companies/${company.id}`} inherit>
        {company.name}
      </Anchor>
    ),
  },
  { name: t('deskBooks.product'), value: product },
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
