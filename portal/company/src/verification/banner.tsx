// The banner of a company that is not verified: says whether the next step is the company's or ours.
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answer } from '../../../shared/client.ts';
import { Banner } from '../../../shared/frame.tsx';
import type { Company } from '../../../shared/portal-api.ts';
import { useCompanyScope } from '../session.ts';
import { t } from '../words/t.ts';
import '../words/verification.ts';

/** The status of the verification in one line. */
export function UnverifiedBanner({ company: { name } }: { company: Company }) {
  const { api, key, path } = useCompanyScope();
  const state = useQuery({
    queryKey: key('verification'),
    queryFn: () => answer(api.GET('/portal/v1/verification')),
  }).data?.state;
  const isOurs = state === 'submitted';
  return (
    <Banner tone="blue" icon="shield">
      {isOurs ? t('verification.bannerSubmitted', { name }) : t('verification.bannerDraft', { name })}{' '}
      <Anchor component={Link} to={path('verification')} inherit underline="always">
        {isOurs ? t('verification.bannerView') : t('verification.bannerComplete')}
      </Anchor>
    </Banner>
  );
}
