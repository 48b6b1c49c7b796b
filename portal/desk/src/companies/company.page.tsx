// One company: status, balances, books, people, capabilities and keys.
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answer, deskApi } from '../../../shared/client.ts';
import { Copy } from '../../../shared/copy.tsx';
import type { Company } from '../../../shared/desk-api.ts';
import { Money } from '../../../shared/money.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { Notice } from '../../../shared/states/problem.tsx';
import { DetailSkeleton } from '../../../shared/states/skeletons.tsx';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { useId } from '../address.ts';
import { Books } from '../books/books.tsx';
import { Facts, Figures, Id } from '../frame/facts.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { t } from '../words/t.ts';
import { Capabilities } from './capabilities.tsx';
import { Keys } from './keys.tsx';
import { LimitsForm } from './limits-form.tsx';
import { People } from './people.tsx';
import { Suspension } from './suspension.tsx';
import { kindOfCompany } from './words.ts';

/** A company as operators see it. */
export function Page() {
  const id = useId();
  const company = useQuery({
    queryKey: ['companies', 'one', id],
    queryFn: () => answer(deskApi.GET('/desk/v1/companies/{id}', { params: { path: { id } } })),
  });
  return (
    <Sheet
      title={company.data?.name ?? t('deskCompanies.one')}
      back={{ to: '/companies', words: t('deskCompanies.title') }}
      actions={company.data && <Suspension company={company.data} />}
    >
      <Loaded query={company} skeleton={<DetailSkeleton />}>
        {(shown) => <Shown company={shown} />}
      </Loaded>
    </Sheet>
  );
}

function Shown({ company }: { company: Company }) {
  const { balances, suspendedAt, suspensionReason } = company;
  return (
    <>
      {suspendedAt !== null && (
        <Notice kind="warning" title={t('deskCompanies.suspendedTitle')}>
          {suspensionReason} <Time at={suspendedAt} as="full" />
        </Notice>
      )}
      <Figures
        figures={[
          { name: t('deskCompanies.availableLive'), value: <Money amount={balances.live.available} /> },
          { name: t('deskCompanies.heldLive'), value: <Money amount={balances.live.held} /> },
          { name: t('deskCompanies.availableSandbox'), value: <Money amount={balances.sandbox.available} /> },
          { name: t('deskCompanies.heldSandbox'), value: <Money amount={balances.sandbox.held} /> },
        ]}
      />
      <Section title={t('deskCompanies.facts')}>
        <Facts facts={factsOf(company)} />
      </Section>
      <Books company={company.id} />
      <People company={company} />
      <Capabilities company={company} />
      <LimitsForm key={JSON.stringify(company.limits)} company={company} />
      <Keys company={company} />
    </>
  );
}

const factsOf = ({ id, kind, verificationState, verificationReason, suspendedAt, createdAt }: Company) => [
  {
    name: t('deskCompanies.id'),
    value: (
      <>
        <Id>{id}</Id> <Copy text={id} what={t('deskCompanies.id')} size="compact-xs" />
      </>
    ),
  },
  { name: t('deskCompanies.kind'), value: kindOfCompany(kind) },
  { name: t('deskCompanies.state'), value: <Status state={suspendedAt === null ? 'active' : 'suspended'} /> },
  {
    name: t('deskCompanies.verification'),
    value: (
      <>
        <Status state={verificationState} /> {verificationReason}
      </>
    ),
  },
  { name: t('deskCompanies.createdAt'), value: <Time at={createdAt} as="full" /> },
  {
    name: t('deskCompanies.more'),
    value: (
      <>
        <Anchor component={Link} to={`/verifications/${id}`} inherit>
          {t('deskCompanies.toVerification')}
        </Anchor>
        {' · '}
        <Anchor component={Link} to="/audit" search={{ company: id } as never} inherit>
          {t('deskCompanies.toAudit')}
        </Anchor>
      </>
    ),
  },
];
